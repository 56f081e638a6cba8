// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Say.h"

#include "core/base/HostText.h"

#include <cerrno>
#include <limits>
#include <system_error>

namespace fabricscope {

namespace saying {

constexpr std::size_t kMostBytes = 8192; ///< a long command line

std::string safe(std::string_view text) {
    return HostText(text).line(kMostBytes);
}

std::string safe(Lines lines) {
    return HostText(lines.text).plain(std::numeric_limits<std::size_t>::max());
}

void write(std::FILE *stream, std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stream) != bytes.size() && stream != stderr)
        throw std::system_error(errno, std::generic_category(), "cannot write");
}

} // namespace saying

void sayLines(std::FILE *stream, std::string_view lines) {
    saying::write(stream, saying::safe(Lines{lines}));
}

void sayLines(std::string_view lines) {
    sayLines(stdout, lines);
}

void sayDocument(std::string_view bytes) {
    saying::write(stdout, bytes);
}

} // namespace fabricscope
