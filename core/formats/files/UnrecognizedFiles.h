// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/formats/files/FileKinds.h"

#include <string>

namespace fabricscope::formats {

/// Why a file that matches none of fileKinds() cannot be read, and what to do: `what` continues
/// after the file's name ("is empty"). If its kind is known but of no use here, the error names the
/// kind.
[[nodiscard]] Error unrecognizedFileError(const FileSample &sample);

/// Whether it is the output of a benchmark or a log of NCCL or RCCL, which other commands read.
[[nodiscard]] bool isLogOfOtherCommand(const FileSample &sample);

/// All known kinds, as text.
[[nodiscard]] std::string knownKinds();

} // namespace fabricscope::formats
