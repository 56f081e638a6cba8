// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/json/Json.h"
#include "core/nccl/LibraryChoice.h"
#include "core/topology/Topology.h"

#include <string>

namespace fabricscope::json {

/// The document fabricscope.affinity/0 (design/cli.md). `topology` is nullptr for an NCCL file alone: its
/// `host` is null. `bandwidth_gbytes_per_s` is the library's figure, `physical_gbytes_per_s` the narrowest
/// link's; `gpu`, `nic`, `from`, `to`, `relay`, `local_gpu` and `ideal_nics` refer to `id`.
[[nodiscard]] std::string affinityDocument(const affinity::Examination &examination,
                                           const topology::Topology *topology);

/// Adds `library_choice`, where the installed library is known: {"release": "2.27.7", "requested": false,
/// "exact": false, "differs_in": ["when PXN replaces a path"], "sentence": "modelled as ...", "installed":
/// [{"release": "2.27.6", "rocm": null, "path": "/usr/lib64/libnccl.so.2", "found_by": "ldconfig"}, ...]}.
/// `differs_in` is null where it is unknown; the first one installed is the one that is modelled.
void addLibraryChoice(Value &document, const nccl::LibraryChoice &choice);

} // namespace fabricscope::json
