// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"

#include <string_view>

namespace fabricscope::formats {

/// "P#0 126GB" of a NUMA node: rounded, so it is shown as the tool states it and is no size.
void addRoundedMemory(HostBuilder &builder, unsigned node, std::string_view attributes,
                      host::EvidenceRef evidence);

} // namespace fabricscope::formats
