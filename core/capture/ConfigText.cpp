// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/ConfigText.h"

#include "core/base/Text.h"

namespace fabricscope::capture {

namespace {

constexpr std::size_t kRow = 16;
constexpr std::string_view kMarker = "/config:";

// "0000:41:00.0" of "0000:41:00.0/config:...", empty if the line has another form.
std::string_view functionOf(std::string_view line) {
    const auto end = line.find('/');
    if (end == 0 || end == std::string_view::npos || end > 16 || line.substr(end, kMarker.size()) != kMarker)
        return {};
    const std::string_view name = line.substr(0, end);
    return name.find_first_not_of("0123456789abcdef:.") == std::string_view::npos ? name : std::string_view{};
}

void appendRows(std::string &out, std::string_view bytes) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    for (std::size_t at = 0; at + kRow <= bytes.size(); at += kRow) {
        for (const char c : bytes.substr(at, kRow)) {
            const auto byte = static_cast<unsigned char>(c);
            out += ' ';
            out += kDigits[byte >> 4U];
            out += kDigits[byte & 0xFU];
        }
        out += '\n';
    }
}

} // namespace

std::string configText(std::string_view packed) {
    std::string out;
    std::string function;
    std::string bytes;
    auto flush = [&] {
        if (!function.empty()) {
            out += '=';
            out += function;
            out += '\n';
            appendRows(out, bytes);
        }
        function.clear();
        bytes.clear();
    };
    while (!packed.empty()) {
        const bool terminated = packed.find('\n') != std::string_view::npos;
        const std::string_view line = takeUntil(packed, '\n');
        const std::string_view name = functionOf(line);
        if (name.empty() || name != function)
            flush();
        if (name.empty()) {
            out += line;
            if (terminated)
                out += '\n';
            continue;
        }
        function = name;
        bytes += line.substr(name.size() + kMarker.size());
        if (terminated)
            bytes += '\n'; // part of the data, or grep's own after the last byte: then the row is incomplete
    }
    flush();
    return out;
}

} // namespace fabricscope::capture
