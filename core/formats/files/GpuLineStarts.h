// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace fabricscope::formats {

// How the lines of the tools of GPUs begin: rows of LineStarts.cpp (LineStart::length).

/// Tables of pairs. Their rows are the name of a device and then something that is no name, so that a row
/// does not begin inside of their line of names.
std::size_t nvidiaTopoLength(std::string_view line, std::size_t place);
std::size_t nvidiaP2pLength(std::string_view line, std::size_t place);
std::size_t rocmSmiLength(std::string_view line, std::size_t place);
std::size_t amdTopologyLength(std::string_view line, std::size_t place);
std::size_t amdXgmiLength(std::string_view line, std::size_t place);

/// `nvidia-smi -q`: a line in its block has its indent before it, also where a copy joined it to another.
/// Without indents nothing tells the value of one line from the name of the next.
std::size_t nvidiaQueryLength(std::string_view line, std::size_t place);

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
