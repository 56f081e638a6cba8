// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>

/// The only way to write to standard output and standard error (enforced by tests/architecture). Each
/// function throws std::system_error with errno if writing fails.
namespace fabricscope {

/// An argument of printText() that holds finished lines: its line feeds and tabs are kept, and its length is
/// not limited. All other control characters are replaced, as in every argument.
struct Lines {
    std::string_view text;
};

namespace printing {

template<class T>
constexpr bool kIsText = std::is_convertible_v<const T &, std::string_view> || std::is_same_v<T, char>;

/// As HostText::line(), at most 8 KiB.
[[nodiscard]] std::string safe(std::string_view text);
[[nodiscard]] std::string safe(Lines lines);
[[nodiscard]] inline std::string safe(char c) {
    return safe(std::string_view(&c, 1));
}
template<class T, class = std::enable_if_t<!kIsText<T>>> [[nodiscard]] const T &safe(const T &value) {
    static_assert(std::is_arithmetic_v<T>, "printText() takes texts, Lines and numbers");
    return value;
}

/// The type that replaces an argument of type T.
template<class T> using Safe = std::conditional_t<kIsText<T> || std::is_same_v<T, Lines>, std::string, T>;

void write(std::FILE *stream, std::string_view bytes);

} // namespace printing

/// Like fmt::print(). Every text among the arguments becomes part of one line, whatever its source
/// (HostText::line()). Only the format, a constant, may contain line feeds and control sequences.
template<class... Args>
void printText(std::FILE *stream, fmt::format_string<printing::Safe<std::decay_t<const Args &>>...> format,
               const Args &...args) {
    const auto text = [&](const auto &...safe) {
        return fmt::vformat(format, fmt::make_format_args(safe...));
    };
    printing::write(stream, text(printing::safe(args)...));
}
template<class... Args>
void printText(fmt::format_string<printing::Safe<std::decay_t<const Args &>>...> format,
               const Args &...args) {
    printText<Args...>(stdout, format, args...);
}

/// Prints finished lines, such as tables and trees: see Lines.
void printLines(std::FILE *stream, std::string_view lines);
void printLines(std::string_view lines);

/// Writes a document that escapes its texts itself (JSON, CSV, SVG, XML, a script), or a piece of one, to
/// standard output byte by byte.
void printVerbatim(std::string_view bytes);

} // namespace fabricscope
