// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/SectionText.h"
#include "core/formats/files/FileKinds.h"

namespace fabricscope::formats {

bool isEthtoolSettings(const FileSample &sample); ///< `ethtool INTERFACE`
void readEthtoolSettings(const SectionText &text, HostBuilder &builder);
bool isEthtoolModule(const FileSample &sample); ///< `ethtool -m INTERFACE`
void readEthtoolModule(const SectionText &text, HostBuilder &builder);
/// The interface of a command line with one of these options, "$ ethtool -S eth2"; empty for other lines.
[[nodiscard]] std::string_view askedInterface(std::string_view line, std::string_view option,
                                              std::string_view longOption);

} // namespace fabricscope::formats
