// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/HostSpec.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/workspace/ContainerTarget.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::workspace {

namespace {

constexpr std::size_t kLongest = 255;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isHex(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isIpv4(std::string_view text) {
    int parts = 0;
    while (!text.empty() || parts == 0) {
        const bool last = text.find('.') == std::string_view::npos;
        const std::string_view part = takeUntil(text, '.');
        const auto number = parseInteger<unsigned>(part);
        if (!number || *number > 255 || part.size() > 3)
            return false;
        ++parts;
        if (last)
            break;
    }
    return parts == 4;
}

bool isIpv6(std::string_view text) {
    const std::string_view address = text.substr(0, text.find('%'));
    return std::count(address.begin(), address.end(), ':') >= 2 && address.size() <= 45 &&
           std::all_of(address.begin(), address.end(),
                       [](char c) { return isHex(c) || c == ':' || c == '.'; });
}

tl::unexpected<Error> bad(std::string_view word, std::string what) {
    return failure(std::move(what), HostText(word).plain(200),
                   "write [user@]host[:port] or an alias of your ssh configuration");
}

/// Splits host and port; returns false if the port is invalid.
bool takePort(std::string_view &host, std::optional<std::string_view> &port) {
    const auto bracket = host.find(']');
    if (host.starts_with('[') && bracket != std::string_view::npos) {
        const std::string_view behind = host.substr(bracket + 1);
        if (!behind.empty()) {
            if (behind.front() != ':')
                return false;
            port = behind.substr(1);
        }
        host = host.substr(1, bracket - 1);
        return true;
    }
    const auto colon = host.find(':');
    if (colon != std::string_view::npos && host.rfind(':') == colon) { // more of them: an IPv6 address
        port = host.substr(colon + 1);
        host = host.substr(0, colon);
    }
    return true;
}

} // namespace

bool isHostName(std::string_view text) {
    return !text.empty() && text.size() <= kLongest && text.front() != '-' &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return isDigit(c) || isLetter(c) || c == '.' || c == '-' || c == '_' || c == ':' || c == '%' ||
                      c == '+';
           });
}

bool isUserName(std::string_view text) {
    return !text.empty() && text.size() <= kLongest && text.front() != '-' && text.back() != '\\' &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return isDigit(c) || isLetter(c) ||
                      std::string_view("._-@+\\=%^,~").find(c) != std::string_view::npos;
           });
}

bool isPath(std::string_view text) {
    return !text.empty() && text.size() <= 1024 && text.front() != '-' &&
           std::all_of(text.begin(), text.end(), [](char c) {
               const auto byte = static_cast<unsigned char>(c);
               return byte >= 0x20 && byte != 0x7f;
           });
}

bool isAddress(std::string_view text) {
    return isIpv4(text) || (isIpv6(text) && isHostName(text)); // a zone may be any word
}

std::optional<std::uint16_t> portOf(std::string_view text) {
    const auto port = parseInteger<std::uint16_t>(text);
    return port && *port != 0 ? port : std::nullopt;
}

Result<HostEntry> parseHostSpec(std::string_view word) {
    auto parsed = parseCollectTarget(word);
    if (!parsed)
        return tl::unexpected(parsed.error());
    HostEntry entry;
    if (parsed->container)
        entry.container = toString(*parsed->container);
    const std::string behind = entry.container.empty() ? "" : "/" + entry.container;
    if (parsed->host == "local:") {
        entry.name = "local:" + behind;
        entry.address = "local:";
        return entry;
    }
    std::string_view host = parsed->host;
    constexpr std::string_view kScheme = "ssh://";
    if (host.starts_with(kScheme))
        host.remove_prefix(kScheme.size());
    if (const auto at = host.rfind('@'); at != std::string_view::npos) {
        entry.user = host.substr(0, at);
        host.remove_prefix(at + 1);
        if (!isUserName(entry.user))
            return bad(word, "has no valid user");
    }
    std::optional<std::string_view> port;
    if (!takePort(host, port) || !isHostName(host))
        return bad(word, "is not a host");
    if (port) {
        const auto number = portOf(*port);
        if (!number)
            return bad(word, "has no port between 1 and 65535");
        entry.port = *number;
    }
    entry.address = host;
    entry.name = (entry.port == 0         ? entry.address
                  : isIpv6(entry.address) ? fmt::format("[{}]:{}", entry.address, entry.port)
                                          : fmt::format("{}:{}", entry.address, entry.port)) +
                 behind;
    return entry;
}

bool isJump(std::string_view text) {
    if (text.empty() || text.size() > 512)
        return false;
    while (!text.empty()) {
        const std::string_view word = takeUntil(text, ',');
        const auto hop = parseHostSpec(word);
        if (!hop || !hop->container.empty() || hop->address == "local:")
            return false;
    }
    return true;
}

} // namespace fabricscope::workspace
