// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/host/Fact.h"

namespace fabricscope::fleet {

/// Whether a text of `lspci` states it, which lists all functions: what it does not state of one, this one
/// has not. The kernel's log and the tools of vendors state the drivers and groups of some functions only.
[[nodiscard]] bool isInListing(const capture::Capture &capture, host::EvidenceRef evidence);

} // namespace fabricscope::fleet
