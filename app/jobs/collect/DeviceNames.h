// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Names.h"

namespace fabricscope::app {

/// The system's pci.ids, supplemented by the bundled table of newer devices; read once, at the first call.
[[nodiscard]] const pci::Names &deviceNames();

} // namespace fabricscope::app
