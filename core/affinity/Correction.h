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

/// The corrected version of an NCCL file.
struct Correction {
    std::string path;                 ///< of the file that it replaces, safe to show
    std::string text;                 ///< all of it: unchanged parts stay in place, comments too
    std::string diff;                 ///< unified, for `patch`; empty if too many lines differ
    std::vector<std::string> changes; ///< "ionic_2 (0002:00:0b.0) goes to GPU2 (0002:00:03.0)"
    /// Settings with which the library uses the file: "export NCCL_TOPO_FILE=/etc/nccl-topo.xml".
    std::vector<std::string> settings;
};

/// The file with each NIC placed below one switch together with the GPU it belongs to by hardware. Only if
/// the file makes a GPU's pair mispaired, shared while another NIC is idle, or staged in host memory, or
/// leaves it so; only if the hardware is known; and only if the new text, read as this version of the library
/// reads it, states exactly that. An invented switch gets an id that no machine has (ffff:ff:NN.0).
[[nodiscard]] std::optional<Correction> correctedFile(std::string_view text, const std::string &path,
                                                      const nccl::Version &version,
                                                      const Judgement &judgement);

/// The same if there is no file: a file with the GPUs that have NICs behind switches, each group below an
/// invented switch, and the CPUs as on the machine. Nothing if the machine does not report the NUMA nodes of
/// its GPUs.
[[nodiscard]] std::optional<Correction> newFile(const std::string &path, const host::Host &host,
                                                const nccl::Version &version, const Judgement &judgement);

} // namespace fabricscope::affinity
