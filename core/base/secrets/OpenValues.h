// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"
#include "core/base/secrets/NamedSecrets.h"
#include "core/base/secrets/ValueForms.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace fabricscope {

/// Secrets in the lines behind their name: "password:" or "Password" and the value in the next line, lists of
/// YAML and in brackets over several lines, quotes that are closed in a later line, and blocks of YAML. A
/// line at a time, in time linear in it.
class OpenValues {
public:
    explicit OpenValues(const SecretRules &rules) : m_rules(rules) {}

    /// Whether the next lines may hold one.
    [[nodiscard]] bool isOpen() const { return m_kind != Kind::None; }
    /// In this line, or its beginning.
    [[nodiscard]] NamedSecrets::Found in(std::string_view line) const;
    /// Call once for each line, after in().
    void add(std::string_view line);

private:
    enum class Kind : unsigned char {
        None,
        Value, ///< behind "password:"
        Word,  ///< behind "Password", a heading
        More,  ///< of a value of YAML that continues
        Items, ///< "- X", a list of YAML
        List,  ///< in brackets
        Quote, ///< in quotes
        Block, ///< behind "password: |"
    };
    /// What a line is of the open value.
    struct Part {
        NamedSecrets::Found found;
        Kind next = Kind::None;
        char close = '\0';
        std::size_t behind = 0; ///< where the rest of the line begins
    };
    [[nodiscard]] Part partOf(std::string_view line) const;
    [[nodiscard]] Part value(std::string_view line, std::size_t begin) const;
    [[nodiscard]] Part item(std::string_view line, std::size_t begin) const;
    [[nodiscard]] Part list(std::string_view line, std::size_t begin) const;
    [[nodiscard]] Part quote(std::string_view line, std::size_t begin) const;
    [[nodiscard]] Part quoted(std::string_view line, std::size_t begin) const;
    [[nodiscard]] bool isPlainValue(std::string_view text, bool isIndented) const;
    void open(std::string_view line);
    bool openName(std::string_view line);

    SecretRules m_rules;
    Kind m_kind = Kind::None;
    std::string m_name;
    std::size_t m_indent = 0; ///< of the name
    char m_close = '\0';
    bool m_isYaml = false; ///< of "name:": its value may have several lines
    int m_linesLeft = 0;
};

} // namespace fabricscope
