// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/ConsoleVga.h"

#include "core/topology/Classes.h"

#include <algorithm>

namespace fabricscope::topology {

namespace {

constexpr std::uint32_t kVga = 0x0300;

} // namespace

bool isUnnamedVga(const host::PciFunction &function) {
    return function.classCode && *function.classCode >> 8 == kVga && !function.vendor;
}

bool hasHeadlessGpu(const host::Host &host) {
    return std::any_of(host.functions.begin(), host.functions.end(), [](const host::PciFunction &at) {
        return deviceKind(at) == NodeKind::Gpu && *at.classCode >> 8 != kVga;
    });
}

} // namespace fabricscope::topology
