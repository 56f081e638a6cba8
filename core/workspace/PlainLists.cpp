// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// One host per line, mpirun's hostfile, and the format of /etc/hosts.
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/workspace/HostSpec.h"
#include "core/workspace/ListBuilder.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::workspace {

namespace {

/// Adds the hosts of one word; an invalid word gives a warning.
void addWord(std::string_view word, int line, ListBuilder &builder, ListBuilder::DuplicatePolicy policy) {
    const auto names = builder.expand(word);
    if (!names) {
        builder.warn(line, fmt::format("'{}' is ignored: {}", HostText(word).plain(80), names.error().what));
        return;
    }
    for (const std::string &name : *names) {
        auto entry = parseHostSpec(name);
        if (!entry) {
            builder.warn(line,
                         fmt::format("'{}' is ignored: it {}", HostText(name).plain(80), entry.error().what));
            continue;
        }
        entry->line = line;
        if (!builder.add(std::move(*entry), policy))
            return;
    }
}

bool isNumber(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Names that every machine has for itself, and multicast names.
bool isOfEveryMachine(std::string_view address, std::string_view name) {
    return address.starts_with("127.") || address == "::1" || address == "0.0.0.0" ||
           address.starts_with("ff0") || address.starts_with("fe00::") || address == "255.255.255.255" ||
           name == "localhost" || name == "broadcasthost";
}

} // namespace

void readLines(std::string_view text, ListBuilder &builder) {
    for (LineWalk walk(text); walk.next() && !builder.isFull();) {
        const std::string_view line = trimmed(walk.line());
        if (line.starts_with(';')) // a comment to some
            continue;
        const auto words = splitWords(line);
        if (words.empty())
            continue;
        addWord(words.front(), walk.number(), builder, ListBuilder::DuplicatePolicy::Warn);
        if (words.size() > 1)
            builder.warn(walk.number(),
                         fmt::format("only the first word is read, not '{}'", HostText(words[1]).plain(80)));
    }
}

void readMpirun(std::string_view text, ListBuilder &builder) {
    for (LineWalk walk(text); walk.next() && !builder.isFull();) {
        const auto words = splitWords(walk.line());
        if (words.empty())
            continue;
        // MPICH and Intel MPI write the number of slots after a colon; a host may occur once per slot.
        std::string_view host = words.front();
        const auto colon = host.rfind(':');
        if (colon != std::string_view::npos && host.find(':') == colon && isNumber(host.substr(colon + 1)))
            host = host.substr(0, colon);
        addWord(host, walk.number(), builder, ListBuilder::DuplicatePolicy::Merge);
    }
}

void readHostsFile(std::string_view text, ListBuilder &builder) {
    for (LineWalk walk(text); walk.next() && !builder.isFull();) {
        const auto words = splitWords(walk.line());
        if (words.size() < 2 || isOfEveryMachine(words[0], words[1]))
            continue;
        if (!isAddress(words[0]) || !isHostName(words[1])) {
            builder.warn(walk.number(), "not an address followed by a name");
            continue;
        }
        HostEntry entry;
        entry.name = words[1];
        entry.address = words[0];
        entry.line = walk.number();
        builder.add(std::move(entry));
    }
}

} // namespace fabricscope::workspace
