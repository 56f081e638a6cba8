// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/formats/files/FileKinds.h"

#include <string>

namespace fabricscope::formats {

/// Why a file that is none of fileKinds() cannot be read, and what to do: `what` goes on after the file's
/// name
/// ("is empty"). Of a file whose kind is known though of no use here it says which one.
[[nodiscard]] Error unrecognizedFileError(const FileSample &sample);

/// All kinds that are known, for people.
[[nodiscard]] std::string knownKinds();

} // namespace fabricscope::formats
