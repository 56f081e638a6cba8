// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace fabricscope::formats {

// How the lines of texts begin whose keys are a fixed set, or of a fixed form: rows of LineStarts.cpp
// (LineStart::length).

std::size_t lstopoLength(std::string_view line, std::size_t place);
/// Keys are indented: behind a single blank there is none.
std::size_t rocmInfoLength(std::string_view line, std::size_t place);
std::size_t lscpuLength(std::string_view line, std::size_t place);
std::size_t dmidecodeLength(std::string_view line, std::size_t place);
/// /proc/cpuinfo
std::size_t cpuInfoLength(std::string_view line, std::size_t place);
/// /proc/driver/nvidia/gpus/*/information
std::size_t nvidiaInformationLength(std::string_view line, std::size_t place);
std::size_t osReleaseLength(std::string_view line, std::size_t place);

} // namespace fabricscope::formats
