// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/paint/PictureClipboard.h"

#include <QObject>
#include <QString>

#include <functional>

namespace fabricscope::app::window {

/// Writes the current picture or rows of the Benchmarks screen to a file or the clipboard.
class BenchExport : public QObject {
    Q_OBJECT
public:
    /// Called after each attempt to write a file.
    using Report = std::function<void(const Result<> &, const QString &file)>;
    /// The window of `screen` is the parent of the dialogs.
    BenchExport(widgets::BenchScreen &screen, Report report, QObject *parent);

    void exportAs(widgets::BenchScreen::Export form);
    void copyPicture(widgets::CopyAs form);
    /// Writes without a dialog. The file's extension selects the format: .png, .svg, .pdf or .csv.
    [[nodiscard]] Result<> exportTo(const QString &file) const;

Q_SIGNALS:
    void statusMessageRequested(const QString &text);

private:
    [[nodiscard]] QString suggestedFile(const QString &ending) const;

    widgets::BenchScreen &m_screen;
    Report m_report;
};

} // namespace fabricscope::app::window
