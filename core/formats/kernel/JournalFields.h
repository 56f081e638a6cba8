// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::formats {

struct PastedLine;

/// The entries of `journalctl -o verbose` and `-o export`: a field a line ("MESSAGE=text",
/// "_TRANSPORT=kernel"), in any order. An entry of the first begins with its time and cursor, one of the
/// second ends with an empty line.
class JournalFields {
public:
    struct Message {
        std::string text;        ///< a line of the entry's message
        std::string_view source; ///< of it in the bytes
    };
    struct Entry {
        std::vector<Message> messages;
        std::string host;
        std::optional<double> seconds; ///< after the kernel's start
        bool isKernel = true;          ///< false: of another unit
    };

    /// True if the line completes an entry, which is then in take().
    bool feed(const PastedLine &line);
    /// At the end of the text.
    void finish();
    [[nodiscard]] Entry take() { return std::exchange(m_done, {}); }

private:
    void readField(std::string_view name, std::string_view value, std::string_view source);
    void addMessage(std::string_view text, std::string_view source);

    Entry m_entry, m_done;
    bool m_isInMessage = false; ///< the field before was the message, which may have more lines
    bool m_isBinary = false;    ///< the next line begins with the length of a message
};

/// Whether a text begins like these.
[[nodiscard]] bool isJournalFields(std::string_view head);

} // namespace fabricscope::formats
