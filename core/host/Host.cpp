// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/Host.h"

#include <algorithm>

namespace fabricscope::host {

const PciFunction *Host::function(const Address &address) const {
    auto at = std::lower_bound(functions.begin(), functions.end(), address,
                               [](const PciFunction &f, const Address &a) { return f.address < a; });
    return at != functions.end() && at->address == address ? &*at : nullptr;
}

PciFunction *Host::function(const Address &address) {
    return const_cast<PciFunction *>(static_cast<const Host &>(*this).function(address));
}

} // namespace fabricscope::host
