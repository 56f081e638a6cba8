// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/hostvm/generate/GuestFabric.h"
#include "core/hostvm/generate/RequiredSettings.h"
#include "core/hostvm/verify/FileFinding.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::hostvm {

struct VerifyOptions {
    /// `version` null: RCCL for guests with AMD GPUs, else NCCL, as installed there. The environment
    /// overrides the guest's.
    nccl::Options library;
    std::string path = "/etc/nccl-topo.xml"; ///< where the file lies, or will lie, in the guest
    /// The text of the file at the path in the guest's NCCL_TOPO_FILE, if it is
    /// available.
    std::optional<std::string> installed;
};

/// How a library will treat a file on a guest.
struct Verification {
    const nccl::Version *version = nullptr;
    nccl::LibraryChoice library;       ///< why this version
    bool effective = false;            ///< the library reads it, and finds something of the guest in it
    std::string effectiveWhy;          ///< a sentence without a full stop
    std::vector<FileFinding> findings; ///< by line, those of no line last
    nccl::Decisions decisions;         ///< with `error` where the library refuses the file
    affinity::Judgement judgement;     ///< pairs by Basis::Library and Basis::File as the file is written,
                                       ///< Basis::Ideal as the hardware is wired
    std::string source;                ///< where the distances are from; empty: the guest itself
    std::string corrected; ///< the file with the edits of its errors and warnings, of its notes where
                           ///< it has neither; empty: it needs none, or has none
    std::string diff;      ///< from the file to that, for `patch`
    std::vector<Setting> settings;
    std::vector<std::string> notes; ///< what is unknown, and why: sentences

    [[nodiscard]] std::size_t count(Severity severity) const;
    /// Absent: no findings.
    [[nodiscard]] std::optional<Severity> worst() const;
    /// "2 errors and 1 warning; NCCL loads this file."
    [[nodiscard]] std::string sentence() const;
};

/// Verifies a file against its guest and the host that the guest runs on. Any text is valid input.
/// Pure; takes milliseconds per finding: at most some seconds, not for the GUI thread.
[[nodiscard]] Verification verify(std::string_view text, const GuestOnHost &guest,
                                  const VerifyOptions &options = {});

} // namespace fabricscope::hostvm
