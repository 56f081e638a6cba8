// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/redact/Pseudonyms.h"

#include <cctype>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace fabricscope::capture {

/// ASCII only.
[[nodiscard]] inline bool isAlnum(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}
[[nodiscard]] inline bool isHex(char c) {
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

/// A piece of a text and its replacement.
struct Replacement {
    std::size_t begin = 0;
    std::size_t length = 0;
    std::string text;
    bool isFreeText = false; ///< the names in it are replaced as elsewhere
};

/// Whether 8-4-4-4-12 hex digits are at this position of a text.
[[nodiscard]] bool isUuidAt(std::string_view text, std::size_t at);
constexpr std::size_t kUuidLength = 36;
/// Whether the whole text is a UUID.
[[nodiscard]] inline bool isUuid(std::string_view text) {
    return text.size() == kUuidLength && isUuidAt(text, 0);
}

/// Data recognized by its form: MAC, also with dashes, with dots and in "enx...", IPv4, also "ip-10-0-0-1",
/// IPv6, IPoIB address, GUID, also with dashes and in hex, GID, UUID, machine id. Each gets a replacement of
/// the same form.
class RedactForms {
public:
    explicit RedactForms(const Pseudonyms &pseudonyms) : m_pseudonyms(pseudonyms) {}

    /// The item that begins at this position of a text; length 0 if there is none.
    [[nodiscard]] Replacement at(std::string_view text, std::size_t at) const;
    /// Only the forms written with colons, which may begin with one: "::1".
    [[nodiscard]] Replacement colons(std::string_view text, std::size_t at) const;
    /// What stands for a text that is one item from its begin to its end; empty if it is none.
    [[nodiscard]] std::string whole(std::string_view text) const;
    /// A free text, letter by letter (Pseudonyms::sameForm()), except for the items in it and for what `find`
    /// has for a position.
    [[nodiscard]] std::string freeText(std::string_view text,
                                       const std::function<Replacement(std::size_t at)> &find = {}) const;

private:
    [[nodiscard]] Replacement uuid(std::string_view text, std::size_t at) const;
    [[nodiscard]] Replacement dashes(std::string_view text, std::size_t at) const;
    [[nodiscard]] Replacement dottedMac(std::string_view text, std::size_t at) const;
    [[nodiscard]] Replacement macInName(std::string_view text, std::size_t at) const;
    [[nodiscard]] Replacement machineId(std::string_view text, std::size_t at) const;
    [[nodiscard]] Replacement longHex(std::string_view text, std::size_t at) const;
    [[nodiscard]] Replacement dashedIpv4(std::string_view text, std::size_t at) const;
    [[nodiscard]] Replacement ipv4(std::string_view text, std::size_t at) const;
    [[nodiscard]] std::string ipv6(std::string_view run) const;
    [[nodiscard]] std::string groups(std::string_view run) const;

    const Pseudonyms &m_pseudonyms;
};

} // namespace fabricscope::capture
