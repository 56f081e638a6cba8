// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "core/json/Json.h"
#include "core/nccl/LibraryChoice.h"

namespace fabricscope::json {

/// Adds `library_choice`, where the installed library is known: {"release": "2.27.7", "requested": false,
/// "exact": false, "differs_in": ["when PXN replaces a path"], "sentence": "modelled as ...", "installed":
/// [{"release": "2.27.6", "rocm": null, "path": "/usr/lib64/libnccl.so.2", "found_by": "ldconfig"}, ...]}.
/// `differs_in` is null where it is unknown; the first one installed is the one that is modelled.
void addLibraryChoice(Value &document, const nccl::LibraryChoice &choice);

/// Adds `libraries`, where there are any: [{"library": "nccl", "version": "2.27.6", "cuda": "12.9", "rocm":
/// null, "path": "/usr/lib64/libnccl.so.2", "file": "/usr/lib64/libnccl.so.2.27.6"}, ...].
void addLibraries(Value &document, const host::Host &host);

} // namespace fabricscope::json
