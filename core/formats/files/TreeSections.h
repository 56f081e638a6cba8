// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Section.h"
#include "core/formats/files/TreePlaces.h"

#include <vector>

namespace fabricscope::formats {

/// The sections that the collector would have brought from these files (resources/collector/SECTIONS.md), in
/// its forms and under its names, with Part::Import. What is not there makes no section; files that were cut
/// short are not there. A section over 64 MiB is cut (Damage::TooLarge). Not const: files of a folder on disk
/// are read.
[[nodiscard]] std::vector<capture::Section> treeSections(capture::FileTree &tree, const HostTree &host);

} // namespace fabricscope::formats
