// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/HostSession.h"
#include "core/layout/TopologyLayout.h"

#include <QObject>

class QWidget;

namespace fabricscope::app::window {

/// Save capture, export picture: asks for the file, writes it, and says loudly where that fails.
class ExportController : public QObject {
    Q_OBJECT
public:
    explicit ExportController(QWidget *window);
    void saveCapture(const HostSession &session);
    void exportPicture(const HostSession &session, const layout::TopologyOptions &options);

Q_SIGNALS:
    void said(const QString &text); ///< for the status bar

private:
    void report(const Result<> &result, const QString &file);
    QWidget *m_window;
};

} // namespace fabricscope::app::window
