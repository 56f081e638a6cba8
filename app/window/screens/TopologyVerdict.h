// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>

class QPushButton;

namespace fabricscope::widgets {
class TopologyScreen;
class VerdictBar;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class MeasuredRuns;
class Navigation;
class ShownHost;

/// The sentence above the picture of Topology: the verdict on the pairs, or the worst finding of the host.
class TopologyVerdict : public QObject {
    Q_OBJECT
public:
    /// What is judged, and where that is shown.
    struct Parts {
        ShownHost &shown;
        Navigation &navigation;
        MeasuredRuns &measured;
        widgets::TopologyScreen &screen;
        widgets::VerdictBar &bar;
    };
    TopologyVerdict(const Parts &parts, QObject *parent);

    /// Call after the screen has got the host.
    void update();

private:
    void showDevice();

    Parts m_parts;
    QPushButton *m_affinity;       ///< if pairs were judged
    QPushButton *m_device;         ///< if the sentence is about a device
    std::optional<quint32> m_node; ///< this one
};

} // namespace fabricscope::app::window
