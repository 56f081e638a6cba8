// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/widgets/Support.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <gtest/gtest.h>

namespace fabricscope::widgets {

/// The Topology screen as the active window, with the content that a test sets.
class TopologyTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::applyTheme(ThemeKind::Dark);
        screen.resize(900, 700);
        screen.show();
        screen.activateWindow(); // shortcuts belong to the active window
        ASSERT_TRUE(QTest::qWaitForWindowActive(&screen));
    }
    void showServer(const std::string &simulated = {}) {
        snapshot = test::snapshotOf(samples::mi355xServer(), simulated);
        screen.setContent(test::contentOf(snapshot));
        screen.settle();
    }
    [[nodiscard]] topology::NodeId node(const char *bdf) const {
        return test::nodeAt(*snapshot.topology, bdf);
    }
    void key(Qt::Key key) { QTest::keyClick(screen.view(), key); }

    app::Snapshot snapshot;
    TopologyScreen screen;
};

} // namespace fabricscope::widgets
