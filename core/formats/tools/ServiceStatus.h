// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/SectionText.h"
#include "core/formats/files/FileKinds.h"

namespace fabricscope::formats {

/// `systemctl status` of services, or a list of them (`systemctl --failed`).
bool isServiceStatus(const FileSample &sample);
void readServiceStatus(const SectionText &text, HostBuilder &builder);

} // namespace fabricscope::formats
