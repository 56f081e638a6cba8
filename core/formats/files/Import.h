// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/capture/Capture.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// A file provided by the user, or a piece of one: of an archive, of a bundle.
struct Piece {
    std::string name;  ///< "lspci.txt", "sosreport.tar.xz/sos_commands/pci/lspci_-nnvv", "bug.log: lspci"
    std::string bytes; ///< unchanged
};

/// Limits of one import, over all its files.
struct ImportLimits {
    std::size_t fileBytes = std::size_t{256} << 20;  ///< one file as stored on disk
    std::size_t totalBytes = std::size_t{512} << 20; ///< all pieces, unpacked
    std::size_t members = 500000;                    ///< of all archives and folders
    std::size_t depth = 4;                           ///< archives within archives, bundles within them
};

/// Creates one capture from files about one host, in any known format, recognised by content: captures, the
/// output of `capture --print-script`, archives and folders of /sys and /proc, hwloc XML, tools' text and
/// bundles of such text; any of it compressed. The sections get Part::Import (those of a capture keep
/// theirs); `notes` lists what was not recognised or is damaged. The target is the first capture's, else the
/// host name in a file, else the first file's name.
///
/// An error if nothing could be read, or if two files belong to different hosts (by machine ids if both have
/// one, else by host names up to the first dot): it names both. Reads files, but not the clock: takenMs is
/// taken from captures, else 0.
[[nodiscard]] Result<capture::Capture> importFiles(std::span<const std::filesystem::path> files,
                                                   const ImportLimits &limits = {});

/// The same for bytes in memory (pasted text, tests, fuzzers).
[[nodiscard]] Result<capture::Capture> importPieces(const std::vector<Piece> &pieces,
                                                    const ImportLimits &limits = {});

} // namespace fabricscope::formats
