// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::workspace {

/// The first document of a YAML text, as libyaml reads it, with merge keys (`<<`). Keys that are no scalars
/// and nesting deeper than kDeepest are errors. Tags are ignored. An alias is a reference, never a copy: the
/// memory is linear in the text.
struct YamlNode {
    enum class Kind : std::uint8_t { Null, Scalar, Map, Sequence };
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    Kind kind = Kind::Null;
    bool quoted = false;
    int line = 0; ///< from 1
    std::string text;
    std::vector<std::pair<std::string, std::size_t>> fields; ///< of a map: key, and place of the value
    std::vector<std::size_t> items;                          ///< of a sequence
    std::vector<std::size_t> byName;                         ///< places in `fields`, sorted by key
    std::vector<std::size_t> merged;                         ///< the maps that `<<` names, at most kMaxMerged
    static constexpr std::size_t kMaxMerged = 16;
};

class YamlDocument {
public:
    static constexpr int kDeepest = 32;

    [[nodiscard]] const YamlNode &root() const { return at(m_root); }
    [[nodiscard]] const YamlNode &at(std::size_t place) const { return m_nodes[place]; }
    /// A key's value; nullptr if the node is not a map or lacks it. Of a duplicate key the last
    /// one; merge keys (`<<`) count where the map itself lacks it, one level deep. Logarithmic.
    [[nodiscard]] const YamlNode *find(const YamlNode &map, std::string_view key) const;
    /// The text of a scalar below this key; empty otherwise.
    [[nodiscard]] std::string_view text(const YamlNode &map, std::string_view key) const;

private:
    friend class YamlReader;
    [[nodiscard]] const YamlNode *own(const YamlNode &map, std::string_view key) const;
    void makeIndex();

    std::vector<YamlNode> m_nodes;
    std::size_t m_root = 0;
};

[[nodiscard]] Result<YamlDocument> readYaml(std::string_view text);

} // namespace fabricscope::workspace
