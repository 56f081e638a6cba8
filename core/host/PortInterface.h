// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

namespace fabricscope::host {

/// The network interface that the port names as its own; nullptr: it names none, or no source lists it. The
/// host must outlive it.
[[nodiscard]] const NetInterface *interfaceOf(const Host &host, const RdmaPort &port);

} // namespace fabricscope::host
