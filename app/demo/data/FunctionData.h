// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"
#include "app/demo/data/JsonFields.h"

namespace fabricscope::app::demo {

/// One entry of a host's "functions", its device template merged in. Throws DataError.
[[nodiscard]] DemoFunction parseFunction(const Address &address, const Fields &fields);
/// One entry of "virtual_nets", or a function's "net". Throws DataError.
[[nodiscard]] DemoNet parseNet(const Fields &fields);

} // namespace fabricscope::app::demo
