// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string_view>

namespace fabricscope::capture {

/// Model numbers of vendors' forms where a maker's name for a machine, a board or a drive is: a kernel's
/// "DMI:" line, files of /sys/class/dmi and of NVMe drives. Any other word there may be the owner's. The
/// vendor's name must be there, too.
void findProductForms(std::string_view section, std::string_view text,
                      const std::function<void(std::string_view word)> &report);

/// Whether a part number of vital product data has the form of a serial number: at least nine capitals and
/// digits without a dash, seven of them digits ("MT2244X00777", "1650522011111"). Part numbers of makers have
/// fewer digits or dashes ("MCX75310AAS-NEAT", "BCM95720", "900-9X766-003N-SQ0").
[[nodiscard]] bool hasSerialForm(std::string_view name);

} // namespace fabricscope::capture
