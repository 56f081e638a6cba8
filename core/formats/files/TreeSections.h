// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Section.h"
#include "core/formats/files/TreePlaces.h"

#include <vector>

namespace fabricscope::formats {

/// The sections that the collector would have produced from these files (resources/collector/SECTIONS.md),
/// with the same forms and names, with Part::Import. Missing files produce no section; truncated files count
/// as missing. A section over 64 MiB is truncated (Damage::TooLarge). Not const: files of a folder on disk
/// are read.
[[nodiscard]] std::vector<capture::Section> treeSections(capture::FileTree &tree, const HostTree &host);

} // namespace fabricscope::formats
