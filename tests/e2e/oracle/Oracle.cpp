// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/oracle/Oracle.h"

#include <regex>
#include <sstream>

namespace fabricscope::e2e {

namespace {

std::vector<std::string> linesOf(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// A parent to the left in a line of the tree: a root bus, or a bridge.
struct Step {
    std::size_t column;
    std::string root, bdf, domain, bus; ///< bus: its secondary bus
};

/// The first match of `pattern` at or after `from`; nothing if the description of the line starts before it.
std::optional<std::smatch> next(const std::string &line, std::size_t from, const std::regex &pattern) {
    std::smatch match;
    if (!std::regex_search(line.begin() + static_cast<std::ptrdiff_t>(from), line.end(), match, pattern))
        return std::nullopt;
    return match;
}

/// A pattern for lspci -vvv, and the field for its first group.
struct Field {
    std::regex pattern;
    void (*take)(Verbose &verbose, const std::smatch &match);
};

LinkText linkText(const std::smatch &match) {
    LinkText link;
    if (match[1].matched)
        link.speed = std::stod(match[1]);
    if (const int width = std::stoi(match[2]); width > 0)
        link.width = width;
    return link;
}

const std::vector<Field> &fields() {
    static const std::vector<Field> kFields = [] {
        const auto field = [](const char *pattern, auto take) {
            return Field{std::regex(pattern), take};
        };
        using M = const std::smatch &;
        return std::vector<Field>{
            field("^\tNUMA node: (\\d+)", [](Verbose &v, M m) { v.numa = std::stoi(m[1]); }),
            field("^\tIOMMU group: (\\d+)", [](Verbose &v, M m) { v.group = std::stoi(m[1]); }),
            field("^\tKernel driver in use: (\\S+)", [](Verbose &v, M m) { v.driver = m[1]; }),
            field("secondary=([0-9a-f]+)",
                  [](Verbose &v, M m) { v.secondaryBus = std::stoi(m[1], nullptr, 16); }),
            field("Express \\(v\\d\\) (.*?)(?: \\(Slot[+-]\\))?, (?:MSI|IntMsgNum)",
                  [](Verbose &v, M m) { v.port = m[1]; }),
            field("^\t\tLnkCap:.*Speed (?:([\\d.]+)GT/s|unknown), Width x(\\d+)",
                  [](Verbose &v, M m) { v.capable = linkText(m); }),
            field("^\t\tLnkSta:.*Speed (?:([\\d.]+)GT/s|unknown)[^,]*, Width x(\\d+)",
                  [](Verbose &v, M m) { v.current = linkText(m); }),
            field("^\t\t\tMaxPayload (\\d+) bytes, MaxReadReq (\\d+)",
                  [](Verbose &v, M m) {
                      v.maxPayload = std::stoi(m[1]);
                      v.maxReadRequest = std::stoi(m[2]);
                  }),
            field("^\t\t\tRlxdOrd([+-])", [](Verbose &v, M m) { v.relaxedOrdering = m[1] == "+"; }),
            field("^\t\tACSCap:\t(.*\\S)", [](Verbose &v, M m) { v.acsSupported = m[1]; }),
            field("^\t\tACSCtl:\t(.*\\S)", [](Verbose &v, M m) { v.acsEnabled = m[1]; }),
            field("Total VFs: (\\d+), Number of VFs: (\\d+)",
                  [](Verbose &v, M m) {
                      v.totalVfs = std::stoi(m[1]);
                      v.numVfs = std::stoi(m[2]);
                  }),
            field("Advanced Error Reporting", [](Verbose &v, M) { v.aer = true; }),
            field("Alternative Routing-ID", [](Verbose &v, M) { v.ari = true; }),
            field("Address Translation Service", [](Verbose &v, M) { v.ats = true; }),
            field("<access denied>", [](Verbose &v, M) { v.denied = true; }),
        };
    }();
    return kFields;
}

} // namespace

std::map<std::string, Place> parseTree(std::string_view lspciTv) {
    // Lines of lspci -tv: "-+-[0000:00]-+-00.0  Name", " \-01.0-[25-28]----00.0-[26-28]--+-00.0-[27]----00.0
    // Name".
    static const std::regex kRoot("^[ |+\\\\-]*\\[([0-9a-f]{4,}):([0-9a-f]{2})\\]-");
    static const std::regex kFunction("([0-9a-f]{2}\\.[0-7])(?:-\\[([0-9a-f]{2})(?:-[0-9a-f]{2})?\\])?");
    static const std::regex kAhead("^[ |+\\\\-]*");
    std::map<std::string, Place> places;
    std::vector<Step> stack;
    for (const std::string &line : linesOf(lspciTv)) {
        std::size_t at = 0;
        if (const auto root = next(line, 0, kRoot)) {
            const std::string name = (*root)[1].str() + ":" + (*root)[2].str();
            at = static_cast<std::size_t>(root->length());
            stack.assign(1, {line.find('['), name, {}, (*root)[1], (*root)[2]});
        }
        while (!stack.empty()) {
            const auto ahead = next(line, at, kAhead);
            at += static_cast<std::size_t>(ahead->length());
            std::smatch match;
            const auto begin = line.begin() + static_cast<std::ptrdiff_t>(at);
            if (!std::regex_search(begin, line.end(), match, kFunction,
                                   std::regex_constants::match_continuous))
                break;
            while (stack.size() > 1 && stack.back().column >= at)
                stack.pop_back();
            const Step above = stack.back();
            const std::string bdf = above.domain + ":" + above.bus + ":" + match[1].str();
            places[bdf] = {above.root, above.bdf.empty() ? std::nullopt : std::optional(above.bdf)};
            if (!match[2].matched)
                break;
            stack.push_back({at, above.root, bdf, above.domain, match[2]});
            at += static_cast<std::size_t>(match.length());
        }
    }
    return places;
}

std::map<std::string, Verbose> parseVerbose(std::string_view lspciDvvv) {
    static const std::regex kHeader("^([0-9a-f]{4,}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) (.*)");
    std::map<std::string, Verbose> functions;
    Verbose *current = nullptr;
    for (const std::string &line : linesOf(lspciDvvv)) {
        std::smatch match;
        if (std::regex_match(line, match, kHeader)) {
            current = &functions[match[1]];
            current->title = match[2];
        } else if (current != nullptr) {
            for (const Field &field : fields())
                if (std::regex_search(line, match, field.pattern))
                    field.take(*current, match);
        }
    }
    return functions;
}

std::map<int, NumaText> parseNumactl(std::string_view text) {
    static const std::regex kCpus("^node (\\d+) cpus: ?(.*)"), kSize("^node (\\d+) size: (\\d+) MB"),
        kDistances("^ *(\\d+): +(.*)");
    std::map<int, NumaText> nodes;
    for (const std::string &line : linesOf(text)) {
        std::smatch match;
        if (std::regex_match(line, match, kCpus)) {
            nodes[std::stoi(match[1])].cpus = match[2];
        } else if (std::regex_match(line, match, kSize)) {
            nodes[std::stoi(match[1])].sizeMb = std::stol(match[2]);
        } else if (std::regex_match(line, match, kDistances)) {
            std::istringstream stream(match[2]);
            for (int distance = 0; stream >> distance;)
                nodes[std::stoi(match[1])].distances.push_back(distance);
        }
    }
    return nodes;
}

std::map<std::string, int> parseGroups(std::string_view text) {
    static const std::regex kLine("(\\d+)/devices/(\\S+)");
    std::map<std::string, int> groups;
    for (const std::string &line : linesOf(text)) {
        std::smatch match;
        if (std::regex_search(line, match, kLine))
            groups[match[2]] = std::stoi(match[1]);
    }
    return groups;
}

} // namespace fabricscope::e2e
