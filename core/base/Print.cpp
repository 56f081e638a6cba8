// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Print.h"

#include "core/base/HostText.h"

#include <cerrno>
#include <limits>
#include <system_error>

namespace fabricscope {

namespace printing {

constexpr std::size_t kMaxBytes = 8192; ///< a long command line

std::string safe(std::string_view text) {
    return HostText(text).line(kMaxBytes);
}

std::string safe(Lines lines) {
    return HostText(lines.text).plain(std::numeric_limits<std::size_t>::max());
}

void write(std::FILE *stream, std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stream) != bytes.size() && stream != stderr)
        throw std::system_error(errno, std::generic_category(), "cannot write");
}

} // namespace printing

void printLines(std::FILE *stream, std::string_view lines) {
    printing::write(stream, printing::safe(Lines{lines}));
}

void printLines(std::string_view lines) {
    printLines(stdout, lines);
}

void printVerbatim(std::string_view bytes) {
    printing::write(stdout, bytes);
}

} // namespace fabricscope
