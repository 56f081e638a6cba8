// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/HostSession.h"
#include "core/layout/TopologyLayout.h"

#include <QObject>

class QWidget;

namespace fabricscope::widgets {
class AffinityScreen;
}

namespace fabricscope::app::window {

/// Save capture, export and copy picture: asks for the file, writes it, and says loudly where that fails.
class ExportController : public QObject {
    Q_OBJECT
public:
    explicit ExportController(QWidget *window);
    void saveCapture(const HostSession &session);
    void exportPicture(const HostSession &session, const layout::TopologyOptions &options);
    /// What the Affinity screen shows, with the moves that were made there.
    void exportAffinity(const HostSession &session, const widgets::AffinityScreen &screen);
    /// To the clipboard, as "png" or "svg".
    void copyPicture(const HostSession &session, const layout::TopologyOptions &options,
                     const QString &format);
    void copyAffinity(const HostSession &session, const widgets::AffinityScreen &screen,
                      const QString &format);

Q_SIGNALS:
    void said(const QString &text); ///< for the status bar

private:
    [[nodiscard]] QString askForPicture(const HostSession &session, const QString &what);
    void copy(const Result<QByteArray> &picture, const QString &format);
    void report(const Result<> &result, const QString &file);
    QWidget *m_window;
};

} // namespace fabricscope::app::window
