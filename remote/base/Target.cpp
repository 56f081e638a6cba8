// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/Target.h"

#include "remote/base/Ssh.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fabricscope::remote {

namespace {

tl::unexpected<Failure> bad(std::string_view text, std::string_view why) {
    return tl::unexpected(Failure{FailureKind::Config, Stage::Config,
                                  fmt::format("'{}' {}", oneLine(text), why),
                                  "write [user@]host[:port] or an alias of your ssh configuration"});
}

bool hasNone(std::string_view text, std::string_view of) {
    return text.find_first_of(of) == std::string_view::npos &&
           std::all_of(text.begin(), text.end(), [](char c) {
               const auto byte = static_cast<unsigned char>(c);
               return byte > 0x20 && byte != 0x7f;
           });
}

bool parsePort(std::string_view text, std::uint16_t &port) {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc{} && end == text.data() + text.size() && port != 0;
}

} // namespace

bool isSafeHost(std::string_view host) {
    return !host.empty() && host.size() <= 255 && host.front() != '-' &&
           hasNone(host, "'`\"$\\;&<>|(){}[]*?!#~/@,=");
}

bool isSafeUser(std::string_view user) {
    return !user.empty() && user.size() <= 255 && user.front() != '-' && user.back() != '\\' &&
           hasNone(user, "'`\";&<>|(){}$");
}

tl::expected<Target, Failure> parseTarget(std::string_view text) {
    const std::string_view whole = text;
    constexpr std::string_view kScheme = "ssh://";
    if (text.starts_with(kScheme)) {
        text.remove_prefix(kScheme.size());
        if (text.ends_with('/'))
            text.remove_suffix(1);
    }
    Target target;
    if (const auto at = text.rfind('@'); at != std::string_view::npos) {
        target.user = text.substr(0, at);
        text.remove_prefix(at + 1);
        if (!isSafeUser(target.user))
            return bad(whole, "has an invalid user name");
    }
    std::string_view port;
    const auto colon = text.rfind(':');
    const auto bracket = text.find(']');
    if (text.starts_with('[') && bracket != std::string_view::npos) {
        port = text.substr(bracket + 1);
        text = text.substr(1, bracket - 1);
        if (!port.empty() && port.front() != ':')
            return bad(whole, "is not a valid host");
    } else if (colon != std::string_view::npos && text.find(':') == colon) { // more of them: an IPv6 address
        port = text.substr(colon);
        text = text.substr(0, colon);
    }
    if (!port.empty() && !parsePort(port.substr(1), target.port))
        return bad(whole, "has no port between 1 and 65535");
    target.host = text;
    if (!isSafeHost(target.host))
        return bad(whole, "is not a valid host");
    return target;
}

} // namespace fabricscope::remote
