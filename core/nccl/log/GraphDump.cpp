// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/GraphDump.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <array>
#include <charconv>

namespace fabricscope::nccl::log {

namespace {

constexpr std::size_t kLongestLine = 1000, kMaxDevices = 65536;

/// NCCL_TOPO_PATTERN_* of include/graph.h, from 1.
constexpr std::array kPatterns = {std::string_view("balanced tree"), std::string_view("split tree"),
                                  std::string_view("tree"),          std::string_view("ring"),
                                  std::string_view("NVLS"),          std::string_view("CollNet direct")};

/// The value of `key="value"`; empty if the element has no such attribute.
std::string_view attribute(std::string_view element, std::string_view key) {
    for (std::size_t at = element.find(key); at != std::string_view::npos; at = element.find(key, at + 1)) {
        std::string_view rest = element.substr(at + key.size());
        if (at == 0 || element[at - 1] != ' ' || !rest.starts_with("=\""))
            continue;
        rest.remove_prefix(2);
        return rest.substr(0, rest.find('"'));
    }
    return {};
}

template<class Number> std::optional<Number> numberOf(std::string_view text) {
    Number value{};
    const char *const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    return read.ec == std::errc() && read.ptr == end ? std::optional(value) : std::nullopt;
}

std::string patternOf(std::string_view text) {
    const auto number = numberOf<unsigned>(text);
    return number && *number >= 1 && *number <= kPatterns.size() ? std::string(kPatterns[*number - 1])
                                                                 : HostText(text).plain(40);
}

} // namespace

bool GraphDump::take(std::string_view line, std::vector<Graph> &graphs) {
    const std::string_view element = trimmed(line);
    if (!element.starts_with('<') || element.size() > kLongestLine)
        return false;
    if (element.starts_with("<graphs") || element.starts_with("</graphs")) {
        m_open = element[1] != '/';
        return true;
    }
    if (!m_open)
        return false;
    const auto text = [&](std::string_view key) {
        return HostText(attribute(element, key)).plain(40);
    };
    if (element.starts_with("<graph ") && graphs.size() < kMaxEntries) {
        graphs.push_back({text("id"),
                          patternOf(attribute(element, "pattern")),
                          text("typeintra"),
                          text("typeinter"),
                          numberOf<double>(attribute(element, "speedintra")),
                          numberOf<double>(attribute(element, "speedinter")),
                          {}});
    } else if (graphs.empty()) {
        return true;
    } else if (element.starts_with("<channel") && graphs.back().channels.size() < kMaxEntries) {
        graphs.back().channels.emplace_back();
    } else if (element.starts_with("<gpu ") || element.starts_with("<net ")) {
        auto &channels = graphs.back().channels;
        if (!channels.empty() && channels.back().size() < kMaxDevices)
            channels.back().push_back((element[1] == 'g' ? "GPU " : "NIC ") + text("dev"));
    }
    return true;
}

} // namespace fabricscope::nccl::log
