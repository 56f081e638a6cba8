// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "core/nccl/Version.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::nccl {

/// The row that stands for a release, and how far it may differ from it.
struct ReleaseModel {
    const Version *model = nullptr;
    bool isExact = false;                      ///< the row mirrors this very release
    bool isBetween = false;                    ///< of two rows, or one of them: `differences` is complete
    bool isNewer = false;                      ///< than all rows
    std::vector<std::string_view> differences; ///< in words: of the model from the rows on both sides
};

/// `release`: "2.27.6". The equal row; else the row that decides as the release does (findVersion); else,
/// beyond all rows, the newest or the oldest. Not a release: no model.
[[nodiscard]] ReleaseModel modelOf(Flavor flavor, std::string_view release);

/// A library that the user names, "nccl-2.27.6": any release of either.
struct RequestedLibrary {
    ReleaseModel modelled;
    std::string release; ///< "2.27.6"; empty where the row mirrors it
};
/// Nothing where the text is no such name.
[[nodiscard]] std::optional<RequestedLibrary> requestedLibrary(std::string_view name);

/// In what two rows differ, in words. Empty: nothing.
[[nodiscard]] std::vector<std::string_view> differencesOf(const Version &a, const Version &b);

/// Which version is modelled for a host, and which is installed there.
struct LibraryChoice {
    struct Installed {
        std::string release; ///< "2.27.6"; empty where nothing states it
        std::string rocm;    ///< "7.0.2", where the release is that of ROCm; else empty
        std::string path;
        std::string_view foundBy; ///< in words
    };
    ReleaseModel modelled;    ///< of the first one installed; if requested, compared with that one
    bool isRequested = false; ///< by the user: whatever is installed
    std::string requested;    ///< that release, where the model is another: "2.27.6"
    /// Of this flavour, first the one that is modelled: the dynamic linker's, before those of wheels.
    std::vector<Installed> installed;

    /// "modelled as NCCL 2.27.7, installed 2.27.6, differs in: PXN" and the others that are installed. No
    /// full stop.
    [[nodiscard]] std::string sentence() const;
};

/// `requested` null: the model of the installed library, else the one that is assumed. `release`: for which
/// `requested` stands, if it is another.
[[nodiscard]] LibraryChoice libraryOf(const host::Host &host, Flavor flavor, const Version *requested,
                                      std::string_view release = {});

} // namespace fabricscope::nccl
