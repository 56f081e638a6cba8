// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Version.h"

#include <limits>
#include <span>
#include <vector>

/// What the rows of several versions of both libraries share.
namespace fabricscope::nccl {

inline constexpr int kAnyModel = std::numeric_limits<int>::max();

/// kvDictPciGen of topo.cc; "16.0 GT/s" without " PCIe" is not in it.
inline constexpr LinkSpeedRow kLinkSpeeds[] = {
    {"2.5 GT/s", 15},        {"5 GT/s", 30},          {"8 GT/s", 60},          {"16 GT/s", 120},
    {"32 GT/s", 240},        {"2.5 GT/s PCIe", 15},   {"5.0 GT/s PCIe", 30},   {"8.0 GT/s PCIe", 60},
    {"16.0 GT/s PCIe", 120}, {"32.0 GT/s PCIe", 240}, {"64.0 GT/s PCIe", 480},
};

/// ncclTopoGetInterCpuBw, with the classes of ncclTopoAddCpu: since 2.26.
inline constexpr InterCpuRow kInterCpuSince226[] = {
    {CpuArch::Power, CpuVendor::Undefined, std::nullopt, 0, kAnyModel, 32},
    {CpuArch::Arm, CpuVendor::Undefined, std::nullopt, 0, kAnyModel, 6},
    {CpuArch::X86, CpuVendor::Intel, 6, 0xCF, kAnyModel, 40}, // Emerald Rapids
    {CpuArch::X86, CpuVendor::Intel, 6, 0x8F, kAnyModel, 22}, // Sapphire Rapids
    {CpuArch::X86, CpuVendor::Intel, 6, 0x55, kAnyModel, 10}, // Skylake
    {CpuArch::X86, CpuVendor::Intel, std::nullopt, 0, kAnyModel, 6},
    {CpuArch::X86, CpuVendor::Amd, std::nullopt, 0, kAnyModel, 16},
    {CpuArch::X86, CpuVendor::Zhaoxin, 7, 0x5B, 0x5B, 9}, // Yongfeng
    {CpuArch::X86, CpuVendor::Zhaoxin, std::nullopt, 0, kAnyModel, 6},
};
/// Before.
inline constexpr InterCpuRow kInterCpuBefore226[] = {
    {CpuArch::Power, CpuVendor::Undefined, std::nullopt, 0, kAnyModel, 32},
    {CpuArch::Arm, CpuVendor::Undefined, std::nullopt, 0, kAnyModel, 6},
    {CpuArch::X86, CpuVendor::Intel, 6, 0x55, kAnyModel, 10},
    {CpuArch::X86, CpuVendor::Intel, std::nullopt, 0, kAnyModel, 6},
    {CpuArch::X86, CpuVendor::Amd, std::nullopt, 0, kAnyModel, 16},
    {CpuArch::X86, CpuVendor::Zhaoxin, 7, 0x5B, 0x5B, 9},
    {CpuArch::X86, CpuVendor::Zhaoxin, std::nullopt, 0, kAnyModel, 6},
};

/// Direct access up to SYS, but not across the host bridge of some CPUs: RCCL, and NCCL before 2.23.
inline constexpr P2pRow kP2pByCpu[] = {
    {CpuArch::Arm, CpuVendor::Undefined, 0, PathType::Pxb},
    {CpuArch::X86, CpuVendor::Intel, 0, PathType::Pxb},
    {CpuArch::X86, CpuVendor::Zhaoxin, 0, PathType::Pxb},
    {CpuArch::Undefined, CpuVendor::Undefined, 0, PathType::Sys},
};

/// Makes a row of a copy of the row before it: in what the version differs.
using VersionStep = void (*)(Version &version);
/// `first`, and a row for each step.
[[nodiscard]] std::vector<Version> rowsFrom(const Version &first, std::span<const VersionStep> steps);

/// Newest first.
[[nodiscard]] std::vector<Version> ncclVersions();
[[nodiscard]] std::vector<Version> rcclVersions();

} // namespace fabricscope::nccl
