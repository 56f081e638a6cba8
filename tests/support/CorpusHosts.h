// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/topology/Topology.h"
#include "tests/Places.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::test {

/// A real machine published by somebody, read from its files.
struct CorpusHost {
    std::string name; ///< of the file or folder; valid as a file name
    std::shared_ptr<const capture::Capture> capture;
    std::shared_ptr<const topology::Topology> topology;
};

/// The expected location of the corpus: outside the project, in a sibling folder.
inline const std::filesystem::path kCorpusFolder = FABRICSCOPE_SOURCE_DIR "/../shared/corpus";

/// All hosts of the corpus that have at least one PCI function, sorted by name: hwloc XML, sysfs archives,
/// folders of captures, lspci output. Empty if there is no corpus.
[[nodiscard]] std::vector<CorpusHost> corpusHosts(const std::filesystem::path &corpus);

} // namespace fabricscope::test
