// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/Lines.h"

#include "core/base/Text.h"
#include "core/formats/Bytes.h"

#include <cstring>

namespace fabricscope::formats {

namespace {

/// std::string_view::rfind() goes byte by byte; paths are long.
std::size_t lastOf(std::string_view text, char character) {
    const void *found = text.empty() ? nullptr : memrchr(text.data(), character, text.size());
    return found ? static_cast<std::size_t>(static_cast<const char *>(found) - text.data())
                 : std::string_view::npos;
}

} // namespace

std::optional<PathValue> splitFileLine(std::string_view line) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0)
        return std::nullopt;
    return PathValue{line.substr(0, colon), line.substr(colon + 1)};
}

std::optional<NamedFile> splitNamedFileLine(std::string_view line) {
    const auto slash = line.find('/');
    if (slash == std::string_view::npos || slash == 0)
        return std::nullopt;
    const auto colon = line.find(':', slash + 1);
    if (colon == std::string_view::npos || colon == slash + 1)
        return std::nullopt;
    return NamedFile{line.substr(0, slash), line.substr(slash + 1, colon - slash - 1),
                     line.substr(colon + 1)};
}

std::optional<LinkLine> splitLinkLine(std::string_view line) {
    constexpr std::string_view kArrow = " -> ";
    constexpr std::string_view kShort = "l ";
    auto at = line.find('>');
    while (at != std::string_view::npos && (at < 2 || line.substr(at - 2, kArrow.size()) != kArrow))
        at = line.find('>', at + 1);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view before = line.substr(0, at - 2);
    if (startsWith(before, kShort))
        before.remove_prefix(kShort.size());
    LinkLine link{before, line.substr(at + 2)};
    if (const auto blank = lastOf(before, ' '); blank != std::string_view::npos)
        link.path = before.substr(blank + 1);
    if (link.path.substr(0, 2) == "./")
        link.path.remove_prefix(2);
    if (link.path.empty() || link.target.empty())
        return std::nullopt;
    return link;
}

std::string_view lastComponent(std::string_view path) {
    return path.substr(lastOf(path, '/') + 1); // npos + 1 is 0
}

std::string_view withoutLastComponent(std::string_view path) {
    const auto slash = lastOf(path, '/');
    return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

std::string_view lastWord(std::string_view text) {
    text = trimmed(text);
    return text.substr(text.find_last_of(" \t") + 1);
}

std::optional<pci::Address> lowestFunction(std::string_view path) {
    while (!path.empty()) {
        if (const auto address = pci::Address::parse(lastComponent(path)))
            return address;
        path = withoutLastComponent(path);
    }
    return std::nullopt;
}

std::optional<unsigned> numberAfter(std::string_view text, std::string_view prefix, unsigned max) {
    if (text.substr(0, prefix.size()) != prefix)
        return std::nullopt;
    const auto number = parseInteger<unsigned>(text.substr(prefix.size()));
    return number && *number <= max ? number : std::nullopt;
}

} // namespace fabricscope::formats
