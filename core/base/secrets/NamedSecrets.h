// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"
#include "core/base/secrets/DocumentSecrets.h"
#include "core/base/secrets/NameValueEntries.h"
#include "core/base/secrets/TableSecrets.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope {

/// Secrets whose name is not directly before them: "value: X" in one of the lines after "- name: HF_TOKEN",
/// in the same object, {"name": "HF_TOKEN", "value": "X"} in either order, <name>HF_TOKEN</name> and
/// <value>X</value> in this or the next lines, <env name="HF_TOKEN">X</env>, an element over several lines,
/// and the lines that continue `password=\`, `password: |`, `"password":` and `--password \`; also those
/// of StatementSecrets.h, TableSecrets.h and DocumentSecrets.h. A line at a time, in time linear in it. Of a
/// value in a line before its name: ValuesBeforeNames.
class NamedSecrets {
public:
    using IsSecret = bool (*)(std::string_view name);
    using IsHarmless = bool (*)(std::string_view name, std::string_view value);
    NamedSecrets(IsSecret secret, IsHarmless harmless)
        : m_isSecret(secret), m_isHarmless(harmless), m_tables(secret, harmless) {}

    using Found = FoundSecrets; ///< spans in order, not overlapping
    /// In this line, or its beginning.
    [[nodiscard]] Found in(std::string_view line) const;
    /// In a row of the table whose heading was one of the lines.
    [[nodiscard]] Found inTable(std::string_view line) const { return m_tables.in(line); }
    /// Call once for each line, after in(). Lines without text change nothing.
    void add(std::string_view line);
    /// Whether the next lines may hold the value of a name.
    [[nodiscard]] bool isOpen() const { return m_next != Next::Any || !m_name.empty(); }
    /// Likewise, or belong to a table or a document.
    [[nodiscard]] bool isWithin() const { return isOpen() || m_tables.isOpen() || m_documents.isOpen(); }

private:
    using Entries = std::vector<NameValueEntry>;
    enum class Next : unsigned char { Any, Text, Word, Item, Quoted, Block, Element, Name };
    [[nodiscard]] Found ofEntries(std::string_view line) const;
    [[nodiscard]] SecretSpan continued(std::string_view line) const;
    [[nodiscard]] std::string_view nameOf(std::string_view line, const Entries &entries,
                                          std::size_t value) const;
    [[nodiscard]] bool isOfLastName(std::string_view line, std::size_t value) const;
    [[nodiscard]] bool isNamedSecret(std::string_view name) const;
    [[nodiscard]] bool isSecret(std::string_view name, std::string_view value) const;
    [[nodiscard]] Next nextOf(std::string_view line, const Entries &entries) const;
    [[nodiscard]] Next nextOfContinued(std::string_view text) const;
    [[nodiscard]] Next nextOfElement(std::string_view line, const Entries &entries) const;
    void remember(std::string_view line, const Entries &entries);
    void setName(std::string_view name);

    IsSecret m_isSecret;
    IsHarmless m_isHarmless;
    TableSecrets m_tables;
    DocumentSecrets m_documents;
    std::string m_name;           ///< of a value in the next lines; empty: none
    int m_nameLines = 0;          ///< how many
    std::size_t m_nameColumn = 0; ///< of its key in YAML: keys before this column are of another object
    Next m_next = Next::Any;      ///< what is a secret in the next line
    std::size_t m_indent = 0;     ///< of the key of a Block, whose lines are indented further
    int m_linesLeft = 0;          ///< how many more of a Block or Element may come
};

} // namespace fabricscope
