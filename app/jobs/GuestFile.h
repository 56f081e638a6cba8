// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/CollectJob.h"
#include "app/jobs/JudgeHostOptions.h"
#include "core/hostvm/Generate.h"
#include "core/hostvm/Verify.h"

#include <string>
#include <string_view>

/// The NCCL file for a guest, out of snapshots: what the window shows and `nccl-topo` prints. All are pure
/// and take milliseconds, with many problems some seconds: not on the GUI thread.
namespace fabricscope::app {

struct GuestFileInputs {
    const Snapshot &guest;                    ///< with a topology
    const Snapshot *onHost = nullptr;         ///< the host that it runs on; nullptr: none is known
    const hostvm::GuestMapping &guestMapping; ///< of both; empty where there is no host
    JudgeOptions options; ///< library, environment, nodes and BIOS; no other has an effect
    std::string path;     ///< of the file in the guest; empty: as pathInGuest() says
};

/// `inputs.path`; else what the guest's NCCL_TOPO_FILE names; else /etc/nccl-topo.xml.
[[nodiscard]] std::string pathInGuest(const GuestFileInputs &inputs);

/// The guest's captured file at `inputs.path`; without a path the one that the library would open there.
/// std::nullopt: the capture has no such file.
[[nodiscard]] std::optional<CapturedFile> fileInGuest(const GuestFileInputs &inputs);

/// Guest upon host; empty where one of them has no topology. With the user's overrides in `options`.
[[nodiscard]] hostvm::GuestMapping guestMappingOf(const Snapshot &guest, const Snapshot *onHost,
                                                  const hostvm::Options &options = {});

[[nodiscard]] hostvm::Generated generateFile(const GuestFileInputs &inputs);
/// `text` is the file's, wherever it lies now.
[[nodiscard]] hostvm::Verification verifyFile(std::string_view text, const GuestFileInputs &inputs);

} // namespace fabricscope::app
