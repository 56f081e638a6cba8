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

} // namespace fabricscope::formats
