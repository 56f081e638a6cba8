// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QTimer;

namespace fabricscope::widgets {
class ElidedLabel;
class GlyphLabel;
class SimulatedChip;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class PanelHandle;

/// Connections and the age of the snapshot at the left, the last action in the middle, a note about the
/// screen and its zoom at the right.
class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget *parent = nullptr);
    /// `failed`: "2 unreachable", "1 wrong password"; empty: none. `names`: which hosts, and why.
    void setConnections(int connected, const QString &failed, const QString &names);
    /// An empty text: there is no snapshot. `simulated` is written whole, however little room there is.
    void setSnapshot(const QString &text, bool stale, bool simulated);
    /// Shows a message for some seconds.
    void showMessage(const QString &text);
    /// A note about this screen: "No live data for mi355x-04"; may be empty.
    void setNote(const QString &text);
    void setZoom(double zoom, bool shown);
    /// Names of hidden panels, whose buttons show them again; empty: the panel is shown, or this screen has
    /// none.
    void setHidden(const QString &sidePanel, const QString &bottomPanel);

Q_SIGNALS:
    void sidePanelRequested();
    void bottomPanelRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_connected = 0;
    QLabel *m_connections;
    widgets::GlyphLabel *m_slash;
    QLabel *m_failed;
    widgets::GlyphLabel *m_stale;
    widgets::ElidedLabel *m_snapshot;
    widgets::SimulatedChip *m_simulated;
    widgets::ElidedLabel *m_message;
    widgets::ElidedLabel *m_note;
    QLabel *m_zoom;
    QLabel *m_fit;
    PanelHandle *m_sidePanel;
    PanelHandle *m_bottomPanel;
    QTimer *m_forget;
};

} // namespace fabricscope::app::window
