// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/AnsibleInventory.h"

#include "core/base/HostText.h"
#include "core/workspace/HostSpec.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fabricscope::workspace {

namespace {

struct VariableName {
    std::string_view name;
    std::size_t variable; ///< AnsibleInventory::Variable
};

} // namespace

AnsibleInventory::AnsibleInventory(ListBuilder &builder) : m_builder(builder) {
    group("all");
}

std::size_t AnsibleInventory::group(std::string_view name) {
    const auto [place, isNew] = m_groupIndex.try_emplace(std::string(name), m_groups.size());
    if (isNew) {
        Group made;
        made.name = name;
        made.own.fill(kNothing);
        m_groups.push_back(std::move(made));
    }
    return place->second;
}

std::vector<std::size_t> AnsibleInventory::addHosts(std::string_view pattern, std::size_t group, int line) {
    // "name:2222" is a port, "[01:50]" a range, "::1" an address.
    std::uint16_t port = 0;
    const auto colon = pattern.rfind(':');
    const auto bracket = pattern.rfind(']');
    const bool oneColon = pattern.find(':') == colon || (bracket != pattern.npos && bracket < colon);
    if (colon != pattern.npos && oneColon && (bracket == pattern.npos || bracket < colon)) {
        const auto number = portOf(pattern.substr(colon + 1));
        if (!number) {
            m_builder.warn(line,
                           fmt::format("'{}' has no port between 1 and 65535", HostText(pattern).plain(80)));
            return {};
        }
        port = *number;
        pattern = pattern.substr(0, colon);
    }
    if (pattern.starts_with('[') && pattern.ends_with(']') &&
        isAddress(pattern.substr(1, pattern.size() - 2)))
        pattern = pattern.substr(1, pattern.size() - 2);
    const auto names = m_builder.expand(pattern, RangeGrammar::Ansible);
    if (!names) {
        m_builder.warn(line,
                       fmt::format("'{}' is ignored: {}", HostText(pattern).plain(80), names.error().what));
        return {};
    }
    std::vector<std::size_t> hosts;
    for (const std::string &name : *names) {
        if (m_builder.isFull())
            break;
        const auto [place, isNew] = m_memberIndex.try_emplace(name, m_members.size());
        if (isNew) {
            Member made;
            made.name = name;
            made.own.fill(kNothing);
            made.line = line;
            m_members.push_back(std::move(made));
        }
        Member &member = m_members[place->second];
        member.port = port != 0 ? port : member.port;
        member.groups.push_back(group);
        hosts.push_back(place->second);
    }
    return hosts;
}

void AnsibleInventory::addChild(std::size_t parent, std::size_t child, int line) {
    if (child == kAll || child == parent) {
        m_builder.warn(
            line, fmt::format("{} cannot be a child of {}", m_groups[child].name, m_groups[parent].name));
        return;
    }
    m_groups[parent].children.push_back(child);
    m_groups[child].line = line;
    ++m_groups[child].parents;
}

void AnsibleInventory::setGroupVariable(std::size_t group, std::string_view name, std::string_view value,
                                        int line) {
    if (const auto kept = keep(name, value, line))
        m_groups[group].own[kept->first] = kept->second;
}

void AnsibleInventory::setHostVariable(const std::vector<std::size_t> &hosts, std::string_view name,
                                       std::string_view value, int line) {
    if (const auto kept = keep(name, value, line))
        for (const std::size_t host : hosts)
            m_members[host].own[kept->first] = kept->second;
}

std::optional<std::pair<AnsibleInventory::Variable, std::size_t>>
AnsibleInventory::keep(std::string_view name, std::string_view value, int line) {
    static constexpr std::array<VariableName, 12> kNames = {{
        {"ansible_host", Host},
        {"ansible_ssh_host", Host},
        {"ansible_port", Port},
        {"ansible_ssh_port", Port},
        {"ansible_user", User},
        {"ansible_ssh_user", User},
        {"ansible_ssh_private_key_file", Key},
        {"ansible_private_key_file", Key},
        {"ansible_ssh_common_args", CommonArguments},
        {"ansible_ssh_extra_args", ExtraArguments},
        {"ansible_ssh_args", ExtraArguments},
        {"ansible_connection", Connection},
    }};
    const auto *known = std::find_if(kNames.begin(), kNames.end(),
                                     [name](const VariableName &row) { return row.name == name; });
    if (known == kNames.end() || value.empty())
        return std::nullopt;
    if (value.find("{{") != std::string_view::npos) {
        m_builder.warn(line, fmt::format("{} is a template and is not evaluated", name));
        return std::nullopt;
    }
    m_values.push_back({std::string(value), line});
    return std::pair(static_cast<Variable>(known->variable), m_values.size() - 1);
}

/// From parents to children, by depth and then by name; groups in a cycle are last, with a warning.
void AnsibleInventory::orderGroups() {
    std::vector<std::size_t> byName(m_groups.size());
    std::iota(byName.begin(), byName.end(), std::size_t{0});
    std::sort(byName.begin(), byName.end(),
              [&](std::size_t a, std::size_t b) { return m_groups[a].name < m_groups[b].name; });
    for (std::size_t order = 0; order < byName.size(); ++order)
        m_groups[byName[order]].order = order;
}

