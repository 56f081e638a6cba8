// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

namespace fabricscope::topology {

/// A VGA controller of which its class alone is known: lstopo's text.
[[nodiscard]] bool isUnnamedVga(const host::PciFunction &function);

/// The host has a 3D controller or an accelerator that is a GPU: beside those, an unnamed VGA is a console.
[[nodiscard]] bool hasHeadlessGpu(const host::Host &host);

} // namespace fabricscope::topology
