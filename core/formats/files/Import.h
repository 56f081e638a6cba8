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

/// A file someone handed over, or a piece of one: of an archive, of a bundle.
struct Piece {
    std::string name;  ///< "lspci.txt", "sosreport.tar.xz/sos_commands/pci/lspci_-nnvv", "bug.log: lspci"
    std::string bytes; ///< as they came
};

/// Bounds on what one import may take, over all its files.
struct ImportLimits {
    std::size_t fileBytes = std::size_t{256} << 20;  ///< one file as it lies on the disk
    std::size_t totalBytes = std::size_t{512} << 20; ///< all pieces, unpacked
    std::size_t members = 500000;                    ///< of all archives and folders
    std::size_t depth = 4;                           ///< archives within archives, bundles within them
};

/// One capture out of files about one host, in any format that is known, recognised by content: captures, the
/// output of `capture --print-script`, archives and folders of /sys and /proc, hwloc XML, tools' text and the
/// bundles that hold such text; any of it packed. What they say is in sections with Part::Import (those
/// of a capture keep theirs), what was not recognised or is damaged in `notes`. The target is the first
/// capture's, else the host name that a file shows, else the first file's name.
///
/// An error where nothing at all could be read, or where two files name different hosts (machine ids where
/// both have one, else host names up to the first dot): it names both. Reads files, asks no clock: takenMs is
/// what captures say, else 0.
[[nodiscard]] Result<capture::Capture> importFiles(std::span<const std::filesystem::path> files,
                                                   const ImportLimits &limits = {});

/// The same of bytes that are in memory already (pasted text, tests, fuzzers).
[[nodiscard]] Result<capture::Capture> importPieces(const std::vector<Piece> &pieces,
                                                    const ImportLimits &limits = {});

} // namespace fabricscope::formats
