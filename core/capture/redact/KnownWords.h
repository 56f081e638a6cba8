// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace fabricscope::capture {

/// What a word belongs to. A section allows the words of a few topics (SectionRules.h).
enum class Topic : std::uint32_t {
    Common = 1U << 0U, ///< plain English of tools, units, months
    Sysfs = 1U << 1U,  ///< names and values of the kernel's files
    Cpu = 1U << 2U,
    System = 1U << 3U,   ///< operating systems, kernel parameters, system accounts
    Firmware = 1U << 4U, ///< dmidecode
    Modules = 1U << 5U,  ///< kernel modules and their parameters
    Storage = 1U << 6U,
    Pci = 1U << 7U,     ///< lspci
    Vendors = 1U << 8U, ///< vendors and their products
    Gpu = 1U << 9U,
    Net = 1U << 10U,
    Kernel = 1U << 11U, ///< kernel logs
    Vmm = 1U << 12U,
    Hwloc = 1U << 13U,
    Nccl = 1U << 14U,
    Numa = 1U << 15U,     ///< no words: node0, cpu0
    Notes = 1U << 16U,    ///< this program's own sentences in notes of a capture
    Settings = 1U << 17U, ///< settings, counters and services of a system, and versions of its software
};

/// Some topics.
class Topics {
public:
    constexpr Topics(Topic topic) // NOLINT(google-explicit-constructor): one topic is some topics
        : m_bits(static_cast<std::uint32_t>(topic)) {}
    [[nodiscard]] static constexpr Topics all() { return Topics(~std::uint32_t{0}); }
    [[nodiscard]] constexpr bool intersects(Topics other) const { return (m_bits & other.m_bits) != 0; }
    [[nodiscard]] constexpr Topics within(Topics other) const { return Topics(m_bits & other.m_bits); }
    friend constexpr Topics operator|(Topics a, Topics b) { return Topics(a.m_bits | b.m_bits); }

private:
    friend class WordIndex;
    constexpr explicit Topics(std::uint32_t bits) : m_bits(bits) {}
    std::uint32_t m_bits;
};
constexpr Topics operator|(Topic a, Topic b) {
    return Topics(a) | Topics(b);
}

/// Whether the word, in any case of letters, is one of these topics': such words name no person, machine or
/// site.
[[nodiscard]] bool isKnownWord(std::string_view word, Topics topics);

/// The lists, in lower case, separated by single blanks. One word adds one.
namespace words {
extern const std::string_view kCommon, kSysfs, kCpu, kSystem, kFirmware, kModules,
    kStorage;                                               // KnownWordsHost.cpp
extern const std::string_view kPci, kVendors, kGpu, kNet;   // KnownWordsDevices.cpp
extern const std::string_view kKernel, kVmm, kHwloc, kNccl; // KnownWordsSoftware.cpp
extern const std::string_view kNotes;                       // KnownWordsNotes.cpp
extern const std::string_view kSettings;                    // KnownWordsSettings.cpp
} // namespace words

} // namespace fabricscope::capture
