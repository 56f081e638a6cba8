// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/host/Host.h"
#include "core/nccl/Version.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::affinity {

/// An NCCL file as it should be.
struct Correction {
    std::string path; ///< of the file that it takes the place of, safe to show
    std::string text; ///< all of it: unchanged parts keep their place, comments too
    std::string diff; ///< unified, for `patch`; empty where more lines differ than a diff is made for
    std::vector<std::string> changes; ///< "ionic_2 (0002:00:0b.0) goes to GPU2 (0002:00:03.0)"
    /// What the library needs set to go by it: "export NCCL_TOPO_FILE=/etc/nccl-topo.xml".
    std::vector<std::string> settings;
};

/// The file with each NIC below one switch with the GPU whose NIC it is by hardware. Only where a GPU's pair
/// is mispaired, shared while another idles, or staged in host memory, because the file puts or leaves it so;
/// only what hardware is known to be; and only if the new text, read as this version of the library reads it,
/// states exactly that. A switch that has to be invented gets an id that no machine has (ffff:ff:NN.0).
[[nodiscard]] std::optional<Correction> correctedFile(std::string_view text, const std::string &path,
                                                      const nccl::Version &version,
                                                      const Judgement &judgement);

/// The same where there is no file: one with the GPUs that have NICs behind switches, each with its own below
/// an invented one, and CPUs as the machine has them. Nothing where the machine does not state the NUMA nodes
/// of its GPUs.
[[nodiscard]] std::optional<Correction> newFile(const std::string &path, const host::Host &host,
                                                const nccl::Version &version, const Judgement &judgement);

} // namespace fabricscope::affinity
