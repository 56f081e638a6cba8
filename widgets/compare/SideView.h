// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/topology/TopologyLayout.h"
#include "widgets/compare/CompareSide.h"
#include "widgets/compare/DiffPicture.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace fabricscope::widgets {

class ElidedLabel;
class TopologyScene;
class TopologyView;

/// The picture of one side, grey except for differences.
class SideView : public QWidget {
    Q_OBJECT
public:
    SideView(const QString &role, bool isBefore, QWidget *parent = nullptr);
    void setSide(const CompareSide &side);
    /// Lays out the picture again and marks the differences accepted by `shown`.
    void draw(const fleet::Comparison &comparison, double width,
              const std::function<bool(const fleet::Difference &)> &shown);
    /// Outlines the first of these nodes, fades all others, and scrolls to it; empty: resets this.
    void point(const std::vector<std::uint32_t> &nodes);
    /// Fades everything: this side lacks the device.
    void fade();
    [[nodiscard]] std::vector<std::uint32_t> nodesOf(const fleet::Difference &difference) const;
    /// The node of the picture for this address.
    [[nodiscard]] std::optional<std::uint32_t> nodeAt(const std::optional<fleet::Address> &address) const;
    [[nodiscard]] const DiffMarks &marks() const { return m_marks; }
    [[nodiscard]] const CompareSide &side() const { return m_side; }
    [[nodiscard]] TopologyView *view() const { return m_view; }
    [[nodiscard]] TopologyScene *scene() const { return m_scene; }
    void themeChanged();

protected:
    bool event(QEvent *event) override;

private:
    void fitNameWidth();
    [[nodiscard]] std::function<bool(std::uint32_t)> hasArea() const;

    bool m_isBefore;
    CompareSide m_side;
    DiffMarks m_marks;
    layout::TopologyOptions m_options;
    QLabel *m_role;
    ElidedLabel *m_name;
    ElidedLabel *m_taken;
    TopologyScene *m_scene;
    TopologyView *m_view;
};

} // namespace fabricscope::widgets
