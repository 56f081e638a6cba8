// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/JsonScanner.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

class JsonLines;

/// A value of a document; a missing one is not an object, and has no text and no number.
class JsonValue {
public:
    enum class Kind : std::uint8_t { None, Object, Array, Text, Word };

    JsonValue() = default;
    explicit operator bool() const { return m_document != nullptr; }

    [[nodiscard]] Kind kind() const;
    [[nodiscard]] bool isObject() const { return kind() == Kind::Object; }
    [[nodiscard]] bool isArray() const { return kind() == Kind::Array; }
    /// Its key in an object; empty in an array.
    [[nodiscard]] std::string_view key() const;
    /// The text of a string or a literal ("12.5", "null").
    [[nodiscard]] std::string_view text() const;
    /// The number in a literal or a string; "nan", "N/A" and null are not numbers.
    [[nodiscard]] std::optional<double> number() const;
    /// The text, empty for null.
    [[nodiscard]] std::string_view word() const;

    /// The first member with this key.
    [[nodiscard]] JsonValue operator[](std::string_view key) const;
    /// For loops: `for (JsonValue one = array.first(); one; one = one.next())`.
    [[nodiscard]] JsonValue first() const;
    [[nodiscard]] JsonValue next() const;

private:
    friend class JsonLines;
    JsonValue(const JsonLines *document, std::uint32_t at) : m_document(document), m_at(at) {}
    const JsonLines *m_document = nullptr;
    std::uint32_t m_at = 0;
};

/// The JSON printed by tools (JsonScanner), as a tree, line by line. Reading stops at a line that is not
/// valid JSON, so that a text that only begins like JSON is not lost. Limited: values past kMaxValues and
/// text past kMaxText are dropped, which cut() reports.
class JsonLines {
public:
    static constexpr std::size_t kMaxValues = std::size_t{1} << 20;
    static constexpr std::size_t kMaxText = std::size_t{16} << 20; ///< bytes

    enum class State : std::uint8_t {
        Empty,
        Open,
        Closed, ///< the first value has ended; the rest of its line is ignored
        Broken, ///< this line is not JSON
    };
    /// Whether a line can be the first of a document. A bracket alone is not enough, since many texts have
    /// one, such as "[host] text".
    [[nodiscard]] static bool mayBegin(std::string_view line);

    State line(std::string_view text);
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool cut() const { return m_cut; }
    /// The document so far.
    [[nodiscard]] JsonValue root() const;
    void clear() { *this = {}; }

private:
    friend class JsonValue;
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    struct Node {
        std::uint32_t key = 0, keyLength = 0, text = 0, textLength = 0; ///< in m_text
        std::uint32_t first = kNone, next = kNone;
        JsonValue::Kind kind = JsonValue::Kind::None;
    };
    struct Level {
        std::uint32_t node = kNone, last = kNone; ///< kNone: not kept
    };

    std::uint32_t add(JsonValue::Kind kind);
    std::uint32_t keep(const std::string &text);
    void take(JsonScanner::Event event);

    std::vector<Node> m_nodes; ///< the first is the root
    std::vector<Level> m_levels;
    std::string m_text;
    JsonScanner m_scanner{JsonScanner::Words::Json, kMaxText};
    State m_state = State::Empty;
    bool m_cut = false;
};

} // namespace fabricscope::bench::output
