// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "core/base/Result.h"

#include <filesystem>
#include <span>
#include <string>

namespace fabricscope::app {

/// Files about one host, in any format (core/formats/files/Import.h), for the window and the command line:
/// both open everything through here. Takes as long as reading and parsing takes: do not call on the GUI
/// thread.
[[nodiscard]] Result<capture::Capture> importFiles(std::span<const std::filesystem::path> files);
[[nodiscard]] Result<Snapshot> openFiles(std::span<const std::filesystem::path> files);
[[nodiscard]] Result<Snapshot> openFile(const std::filesystem::path &file);

/// Whether a SOURCE of the command line is a file or a folder rather than a host: it contains a slash, has
/// the extension of a file type that we read, or is an existing file. A folder needs the slash ("gpu-07/"),
/// since people name folders after hosts. So a mistyped file name is not looked up as a host.
[[nodiscard]] bool isFileSource(const std::string &source);

} // namespace fabricscope::app
