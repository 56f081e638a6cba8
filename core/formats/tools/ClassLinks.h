// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/SectionText.h"
#include "core/formats/files/FileKinds.h"

namespace fabricscope::formats {

/// `ls -l` of /sys/class/infiniband or /sys/class/net. Reads only the sample, in time linear in its length.
[[nodiscard]] bool isClassLinks(const FileSample &sample);
/// RDMA devices and interfaces with their place in the PCI tree; a place that is known stays.
void readClassLinks(const SectionText &text, HostBuilder &builder);

} // namespace fabricscope::formats
