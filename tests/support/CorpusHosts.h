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

/// A real machine that somebody published, as its files are read.
struct CorpusHost {
    std::string name; ///< of the file or folder; fit for a file name
    std::shared_ptr<const capture::Capture> capture;
    std::shared_ptr<const topology::Topology> topology;
};

/// Where the corpus would be: beside the project, not in it.
inline const std::filesystem::path kCorpusFolder = FABRICSCOPE_SOURCE_DIR "/../shared/corpus";

/// Every host of the corpus that has at least one PCI function: hwloc XML, sysfs archives, folders of
/// captures, lspci output. In the order of their names. Empty where there is no corpus.
[[nodiscard]] std::vector<CorpusHost> corpusHosts(const std::filesystem::path &corpus);

} // namespace fabricscope::test
