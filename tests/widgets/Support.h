// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "tests/support/samples/SampleHosts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/topology/TopologyContent.h"

#include <QAbstractButton>
#include <QApplication>
#include <QElapsedTimer>
#include <QTest>
#include <QWidget>

#include <functional>
#include <memory>

namespace fabricscope::test {

/// The snapshot of the host from its own capture, with evidence.
inline app::Snapshot snapshotOf(const host::Host &host, const std::string &simulated = {}) {
    capture::Capture capture = samples::toCapture(host);
    capture.simulated = simulated;
    capture.takenMs = 1795250000000; // a fixed day in 2026
    return app::makeSnapshot(std::make_shared<const capture::Capture>(std::move(capture)));
}

inline widgets::TopologyContent contentOf(const app::Snapshot &snapshot, quint64 id = 1) {
    widgets::TopologyContent content;
    content.host = id;
    content.name = QStringLiteral("made");
    content.topology = snapshot.topology;
    content.capture = snapshot.capture;
    content.simulated = QString::fromStdString(snapshot.capture->simulated);
    return content;
}

inline void applyTheme(widgets::ThemeKind theme) {
    widgets::applyTheme(*qApp, theme);
}

/// Runs the event loop until the condition holds; false if it does not within a time that no healthy machine
/// needs.
inline bool waitFor(const std::function<bool()> &holds, int timeoutMs = 60000) {
    QElapsedTimer timer;
    timer.start();
    while (!holds()) {
        if (timer.elapsed() > timeoutMs)
            return false;
        QTest::qWait(5);
    }
    return true;
}

/// One turn of the event loop: a layout is made and widgets are painted in the turn after a change.
inline void settleLayout() {
    QTest::qWait(1);
}

/// After it a change is shown at once: the benchmark screens show at most ten states a second.
inline void waitForNextFrame() {
    constexpr int kFrameMs = 100, kMargin = 20;
    QTest::qWait(kFrameMs + kMargin); // the time itself is what is waited for
}

template<class Widget> Widget *child(const QWidget &parent, const std::function<bool(const Widget &)> &is) {
    for (Widget *candidate : parent.findChildren<Widget *>())
        if (is(*candidate))
            return candidate;
    return nullptr;
}

inline QAbstractButton *buttonNamed(const QWidget &parent, const QString &text) {
    return child<QAbstractButton>(parent,
                                  [&](const QAbstractButton &button) { return button.text() == text; });
}

/// The node with this BDF.
inline topology::NodeId nodeAt(const topology::Topology &topology, const char *bdf) {
    return topology.find(*pci::Address::parse(bdf)).value();
}

} // namespace fabricscope::test
