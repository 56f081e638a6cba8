// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QScrollArea>

#include <memory>
#include <optional>

class QPushButton;

namespace fabricscope::widgets {

class AffinityPresentation;

/// Details of the selected cell, at the right of the matrices: the route hop by hop, the best choice, and the
/// library's view.
class RoutePanel : public QWidget {
    Q_OBJECT
public:
    explicit RoutePanel(QWidget *parent = nullptr);
    ~RoutePanel() override;
    /// A cell by AffinityId::encoded().
    void setCell(std::shared_ptr<const AffinityPresentation> shown, std::optional<std::uint32_t> cell);
    [[nodiscard]] QString title() const { return m_title; }
    /// All painted text, as lines.
    [[nodiscard]] QString accessibleText() const { return m_accessibleText; }
    [[nodiscard]] QPushButton *tryButton() const { return m_try; }
    [[nodiscard]] QPushButton *topologyButton() const { return m_topology; }
    /// For a GPU and a NIC of a host on which tools can run.
    [[nodiscard]] QPushButton *measureButton() const { return m_measure; }
    void setMeasurable(bool measurable);

Q_SIGNALS:
    void tryPairRequested();        ///< what if this GPU used this NIC
    void measurementRequested();    ///< this GPU with this NIC
    void nodeRequested(quint32 id); ///< a device of the route, to be shown in Topology

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    class Canvas;
    void relayout();
    void showButtons();

    std::shared_ptr<const AffinityPresentation> m_shown;
    std::optional<std::uint32_t> m_cell;
    QString m_title, m_accessibleText;
    QScrollArea *m_scroll;
    Canvas *m_canvas;
    QWidget *m_foot;
    QPushButton *m_try;
    QPushButton *m_topology;
    QPushButton *m_measure;
    bool m_isMeasurable = false;
};

} // namespace fabricscope::widgets
