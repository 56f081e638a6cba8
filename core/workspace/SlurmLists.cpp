// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// slurm.conf(5) and `scontrol show nodes`; the table of sinfo(1).
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/workspace/HostSpec.h"
#include "core/workspace/ListBuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricscope::workspace {

namespace {

constexpr std::size_t kColumns = 32;

std::string lowered(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

/// KEY=VALUE of a line, keys in lower case; the first value of each key.
std::map<std::string, std::string> fieldsOf(std::string_view line) {
    std::map<std::string, std::string> fields;
    for (const std::string &word : splitShellWords(line, 256)) {
        const auto equals = word.find('=');
        if (equals != std::string::npos)
            fields.try_emplace(lowered(std::string_view(word).substr(0, equals)), word.substr(equals + 1));
    }
    return fields;
}

/// The hosts of one NodeName, with their addresses.
class Nodes {
public:
    explicit Nodes(ListBuilder &builder) : m_builder(builder) {}

    void add(std::map<std::string, std::string> fields, int line) {
        const std::string &name = fields["nodename"];
        if (name == "DEFAULT")
            return;
        const auto names = m_builder.expand(name);
        if (!names) {
            m_builder.warn(line, fmt::format("NodeName={} is ignored: {}", name, names.error().what));
            return;
        }
        const std::string &given = fields[fields["nodeaddr"].empty() ? "nodehostname" : "nodeaddr"];
        auto addresses = given.empty() ? names : m_builder.expand(given);
        if (!addresses || addresses->size() != names->size()) {
            m_builder.warn(
                line, fmt::format("the addresses of {} do not match its names: the names are used", name));
            addresses = names;
        }
        for (std::size_t index = 0; index < names->size(); ++index)
            addOne((*names)[index], (*addresses)[index], line);
    }

    void group(const std::string &partition, const std::string &members, int line) {
        const auto names = m_builder.expand(members);
        if (!names) {
            m_builder.warn(line, fmt::format("Nodes={} is ignored: {}", members, names.error().what));
            return;
        }
        for (const std::string &name : *names) {
            if (HostEntry *host = m_builder.find(name))
                ListBuilder::addGroup(*host, partition);
        }
    }

private:
    void addOne(const std::string &name, const std::string &address, int line) {
        if (!isHostName(name) || !isHostName(address)) {
            m_builder.warn(line, fmt::format("'{}' is not a host", HostText(name).plain(80)));
            return;
        }
        HostEntry entry;
        entry.name = name;
        entry.address = address;
        entry.line = line;
        m_builder.add(std::move(entry), ListBuilder::DuplicatePolicy::Warn);
    }

    ListBuilder &m_builder;
};

struct Partition {
    std::string name, nodes;
    int line = 0;
};

} // namespace

void readSlurmConf(std::string_view text, ListBuilder &builder) {
    Nodes nodes(builder);
    std::vector<Partition> partitions;
    std::string
        record; // a logical line: continued by a backslash, or by the blanks that scontrol indents with
    int recordLine = 0;
    const auto endRecord = [&] {
        auto fields = fieldsOf(record);
        if (fields.contains("nodename"))
            nodes.add(fields, recordLine);
        else if (fields.contains("partitionname") && fields.contains("nodes"))
            partitions.push_back({fields["partitionname"], fields["nodes"], recordLine});
        record.clear();
    };
    bool continues = false;
    for (LineWalk walk(text); walk.next() && !builder.isFull();) {
        std::string_view line = walk.line();
        const bool indented = line.starts_with(' ') || line.starts_with('\t');
        if (trimmed(line).starts_with('#'))
            continue;
        if (!continues && !(indented && !record.empty())) {
            endRecord();
            recordLine = walk.number();
        }
        continues = line.ends_with('\\');
        if (continues)
            line.remove_suffix(1);
        record.append(" ").append(line);
    }
    endRecord();
    for (const Partition &partition : partitions)
        if (!builder.isFull() && partition.name != "DEFAULT" && partition.nodes != "ALL")
            nodes.group(partition.name, partition.nodes, partition.line);
}

void readSlurmNodes(std::string_view text, ListBuilder &builder) {
    std::optional<std::size_t> nodeColumn, partitionColumn;
    bool nodesAreLast = false;
    for (LineWalk walk(text); walk.next() && !builder.isFull();) {
        const auto words = splitWords(walk.line(), kColumns);
        if (words.empty())
            continue;
        const auto head = std::find_if(words.begin(), words.end(), [](std::string_view word) {
            return word.starts_with("NODELIST") || word == "HOSTNAMES";
        });
        if (head != words.end()) {
            nodeColumn = static_cast<std::size_t>(head - words.begin());
            nodesAreLast = *nodeColumn + 1 == words.size();
            const auto partition = std::find(words.begin(), words.end(), "PARTITION");
            partitionColumn = partition == words.end()
                                  ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(partition - words.begin()));
            continue;
        }
        if (!nodeColumn) // the date that sinfo -l puts in front
            continue;
        const std::string_view list = nodesAreLast                 ? words.back()
                                      : *nodeColumn < words.size() ? words[*nodeColumn]
                                                                   : "";
        if (list.empty() || list == "n/a" || list.starts_with('(')) { // squeue's (Priority)
            if (list.empty())
                builder.warn(walk.number(), "no node in this line");
            continue;
        }
        const auto names = builder.expand(list);
        if (!names) {
            builder.warn(walk.number(),
                         fmt::format("'{}' is ignored: {}", HostText(list).plain(80), names.error().what));
            continue;
        }
        for (const std::string &name : *names) {
            HostEntry entry;
            if (!isHostName(name)) {
                builder.warn(walk.number(), fmt::format("'{}' is not a host", HostText(name).plain(80)));
                continue;
            }
            entry.name = entry.address = name;
            entry.line = walk.number();
            if (partitionColumn && *partitionColumn < words.size()) {
                std::string_view partition = words[*partitionColumn];
                if (partition.ends_with('*')) // the default one
                    partition.remove_suffix(1);
                ListBuilder::addGroup(entry, partition);
            }
            if (!builder.add(std::move(entry), ListBuilder::DuplicatePolicy::Merge))
                return;
        }
    }
}

} // namespace fabricscope::workspace
