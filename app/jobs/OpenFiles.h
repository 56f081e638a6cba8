// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/CollectJob.h"
#include "core/base/Result.h"

#include <filesystem>
#include <span>
#include <string>

namespace fabricscope::app {

/// Files about one host, in any format (core/formats/files/Import.h), as the window and the command line show
/// it: the one way in which either opens anything. Takes as long as reading and parsing takes: not on the GUI
/// thread.
[[nodiscard]] Result<capture::Capture> importFiles(std::span<const std::filesystem::path> files);
[[nodiscard]] Result<Snapshot> openFiles(std::span<const std::filesystem::path> files);
[[nodiscard]] Result<Snapshot> openFile(const std::filesystem::path &file);

/// Whether a SOURCE of the command line means a file or a folder, and not a host: it holds a slash, ends as
/// files do that we read, or is a file that is there. A folder needs the slash ("gpu-07/"), since people name
/// folders after hosts. So a mistyped file name is not looked up as a host.
[[nodiscard]] bool isFileSource(const std::string &source);

} // namespace fabricscope::app
