// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/copy/CopyScript.h"

#include "core/base/ShellQuote.h"
#include "core/base/Text.h"
#include "resources/Resources.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::app {

namespace {

/// `printf` in pieces, since an argument is limited in length if it is not a builtin.
std::string writeFunction(std::string_view text) {
    constexpr std::size_t kPiece = 8192;
    std::string function = "fs_write() {\n:";
    for (std::size_t at = 0; at < text.size(); at += kPiece)
        function += fmt::format(" &&\nprintf %s {}", CopyScript::word(text.substr(at, kPiece)));
    return function + "\n}\n";
}

} // namespace

std::string CopyScript::word(std::string_view text) {
    return shellQuoted(text).value_or("''"); // the caller has checked that it contains no NUL
}

std::string CopyScript::temporaryPath(const std::string &path, const std::string &nonce) {
    const auto slash = path.rfind('/');
    return fmt::format("{}.{}.fabricscope-{}", path.substr(0, slash + 1), path.substr(slash + 1), nonce);
}

std::string CopyScript::values() const {
    const auto slash = m_path.rfind('/');
    return fmt::format("fs_nonce={}\nfs_path={}\nfs_folder={}\nfs_new={}\n", word(m_nonce), word(m_path),
                       word(slash == 0 ? "/" : m_path.substr(0, slash)),
                       word(temporaryPath(m_path, m_nonce)));
}

std::string CopyScript::look() const {
    return fmt::format("fs_all() {{\n{}{}{}}}\nfs_all\n", values(), resources::find("copy/common.sh"),
                       resources::find("copy/look.sh"));
}

std::string CopyScript::copy(const Contents &contents) const {
    const std::string more = fmt::format(
        "fs_expected={}\nfs_wanted={}\nfs_chmod={}\nfs_chown={}\nfs_backup={}\n", word(contents.expected),
        word(contents.sum), word(contents.mode), word(contents.owner), word(contents.backup));
    return fmt::format("fs_all() {{\n{}{}{}{}{}}}\nfs_all\n", values(), more,
                       resources::find("copy/common.sh"), writeFunction(contents.text),
                       resources::find("copy/copy.sh"));
}

CopyScript::Reply CopyScript::read(std::string_view output) const {
    Reply reply;
    const std::string begin = "@@" + m_nonce + " ";
    const std::string textEnd = "\n" + begin + "end\n";
    while (!output.empty()) {
        const auto at = output.find(begin);
        if (at == std::string_view::npos)
            break;
        output.remove_prefix(at + begin.size());
        std::string_view line = takeUntil(output, '\n');
        const std::string_view word = takeUntil(line, ' ');
        if (word == "state")
            reply.state = line;
        else if (word == "mode")
            reply.mode = line;
        else if (word == "sum")
            reply.sum = line;
        else if (word == "failed")
            reply.failed = line;
        if (word != "text")
            continue;
        const auto end = output.find(textEnd);
        if (end == std::string_view::npos)
            break;
        reply.text = std::string(output.substr(0, end));
        output.remove_prefix(end + textEnd.size());
    }
    return reply;
}

} // namespace fabricscope::app
