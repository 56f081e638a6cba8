// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secrets/FoundSecrets.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope {

/// Columns of CSV, of the tables of SQL clients and of Markdown whose heading is the name of a secret. A line
/// at a time, in time linear in it.
class TableSecrets {
public:
    using IsSecret = bool (*)(std::string_view name);
    using IsHarmless = bool (*)(std::string_view name, std::string_view value);
    TableSecrets(IsSecret secret, IsHarmless harmless) : m_isSecret(secret), m_isHarmless(harmless) {}

    /// In this line, or its beginning.
    [[nodiscard]] FoundSecrets in(std::string_view line) const;
    /// Call once for each line, after in().
    void add(std::string_view line);
    /// Whether the next lines may be rows.
    [[nodiscard]] bool isOpen() const { return m_delimiter != '\0'; }

private:
    struct Column {
        std::size_t at = 0;
        std::string name;
    };
    [[nodiscard]] bool isHeading(std::string_view line, char delimiter, std::vector<Column> &columns,
                                 std::size_t &width) const;

    IsSecret m_isSecret;
    IsHarmless m_isHarmless;
    char m_delimiter = '\0'; ///< none: no table
    std::size_t m_width = 0; ///< cells of a line
    std::vector<Column> m_columns;
};

} // namespace fabricscope
