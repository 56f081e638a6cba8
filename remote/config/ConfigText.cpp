// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/config/ConfigText.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>

namespace fabricscope::remote {

namespace {

struct Account {
    std::string name, home;
};

Account account(const std::string &user) {
    char buffer[4096];
    passwd entry{};
    passwd *found = nullptr;
    if (user.empty())
        ::getpwuid_r(::getuid(), &entry, buffer, sizeof buffer, &found);
    else
        ::getpwnam_r(user.c_str(), &entry, buffer, sizeof buffer, &found);
    return found ? Account{found->pw_name, found->pw_dir} : Account{};
}

std::string expandEnvironment(std::string text) {
    for (std::size_t at = 0; (at = text.find("${", at)) != std::string::npos;) {
        const auto end = text.find('}', at);
        if (end == std::string::npos)
            break;
        const char *value = std::getenv(text.substr(at + 2, end - at - 2).c_str());
        if (!value)
            break;
        const std::string expansion = value;
        text.replace(at, end + 1 - at, expansion);
        at += expansion.size();
    }
    return text;
}

} // namespace

tl::unexpected<Failure> configFailure(std::string what, std::string hint) {
    return tl::unexpected(Failure{FailureKind::Config, Stage::Config, std::move(what), std::move(hint)});
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto end = text.find(separator);
        if (end != 0)
            parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
    return parts;
}

std::optional<std::string> expandTokens(std::string_view text, const Tokens &tokens) {
    std::string expanded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            expanded += text[i];
            continue;
        }
        if (++i == text.size())
            return std::nullopt;
        if (text[i] == '%') {
            expanded += '%';
            continue;
        }
        const auto token = tokens.find(text[i]);
        if (token == tokens.end())
            return std::nullopt;
        expanded += token->second;
    }
    return expanded;
}

std::string expandPath(std::string_view text, const Tokens &tokens) {
    std::string path(text);
    if (path.starts_with('~')) {
        const auto slash = std::min(path.find('/'), path.size());
        const std::string home = homeFolder(path.substr(1, slash - 1));
        if (!home.empty())
            path = home + path.substr(slash);
    }
    path = expandEnvironment(std::move(path));
    return expandTokens(path, tokens).value_or(path);
}

std::string homeFolder(const std::string &user) {
    return account(user).home;
}
std::string localUser() {
    return account({}).name;
}

std::string localHost() {
    char name[256] = {};
    ::gethostname(name, sizeof name - 1);
    return name;
}

} // namespace fabricscope::remote
