// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"

#include <string_view>

namespace fabricscope::formats {

/// A line in which nvidia-smi says that it lost a GPU: "Unable to determine the device handle for GPU0:
/// 0000:41:00.0: Unknown Error". Adds the fault, and the GPU, unless the other GPUs of the text have no
/// addresses; false for other lines.
bool readLostGpu(std::string_view line, HostBuilder &builder, host::EvidenceRef evidence,
                 bool addsGpu = true);

/// The same, and lines in which nvidia-smi says why it shows no GPU at all: "No devices were found".
bool readNvidiaMessage(std::string_view line, HostBuilder &builder, host::EvidenceRef evidence);

} // namespace fabricscope::formats