void AnsibleInventory::merge(Choices &into, const Choices &from) {
    for (std::size_t variable = 0; variable < kCount; ++variable) {
        const Choice &candidate = from[variable];
        Choice &best = into[variable];
        if (candidate.value != kNothing &&
            (best.value == kNothing ||
             std::pair(candidate.depth, candidate.order) >= std::pair(best.depth, best.order)))
            best = candidate;
    }
}

void AnsibleInventory::passDown() {
    orderGroups();
    std::vector<std::size_t> waiting(m_groups.size());
    std::vector<std::size_t> ready;
    for (std::size_t place = 0; place < m_groups.size(); ++place) {
        waiting[place] = m_groups[place].parents;
        m_groups[place].depth = place == kAll ? 0 : 1; // every group is below "all"
        if (waiting[place] == 0)
            ready.push_back(place);
    }
    std::size_t done = 0;
    for (; done < ready.size(); ++done) {
        Group &group = m_groups[ready[done]];
        for (std::size_t variable = 0; variable < kCount; ++variable)
            if (group.own[variable] != kNothing)
                group.choices[variable] = {group.own[variable], group.depth, group.order};
        for (const std::size_t child : group.children) {
            m_groups[child].depth = std::max(m_groups[child].depth, group.depth + 1);
            merge(m_groups[child].choices, group.choices);
            if (--waiting[child] == 0)
                ready.push_back(child);
        }
    }
    if (done < m_groups.size())
        for (std::size_t place = 0; place < m_groups.size(); ++place)
            if (waiting[place] != 0)
                m_builder.warn(m_groups[place].line,
                               fmt::format("group {} contains itself: its variables are ignored",
                                           HostText(m_groups[place].name).plain(80)));
}

std::string_view AnsibleInventory::text(const Choices &choices, Variable variable) const {
    return choices[variable].value == kNothing ? std::string_view() : m_values[choices[variable].value].text;
}

void AnsibleInventory::resolve() {
    passDown();
    for (const Member &member : m_members)
        emit(member);
}

void AnsibleInventory::emit(const Member &member) {
    Choices choices = m_groups[kAll].choices;
    for (const std::size_t group : member.groups)
        merge(choices, m_groups[group].choices);
    for (std::size_t variable = 0; variable < kCount; ++variable)
        if (member.own[variable] != kNothing)
            choices[variable].value = member.own[variable];
    HostEntry entry;
    entry.name = member.name;
    entry.line = member.line;
    entry.port = member.port;
    entry.address = text(choices, Host).empty() ? member.name : text(choices, Host);
    if (text(choices, Connection) == "local")
        entry.address = "local:";
    if (entry.address.starts_with('[') && entry.address.ends_with(']'))
        entry.address = entry.address.substr(1, entry.address.size() - 2);
    if (!isHostName(entry.name) || !isHostName(entry.address)) {
        m_builder.warn(member.line,
                       fmt::format("'{}' is not a host",
                                   HostText(isHostName(entry.name) ? entry.address : entry.name).plain(80)));
        return;
    }
    if (const auto port = text(choices, Port); !port.empty()) {
        if (const auto number = portOf(port))
            entry.port = member.port != 0 ? member.port : *number;
        else
            m_builder.warn(member.line, fmt::format("'{}' is not a port", HostText(port).plain(80)));
    }
    if (const auto user = text(choices, User); isUserName(user))
        entry.user = user;
    else if (!user.empty())
        m_builder.warn(member.line, fmt::format("'{}' is not a valid user", HostText(user).plain(80)));
    if (const auto key = text(choices, Key); isPath(key))
        entry.identityFile = key;
    takeArguments(entry, text(choices, CommonArguments), member.line);
    takeArguments(entry, text(choices, ExtraArguments), member.line);
    for (const std::size_t group : member.groups)
        if (group != kAll && m_groups[group].name != "ungrouped")
            ListBuilder::addGroup(entry, m_groups[group].name);
    m_builder.add(std::move(entry), ListBuilder::DuplicatePolicy::Merge);
}

/// Of ssh's arguments only the jump host is used. A ProxyCommand in a list is never run.
void AnsibleInventory::takeArguments(HostEntry &entry, std::string_view arguments, int line) {
    constexpr std::string_view kJump = "ProxyJump=";
    const auto words = splitShellWords(arguments);
    for (std::size_t at = 0; at < words.size(); ++at) {
        std::string_view word = words[at];
        std::string_view jump;
        if ((word == "-J" || word == "-o") && at + 1 < words.size()) {
            jump = word == "-J" ? std::string_view(words[at + 1]) : std::string_view();
            word = words[++at];
        } else if (word.starts_with("-J")) {
            jump = word.substr(2);
        } else if (word.starts_with("-o")) {
            word.remove_prefix(2);
        }
        if (word.starts_with(kJump))
            jump = word.substr(kJump.size());
        if (word.starts_with("ProxyCommand"))
            m_builder.warn(line, fmt::format("{}: ProxyCommand in lists is not run; put it in your ssh "
                                             "configuration, or use ProxyJump",
                                             entry.name));
        if (jump.empty())
            continue;
        if (isJump(jump))
            entry.jump = jump;
        else
            m_builder.warn(line, fmt::format("'{}' is not a jump host", HostText(jump).plain(80)));
    }
}

} // namespace fabricscope::workspace
