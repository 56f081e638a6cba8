// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/SectionText.h"
#include "core/formats/files/FileKinds.h"

namespace fabricscope::formats {

[[nodiscard]] bool isAmdSmiProcess(const FileSample &sample);
/// `amd-smi process`: which processes have memory of which GPU.
void readAmdSmiProcess(const SectionText &text, HostBuilder &builder);

} // namespace fabricscope::formats
