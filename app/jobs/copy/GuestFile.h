// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/judge/JudgeHostOptions.h"
#include "core/hostvm/generate/Generate.h"
#include "core/hostvm/verify/Verify.h"

#include <string>
#include <string_view>

/// The NCCL file for a guest, from snapshots: what the window shows and `nccl-topo` prints. All functions are
/// pure and take milliseconds, with many problems some seconds: do not call on the GUI thread.
namespace fabricscope::app {

struct GuestFileInputs {
    const Snapshot &guest;                    ///< with a topology
    const Snapshot *onHost = nullptr;         ///< the host that it runs on; nullptr: not known
    const hostvm::GuestMapping &guestMapping; ///< of both; empty without a host
    JudgeOptions options; ///< library, environment, nodes and BIOS; no other has an effect
    std::string path;     ///< of the file in the guest; empty: as pathInGuest() returns
};

/// `inputs.path`; else the value of the guest's NCCL_TOPO_FILE; else /etc/nccl-topo.xml.
[[nodiscard]] std::string pathInGuest(const GuestFileInputs &inputs);

/// The guest's captured file at `inputs.path`; without a path the one that the library would open there.
/// std::nullopt: the capture has no such file.
[[nodiscard]] std::optional<CapturedFile> fileInGuest(const GuestFileInputs &inputs);

/// Guest mapped onto host; empty if one of them has no topology. With the user's overrides in `options`.
[[nodiscard]] hostvm::GuestMapping guestMappingOf(const Snapshot &guest, const Snapshot *onHost,
                                                  const hostvm::Options &options = {});

[[nodiscard]] hostvm::Generated generateFile(const GuestFileInputs &inputs);
/// `text` is the contents of the file, wherever it is stored now.
[[nodiscard]] hostvm::Verification verifyFile(std::string_view text, const GuestFileInputs &inputs);

} // namespace fabricscope::app
