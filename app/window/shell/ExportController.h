// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/HostSession.h"
#include "core/layout/topology/TopologyLayout.h"
#include "widgets/common/paint/PictureClipboard.h"

#include <QObject>

class QWidget;

namespace fabricscope::widgets {
class AffinityScreen;
class HostVmScreen;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

/// Save capture, export and copy picture: asks for the file name, writes the file, and reports a failure in a
/// message box.
class ExportController : public QObject {
    Q_OBJECT
public:
    explicit ExportController(QWidget *window);
    void saveCapture(const HostSession &session);
    void exportPicture(const HostSession &session, const layout::TopologyOptions &options);
    /// The content of the Affinity screen, including what-if moves.
    void exportAffinity(const HostSession &session, const widgets::AffinityScreen &screen);
    /// Copies to the clipboard. The Topology screen copies its own picture.
    void copyAffinity(const HostSession &session, const widgets::AffinityScreen &screen,
                      widgets::CopyAs form);
    void exportHostVm(const HostSession &session, const widgets::HostVmScreen &screen);
    void copyHostVm(const widgets::HostVmScreen &screen, widgets::CopyAs form);

    /// Reports that a file was written in the status bar, or why it was not in a message box.
    void report(const Result<> &result, const QString &file);

Q_SIGNALS:
    void statusMessageRequested(const QString &text); ///< for the status bar

private:
    [[nodiscard]] QString choosePictureFile(const HostSession &session, const QString &what);
    /// Copies to the clipboard.
    void put(const draw::DisplayList &list, widgets::CopyAs form);
    QWidget *m_window;
};

} // namespace fabricscope::app::window
