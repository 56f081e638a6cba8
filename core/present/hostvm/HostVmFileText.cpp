// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of an NCCL file for display.
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/file/UnifiedDiff.h"
#include "core/present/hostvm/HostVmExamination.h"

namespace fabricscope::present {

namespace {

constexpr std::size_t kMaxLine = 1000;

std::string_view nextLine(std::string_view &rest) {
    std::string_view line = takeUntil(rest, '\n');
    if (!line.empty() && line.back() == '\r')
        line.remove_suffix(1);
    return line;
}

} // namespace

std::vector<HostVmFileLine> linesOf(std::string_view text) {
    std::vector<HostVmFileLine> lines;
    for (std::uint32_t number = 1; !text.empty() && lines.size() < kMaxFileLines; ++number)
        lines.push_back({HostVmFileLine::Kind::Same, number, HostText(nextLine(text)).plain(kMaxLine)});
    if (!text.empty())
        lines.push_back({HostVmFileLine::Kind::Gap, 0, "further lines not shown"});
    return lines;
}

std::vector<HostVmFileLine> differenceOf(std::string_view from, std::string_view to) {
    using Kind = HostVmFileLine::Kind;
    const std::string diff = nccl::unifiedDiff(from, to, "file");
    std::vector<HostVmFileLine> lines;
    std::string_view rest = diff;
    std::uint32_t before = 0, after = 0;
    while (!rest.empty() && lines.size() < kMaxFileLines) {
        std::string_view line = nextLine(rest);
        if (line.starts_with("--- ") || line.starts_with("+++ ") || line.starts_with("\\"))
            continue;
        if (line.starts_with("@@ -")) {
            line.remove_prefix(4);
            std::string_view old = takeUntil(line, ' ');
            before = parseInteger<std::uint32_t>(takeUntil(old, ',')).value_or(1);
            std::string_view own = takeUntil(line, ' ');
            own.remove_prefix(own.starts_with("+") ? 1 : 0);
            after = parseInteger<std::uint32_t>(takeUntil(own, ',')).value_or(1);
            if (!lines.empty())
                lines.push_back({Kind::Gap, 0, {}});
            continue;
        }
        const char sign = line.empty() ? ' ' : line.front();
        const std::string text = HostText(line.empty() ? line : line.substr(1)).plain(kMaxLine);
        lines.push_back(sign == '-'   ? HostVmFileLine{Kind::Removed, before, text}
                        : sign == '+' ? HostVmFileLine{Kind::Added, after, text}
                                      : HostVmFileLine{Kind::Same, before, text});
        before += sign == '+' ? 0 : 1;
        after += sign == '-' ? 0 : 1;
    }
    return lines;
}

std::size_t hunkCount(const std::vector<HostVmFileLine> &difference) {
    std::size_t places = 0;
    bool before = false;
    for (const HostVmFileLine &line : difference) {
        const bool differs =
            line.kind == HostVmFileLine::Kind::Added || line.kind == HostVmFileLine::Kind::Removed;
        places += differs && !before ? 1 : 0;
        before = differs;
    }
    return places;
}

} // namespace fabricscope::present
