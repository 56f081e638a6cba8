// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/SectionText.h"
#include "core/formats/files/FileKinds.h"

namespace fabricscope::formats {

// Lists of AMD's tools, each with the function that recognises its text.
bool isRocmInfo(const FileSample &sample); ///< RocmInfoReader.cpp
void readRocmInfo(const SectionText &text, HostBuilder &builder);
bool isAmdSmiCsv(const FileSample &sample); ///< AmdCsvReader.cpp: list and static with --csv
void readAmdSmiCsv(const SectionText &text, HostBuilder &builder);
bool isAmdSmiFirmware(const FileSample &sample); ///< this one and the next: AmdFirmwareReader.cpp
void readAmdSmiFirmware(const SectionText &text, HostBuilder &builder);
bool isAmdSmiEvent(const FileSample &sample);
void readAmdSmiEvent(const SectionText &text, HostBuilder &builder);

} // namespace fabricscope::formats
