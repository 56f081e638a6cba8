// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/GuestFabric.h"
#include "core/hostvm/RequiredSettings.h"

#include <string>
#include <vector>

namespace fabricscope::hostvm {

struct GenerateOptions {
    /// `version` null: RCCL for AMD, else NCCL, the newest. The environment is laid over the guest's.
    nccl::Options library;
    std::string path = "/etc/nccl-topo.xml"; ///< where the file will lie in the guest, for the settings
};

/// GPUs and NICs that one synthetic switch holds. A pair, as a rule; more where the hardware has several NICs
/// for a GPU, or one NIC for several GPUs.
struct SwitchGroup {
    std::string busId;                           ///< "ffff:ff:01.0"
    std::vector<std::size_t> gpus, nics;         ///< in Generated::fabric
    Confidence confidence = Confidence::Certain; ///< the least of the matches that it rests on
};

struct Generated {
    affinity::Fabric fabric; ///< the guest's devices at the hardware's distances
    const nccl::Version *version = nullptr;
    std::string text;                ///< the file; empty: none can be made, and `notes` states why
    std::vector<SwitchGroup> groups; ///< in the order of the file
    std::vector<std::size_t> atCpu;  ///< GPUs that have no NIC below their switches: directly below `cpu`
    std::vector<Setting> settings;   ///< for it to take effect; empty where there is no file
    std::vector<std::string> notes;  ///< what was left out or taken to be so, and why: sentences
};

/// The NCCL file that pairs the guest's GPUs and NICs as the host's hardware does: below each `cpu` one
/// synthetic switch a pair, with the GPU and its NIC directly in it (PIX). Only what the hardware is known to
/// be; the text is read back by this version's own rules, and kept only where each GPU gets exactly its NICs.
/// Pure.
[[nodiscard]] Generated generate(const GuestOnHost &guest, const GenerateOptions &options = {});

} // namespace fabricscope::hostvm
