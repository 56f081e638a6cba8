// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace fabricscope::widgets {
class ElidedLabel;
class GlyphLabel;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

/// Connections, age of the snapshot, a word about the screen, zoom.
class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget *parent = nullptr);
    void setConnections(int connected, int unreachable);
    /// An empty text: there is no snapshot.
    void setSnapshot(const QString &text, bool stale);
    void say(const QString &text);
    void setZoom(double zoom, bool shown);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_connected = 0;
    QLabel *m_connections;
    widgets::GlyphLabel *m_slash;
    QLabel *m_unreachable;
    widgets::GlyphLabel *m_stale;
    widgets::ElidedLabel *m_snapshot;
    widgets::ElidedLabel *m_said;
    QLabel *m_zoom;
};

} // namespace fabricscope::app::window
