// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// Walks through the JSON printed by tools (amd-smi --json, lscpu -J) scalar by scalar, without a tree in
/// memory, since only a few of thousands of numbers are needed. Also accepts near-JSON (trailing commas, as
/// in amd-smi's own documentation) and stops at invalid input. The program's own documents go through
/// core/json.
class JsonWalk {
public:
    static constexpr std::size_t kDeepest = 64;
    static constexpr std::size_t kLongest = 4096; ///< of a string; longer ones are cut

    explicit JsonWalk(std::string_view text) : m_text(text) {}

    enum class Event { Value, OpenObject, CloseObject, OpenArray, CloseArray, End };
    /// The next event; End after the last one and if the text is not JSON.
    Event next();
    /// Of a Value: the string without its quotes, or the number or word as written.
    [[nodiscard]] const std::string &value() const { return m_value; }
    /// The key of the Value or of the object or array that was opened; "" in an array and at the top.
    [[nodiscard]] const std::string &key() const { return m_key; }
    /// Keys of the open objects and arrays, from the top, without key().
    [[nodiscard]] const std::vector<std::string> &path() const { return m_path; }
    /// The bytes of the Value, for use as evidence.
    [[nodiscard]] std::string_view source() const { return m_source; }

private:
    void skipBlanks();
    [[nodiscard]] bool at(char c) const { return m_at < m_text.size() && m_text[m_at] == c; }
    bool readString(std::string &out);
    Event close(char c);
    Event stop();

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_key, m_value;
    std::string_view m_source;
    std::vector<std::string> m_path;
    std::vector<char> m_open; ///< '{' or '['
};

} // namespace fabricscope::formats
