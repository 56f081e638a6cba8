// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The two formats of an inventory (docs.ansible.com, "How to build your inventory").
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/workspace/AnsibleInventory.h"
#include "core/workspace/Yaml.h"

#include <fmt/format.h>

#include <array>
#include <functional>

namespace fabricscope::workspace {

namespace {

/// With aliases, a short text can define very many nested groups.
constexpr std::size_t kMaxGroupVisits = kMaxHosts;

enum class IniPart { Hosts, Variables, Children };

struct IniSection {
    std::size_t group = AnsibleInventory::kAll;
    IniPart part = IniPart::Hosts;
};

IniSection sectionOf(std::string_view head, AnsibleInventory &inventory, ListBuilder &builder, int line) {
    const std::string_view name = head.substr(0, head.find(':'));
    const std::string_view kind = name.size() < head.size() ? head.substr(name.size() + 1) : "";
    IniSection section{inventory.group(trimmed(name)), IniPart::Hosts};
    if (kind == "vars")
        section.part = IniPart::Variables;
    else if (kind == "children")
        section.part = IniPart::Children;
    else if (!kind.empty())
        builder.warn(line,
                     fmt::format("'{}' is unknown: read as a group of hosts", HostText(kind).plain(80)));
    return section;
}

/// KEY=VALUE; removes the quotes of the value.
void takeAssignment(std::string_view word,
                    const std::function<void(std::string_view, std::string_view)> &take) {
    const auto equals = word.find('=');
    if (equals == std::string_view::npos)
        return;
    std::string_view value = trimmed(word.substr(equals + 1));
    if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front())
        value = value.substr(1, value.size() - 2);
    take(trimmed(word.substr(0, equals)), value);
}

void readHostLine(std::string_view line, std::size_t group, int number, AnsibleInventory &inventory) {
    const auto words = splitShellWords(line, 256);
    if (words.empty())
        return;
    const auto hosts = inventory.addHosts(words.front(), group, number);
    for (std::size_t at = 1; at < words.size(); ++at)
        takeAssignment(words[at], [&](std::string_view name, std::string_view value) {
            inventory.setHostVariable(hosts, name, value, number);
        });
}

/// The groups of a YAML inventory, top down.
class YamlGroups {
public:
    YamlGroups(const YamlDocument &document, AnsibleInventory &inventory, ListBuilder &builder)
        : m_document(document), m_inventory(inventory), m_builder(builder) {}

    void read() {
        for (const auto &[name, place] : m_document.root().fields)
            group(name, m_document.at(place), 0);
    }

private:
    void group(std::string_view name, const YamlNode &node, int depth) {
        if (++m_visits > kMaxGroupVisits || depth > YamlDocument::kDeepest || m_builder.isFull())
            return;
        const std::size_t self = m_inventory.group(name);
        if (const YamlNode *variables = m_document.find(node, "vars"))
            for (const auto &[key, place] : variables->fields)
                m_inventory.setGroupVariable(self, key, m_document.at(place).text, m_document.at(place).line);
        if (const YamlNode *hosts = m_document.find(node, "hosts"))
            readHosts(*hosts, self);
        const YamlNode *children = m_document.find(node, "children");
        if (children == nullptr)
            return;
        for (const auto &[key, place] : children->fields) {
            const YamlNode &child = m_document.at(place);
            group(key, child, depth + 1);
            if (self != AnsibleInventory::kAll)
                m_inventory.addChild(self, m_inventory.group(key), child.line);
        }
    }

    void readHosts(const YamlNode &hosts, std::size_t group) {
        if (hosts.kind == YamlNode::Kind::Sequence || hosts.kind == YamlNode::Kind::Scalar)
            m_builder.warn(hosts.line, "hosts is not a mapping: write a colon after each host");
        for (const auto &[name, place] : hosts.fields) {
            const YamlNode &variables = m_document.at(place);
            const auto places = m_inventory.addHosts(name, group, variables.line);
            for (const std::string_view key : kHostKeys) {
                const std::string_view value = m_document.text(variables, key);
                m_inventory.setHostVariable(places, key, value, variables.line);
            }
            if (m_builder.isFull())
                return;
        }
    }

    /// These keys are looked up one by one, since with an alias many hosts may share one long map.
    static constexpr std::array<std::string_view, 12> kHostKeys = {
        "ansible_ssh_host",         "ansible_host",
        "ansible_ssh_port",         "ansible_port",
        "ansible_ssh_user",         "ansible_user",
        "ansible_private_key_file", "ansible_ssh_private_key_file",
        "ansible_ssh_common_args",  "ansible_ssh_extra_args",
        "ansible_ssh_args",         "ansible_connection"};

    const YamlDocument &m_document;
    AnsibleInventory &m_inventory;
    ListBuilder &m_builder;
    std::size_t m_visits = 0;
};

} // namespace

void readAnsibleIni(std::string_view text, ListBuilder &builder) {
    AnsibleInventory inventory(builder);
    IniSection section;
    for (LineWalk walk(text); walk.next() && !builder.isFull();) {
        const std::string_view line = trimmed(walk.line());
        if (line.empty() || line.front() == '#' || line.front() == ';')
            continue;
        const auto close = line.find(']');
        const std::string_view behind = close == line.npos ? "" : trimmed(line.substr(close + 1));
        if (line.front() == '[' && close != line.npos && (behind.empty() || behind.front() == '#')) {
            section = sectionOf(line.substr(1, close - 1), inventory, builder, walk.number());
            continue;
        }
        switch (section.part) {
        case IniPart::Hosts:
            readHostLine(line, section.group, walk.number(), inventory);
            break;
        case IniPart::Variables:
            takeAssignment(line, [&](std::string_view name, std::string_view value) {
                inventory.setGroupVariable(section.group, name, value, walk.number());
            });
            break;
        case IniPart::Children:
            if (section.group != AnsibleInventory::kAll) // below "all" is everything anyway
                inventory.addChild(section.group, inventory.group(splitWords(line).front()), walk.number());
            break;
        }
    }
    inventory.resolve();
}

void readAnsibleYaml(std::string_view text, ListBuilder &builder) {
    const auto document = readYaml(text);
    if (!document) {
        builder.warn(0, document.error().toString());
        return;
    }
    AnsibleInventory inventory(builder);
    YamlGroups(*document, inventory, builder).read();
    inventory.resolve();
}

} // namespace fabricscope::workspace
