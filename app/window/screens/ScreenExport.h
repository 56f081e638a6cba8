// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/paint/PictureClipboard.h"

#include <QObject>

namespace fabricscope::app::window {

class ActionRegistry;
class BenchExport;
class ExportController;
class Navigation;
class ShownHost;
struct WindowWidgets;

/// Copies and exports what the current screen shows: as text, as a picture, and the host itself as a capture.
class ScreenExport : public QObject {
    Q_OBJECT
public:
    /// Which screen is current, what it shows, and what writes it.
    struct Parts {
        const ShownHost &shown;
        const Navigation &navigation;
        const WindowWidgets &widgets;
        BenchExport &runs;
        ExportController &files;
    };
    ScreenExport(const Parts &parts, QObject *parent);

    /// Implements the actions that copy and export.
    void bindTo(ActionRegistry &actions);
    /// Copies a picture of the screen's content to the clipboard.
    void copyPicture(widgets::CopyAs form);
    /// Whether the screen shows something that can be copied and exported as a picture.
    [[nodiscard]] bool hasPicture() const;

Q_SIGNALS:
    void statusMessageRequested(const QString &text);

private:
    void copyText();
    void exportPicture();
    void saveCapture();

    Parts m_parts;
};

} // namespace fabricscope::app::window
