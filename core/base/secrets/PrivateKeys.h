// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/SecretShapes.h"
#include "core/base/secrets/LineSource.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope {

/// The private keys that continue in the next lines: one a rank or host, whose lines may be mixed.
class PrivateKeys {
public:
    /// The part of a line that belongs to a key.
    struct Line {
        std::size_t begin = 0; ///< behind the prefix of the line
        std::string key;       ///< of LineSource; empty: none
    };

    [[nodiscard]] bool isOpen() const { return !m_open.empty(); }
    /// A key begins in a line of this source and continues.
    void open(const LineSource &source);
    /// The part of this line that is of an open key; std::nullopt: none. Call once for each line.
    [[nodiscard]] std::optional<Line> lineOf(std::string_view line);
    /// Adds the text of such a line, without its end.
    void add(const Line &line, std::string_view text);
    /// The end of the key is in such a line.
    void close(const Line &line);

private:
    void settle(const std::string &key);

    std::map<std::string, KeyLines, std::less<>> m_open;
    /// The sources one of which the last key is of: a prefix may be a part of the text, and the next lines
    /// may have none. Which it is, the next line of the key shows.
    std::vector<std::string> m_candidates;
};

} // namespace fabricscope
