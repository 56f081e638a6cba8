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

} // namespace fabricscope::capture
