// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/workspace/WindowState.h"

#include <QString>
#include <QStringList>

namespace fabricscope::app::window {

/// Reads a `.fswork` file or that of a session. Errors, for the user: it cannot be read, is longer than 16
/// MiB, or those of json::readWorkspace().
[[nodiscard]] Result<workspace::WorkspaceFile> readWorkspaceFile(const QString &path);

/// Writes the file atomically. What could not be read back is left out and returned, a sentence each. Errors:
/// it cannot be written, or could not be read back even so; then the old file stays.
[[nodiscard]] Result<QStringList> writeWorkspaceFile(const QString &path, workspace::WorkspaceFile content);

} // namespace fabricscope::app::window
