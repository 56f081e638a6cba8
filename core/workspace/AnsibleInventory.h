// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/ListBuilder.h"

#include <array>
#include <unordered_map>

namespace fabricscope::workspace {

/// The parts of an inventory on how a host is reached, before anything has been decided: filled by the
/// readers of both forms. Precedence is Ansible's: all, then groups from parent to child, those of one depth
/// by name, then the host (docs.ansible.com, "How variables are merged").
class AnsibleInventory {
public:
    explicit AnsibleInventory(ListBuilder &builder);

    /// Places of groups and hosts, made where they are new.
    std::size_t group(std::string_view name);
    /// The hosts that a pattern names, as members of the group. Empty where it cannot be read, with a
    /// warning.
    std::vector<std::size_t> addHosts(std::string_view pattern, std::size_t group, int line);
    void addChild(std::size_t parent, std::size_t child, int line);
    void setGroupVariable(std::size_t group, std::string_view name, std::string_view value, int line);
    void setHostVariable(const std::vector<std::size_t> &hosts, std::string_view name, std::string_view value,
                         int line);

    /// Decides and gives the hosts to the builder.
    void resolve();

    static constexpr std::size_t kAll = 0; ///< the group of all

private:
    /// The host variables that are used; several names each (AnsibleInventory.cpp).
    enum Variable : std::size_t {
        Host,
        Port,
        User,
        Key,
        CommonArguments,
        ExtraArguments,
        Connection,
        kCount
    };
    static constexpr std::size_t kNothing = static_cast<std::size_t>(-1);

    /// A value with the rank of who set it: a later one in Ansible's order wins.
    struct Choice {
        std::size_t value = kNothing; ///< place in m_values
        std::size_t depth = 0, order = 0;
    };
    using Choices = std::array<Choice, kCount>;
    struct Value {
        std::string text;
        int line = 0;
    };
    struct Group {
        std::string name;
        std::vector<std::size_t> children;
        std::array<std::size_t, kCount> own;
        std::size_t parents = 0;
        std::size_t depth = 0, order = 0;
        Choices choices;
        int line = 0;
    };
    struct Member {
        std::string name;
        std::vector<std::size_t> groups;
        std::array<std::size_t, kCount> own;
        std::uint16_t port = 0; ///< of "name:2222"
        int line = 0;
    };

    /// Stores the value, once for all users of it; std::nullopt for a variable that is not used.
    std::optional<std::pair<Variable, std::size_t>> keep(std::string_view name, std::string_view value,
                                                         int line);
    void orderGroups();
    void passDown();
    static void merge(Choices &into, const Choices &from);
    [[nodiscard]] std::string_view text(const Choices &choices, Variable variable) const;
    void emit(const Member &member);
    void takeArguments(HostEntry &entry, std::string_view arguments, int line);

    ListBuilder &m_builder;
    std::vector<Value> m_values;
    std::vector<Group> m_groups;
    std::vector<Member> m_members;
    std::unordered_map<std::string, std::size_t> m_groupIndex, m_memberIndex;
};

} // namespace fabricscope::workspace
