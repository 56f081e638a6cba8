// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/StitchExamination.h"
#include "tests/support/MadeStitch.h"
#include "tests/widgets/Support.h"
#include "widgets/stitch/StitchScreen.h"
#include "widgets/stitch/StitchView.h"

#include <QScrollBar>

#include <gtest/gtest.h>

namespace fabricscope::widgets {

using layout::StitchExamination;
using layout::StitchId;
using topology::Severity;

inline constexpr const char *kText = "<system version=\"2\">\n<a/>\n<b/>\n</system>\n";
inline constexpr const char *kExpected = "<system version=\"2\">\n<b/>\n<a/>\n</system>\n";

inline stitch::Problem problemAt(std::uint32_t line, Severity severity, const std::string &title) {
    stitch::Problem problem;
    problem.line = line;
    problem.severity = severity;
    problem.title = title;
    problem.consequence = "so no GPU Direct RDMA";
    return problem;
}

/// As the worker would answer, of a stitch that is made.
inline std::shared_ptr<const StitchExamination> examined(const made::Stitched &made, bool verified = true) {
    auto result = std::make_shared<StitchExamination>(StitchExamination{
        made.host, made.guest, "vm-03a", made.stitch, made.table(), {}, {}, {}, {}, {}, {}});
    if (verified && made.guest) {
        result->path = "/etc/rccl/topo.xml";
        result->text = kText;
        result->expected = kExpected;
        result->difference = layout::differenceOf(result->text, result->expected);
        result->verification.emplace();
        result->verification->problems = {problemAt(2, Severity::Warning, "link_speed is missing"),
                                          problemAt(20, Severity::Error, "the wrong NIC")};
        result->checks = {{Severity::Error, "Pairs follow the host's switches", "6 of 8"},
                          {std::nullopt, "The library reads it", ""}};
    }
    return result;
}

inline StitchContent contentOf(const made::Stitched &made, bool verified = true) {
    StitchContent content;
    content.shown = test::contentOf(test::snapshotOf(made::flatVm()), 2);
    content.host = {1, QStringLiteral("mi355x-03")};
    content.guest = {2, QStringLiteral("vm-03a")};
    content.hosts = {content.host};
    content.guests = {content.guest, {0, QStringLiteral("vm-03b")}};
    content.how = QStringLiteral("Cloud Hypervisor, found by its name");
    content.examination = examined(made, verified);
    return content;
}

class StitchScreenTest : public ::testing::Test {
protected:
    void SetUp() override {
        screen.resize(1200, 800);
        screen.show();
        screen.setContent(contentOf(made::stitched({2, 3})));
        screen.settle();
    }
    [[nodiscard]] std::uint32_t rowOf(const std::string &name, bool guest) const {
        const auto &rows = guest ? screen.table()->guestRows() : screen.table()->hostRows();
        for (const layout::StitchRow &row : rows)
            if (row.name == name)
                return row.id.encoded();
        ADD_FAILURE() << name;
        return 0;
    }
    [[nodiscard]] std::string selectedName() const {
        const auto row = screen.view()->selected();
        const layout::StitchRow *found = row ? screen.table()->row(*StitchId::decoded(*row)) : nullptr;
        return found != nullptr ? found->name + (found->id.guest ? " guest" : " host") : std::string();
    }
    void click(std::uint32_t row) {
        screen.view()->horizontalScrollBar()->setValue(0);
        QTest::mouseClick(screen.view()->viewport(), Qt::LeftButton, {},
                          screen.view()->viewRect(row).center());
    }

    StitchScreen screen;
};

} // namespace fabricscope::widgets
