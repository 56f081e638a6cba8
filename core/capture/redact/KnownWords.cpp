// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/KnownWords.h"

#include "core/base/Text.h"

#include <array>
#include <unordered_map>
#include <utility>

namespace fabricscope::capture {

namespace {

constexpr std::size_t kLongestWord = 64;

} // namespace

/// Each word with the topics that it belongs to.
class WordIndex {
public:
    WordIndex() {
        const std::array<std::pair<Topic, std::string_view>, 17> lists{{
            {Topic::Common, words::kCommon},
            {Topic::Sysfs, words::kSysfs},
            {Topic::Cpu, words::kCpu},
            {Topic::System, words::kSystem},
            {Topic::Firmware, words::kFirmware},
            {Topic::Modules, words::kModules},
            {Topic::Storage, words::kStorage},
            {Topic::Pci, words::kPci},
            {Topic::Vendors, words::kVendors},
            {Topic::Gpu, words::kGpu},
            {Topic::Net, words::kNet},
            {Topic::Kernel, words::kKernel},
            {Topic::Vmm, words::kVmm},
            {Topic::Hwloc, words::kHwloc},
            {Topic::Nccl, words::kNccl},
            {Topic::Notes, words::kNotes},
            {Topic::Settings, words::kSettings},
        }};
        constexpr std::size_t kExpectedWords = 8192;
        m_topics.reserve(kExpectedWords);
        for (auto [topic, list] : lists)
            while (!list.empty())
                m_topics[takeUntil(list, ' ')] |= static_cast<std::uint32_t>(topic);
    }

    [[nodiscard]] bool has(std::string_view lower, Topics topics) const {
        const auto at = m_topics.find(lower);
        return at != m_topics.end() && (at->second & topics.m_bits) != 0;
    }

private:
    std::unordered_map<std::string_view, std::uint32_t> m_topics;
};

bool isKnownWord(std::string_view word, Topics topics) {
    static const WordIndex kIndex;
    if (word.empty() || word.size() > kLongestWord)
        return false;
    std::array<char, kLongestWord> lower{};
    for (std::size_t i = 0; i < word.size(); ++i)
        lower[i] = word[i] >= 'A' && word[i] <= 'Z' ? static_cast<char>(word[i] | 0x20) : word[i];
    return kIndex.has({lower.data(), word.size()}, topics);
}

} // namespace fabricscope::capture
