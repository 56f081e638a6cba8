// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::app {

/// The two POSIX scripts of CopyFile.h, and the parser of their answers. Each is one function that is called
/// in its last line: if the connection breaks while it is sent, none of it runs.
class CopyScript {
public:
    CopyScript(std::string path, std::string nonce) : m_path(std::move(path)), m_nonce(std::move(nonce)) {}

    [[nodiscard]] std::string mark() const { return "@@" + m_nonce + " begin"; }

    [[nodiscard]] std::string look() const;

    struct Contents {
        std::string text;
        std::string expected;    ///< "CHECKSUM SIZE" of the existing file, or "absent"
        std::string mode, owner; ///< "644", "0:0"; owner empty: the user's
        std::string backup;      ///< empty: none
        std::string sum;         ///< "CHECKSUM SIZE" of `text`
    };
    [[nodiscard]] std::string copy(const Contents &contents) const;

    struct Reply {
        std::string state;  ///< "file", "absent", "link", "other", "copied"; empty: the answer was incomplete
        std::string mode;   ///< as printed by `ls -ldn`
        std::string sum;    ///< "CHECKSUM SIZE"
        std::string failed; ///< a key of the table in CopyFile.cpp; empty: no failure
        std::optional<std::string> text;
    };
    [[nodiscard]] Reply read(std::string_view output) const;

    /// The path of the temporary file: in the same folder, so that it can replace the other
    /// atomically.
    [[nodiscard]] static std::string temporaryPath(const std::string &path, const std::string &nonce);
    /// One word of the shell.
    [[nodiscard]] static std::string word(std::string_view text);

private:
    [[nodiscard]] std::string values() const;

    std::string m_path, m_nonce;
};

} // namespace fabricscope::app
