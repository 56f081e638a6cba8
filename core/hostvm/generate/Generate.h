// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/generate/GuestFabric.h"
#include "core/hostvm/generate/RequiredSettings.h"

#include <string>
#include <vector>

namespace fabricscope::hostvm {

struct GenerateOptions {
    /// `version` null: RCCL for AMD, else NCCL, as installed there. The environment overrides the guest's.
    nccl::Options library;
    std::string path = "/etc/nccl-topo.xml"; ///< where the file will be in the guest, for the settings
};

/// GPUs and NICs below one synthetic switch. Usually a pair; more if the hardware has several NICs
/// per GPU, or one NIC for several GPUs.
struct SwitchGroup {
    std::string busId;                           ///< "ffff:ff:01.0"
    std::vector<std::size_t> gpus, nics;         ///< in Generated::fabric
    Confidence confidence = Confidence::Certain; ///< the lowest among the matches it is based on
};

struct Generated {
    affinity::Fabric fabric; ///< the guest's devices at the hardware's distances
    const nccl::Version *version = nullptr;
    nccl::LibraryChoice library;     ///< why this version
    std::string text;                ///< the file; empty: none can be generated, and `notes` states why
    std::vector<SwitchGroup> groups; ///< in the order of the file
    std::vector<std::size_t> atCpu;  ///< GPUs without a NIC below their switches: directly below `cpu`
    std::vector<Setting> settings;   ///< required for it to take effect; empty if there is no file
    std::vector<std::string> notes;  ///< omissions and assumptions, with their reasons: sentences
};

/// Generates the NCCL file that pairs the guest's GPUs and NICs as the host's hardware does: below each `cpu`
/// one synthetic switch per pair, with the GPU and its NIC directly in it (PIX). Uses only known hardware
/// facts; the text is read back by this version's own rules, and kept only if each GPU gets exactly its NICs.
/// Pure.
[[nodiscard]] Generated generate(const GuestOnHost &guest, const GenerateOptions &options = {});

} // namespace fabricscope::hostvm
