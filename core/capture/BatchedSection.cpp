// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/BatchedSection.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

namespace fabricscope::capture {

namespace {

constexpr std::size_t kMaxMembers = 64;
constexpr std::size_t kLongestName = 64;

} // namespace

std::string cleanSectionName(std::string_view text) {
    std::string name(text.substr(0, kLongestName));
    for (char &c : name) {
        const bool fine =
            (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
        if (!fine)
            c = '_';
    }
    return name.empty() || name[0] == '.' ? "unnamed" : name;
}

bool BatchedSection::add(std::string_view declaration, Part part, std::int64_t startedMs) {
    Member member;
    member.meta.name = cleanSectionName(takeUntil(declaration, ' '));
    member.meta.exitStatus = parseInteger<int>(takeUntil(declaration, ' '));
    member.prefix = takeUntil(declaration, ' ');
    member.meta.origin = HostText(declaration).plain();
    member.meta.part = part;
    member.meta.startedMs = startedMs;
    if (member.prefix.empty() || m_members.size() == kMaxMembers)
        return false;
    if (member.prefix == "-")
        member.prefix.clear();
    m_members.push_back(std::move(member));
    return true;
}

std::size_t BatchedSection::indexOf(std::string_view line) const {
    std::size_t best = m_members.size();
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        const std::string &prefix = m_members[i].prefix;
        const bool longer = best == m_members.size() || prefix.size() > m_members[best].prefix.size();
        if (longer && line.substr(0, prefix.size()) == prefix)
            best = i;
    }
    return best;
}

std::string_view BatchedSection::nameOf(std::string_view line) const {
    const std::size_t index = indexOf(line);
    return index < m_members.size() ? std::string_view(m_members[index].meta.name) : std::string_view{};
}

std::vector<BatchedSection::Member> BatchedSection::sorted(std::string_view bytes, Damage damage,
                                                           std::string_view damageText) const {
    std::vector<Member> out = m_members;
    std::size_t last = 0;
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const std::string_view line = bytes.substr(0, end == std::string_view::npos ? end : end + 1);
        bytes.remove_prefix(line.size());
        const std::size_t index = indexOf(line);
        if (index == out.size())
            continue;
        out[index].bytes += line.substr(out[index].prefix.size());
        last = index;
    }
    for (std::size_t i = last; i < out.size() && damage != Damage::None; ++i) {
        out[i].meta.exitStatus.reset();
        out[i].meta.damage = damage;
        out[i].meta.damageText = HostText(damageText).plain();
    }
    return out;
}

} // namespace fabricscope::capture
