// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/workspace/WindowState.h"

#include <QString>
#include <QStringList>

namespace fabricscope::app::window {

/// A `.fswork` file, or a session's. Errors, for people: it cannot be read, is longer than 16 MiB, or what
/// json::readWorkspace() reports.
[[nodiscard]] Result<workspace::WorkspaceFile> readWorkspaceFile(const QString &path);

/// Whole or not at all. What could not be read again is left out, and reported, a sentence each. Errors: it
/// cannot be written, or would not be readable even so; what was there stays then.
[[nodiscard]] Result<QStringList> writeWorkspaceFile(const QString &path, workspace::WorkspaceFile content);

} // namespace fabricscope::app::window
