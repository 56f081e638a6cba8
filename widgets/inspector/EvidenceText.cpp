// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/EvidenceText.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr std::size_t kShownBytes = 2000;
constexpr std::size_t kShownLines = 16;

QString safe(std::string_view text) {
    return QString::fromStdString(HostText(text).plain(kShownBytes));
}

/// From the start of the line with `offset` to the end of the line with `end`.
std::string_view wholeLines(std::string_view bytes, std::size_t offset, std::size_t end) {
    const std::size_t before = offset == 0 ? std::string_view::npos : bytes.rfind('\n', offset - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t after = bytes.find('\n', std::max(end, begin + 1) - 1);
    return bytes.substr(begin, after == std::string_view::npos ? std::string_view::npos : after - begin);
}

std::string_view firstLines(std::string_view text) {
    std::size_t end = 0;
    for (std::size_t lines = 0; lines < kShownLines && end != std::string_view::npos; ++lines)
        end = text.find('\n', end == 0 ? 0 : end + 1);
    return text.substr(0, end);
}

EvidenceText describe(const capture::Section &section) {
    const capture::Section::Meta &meta = section.meta();
    EvidenceText evidence;
    evidence.source = safe(meta.origin.empty() ? meta.name : meta.origin);
    evidence.section = safe(meta.name);
    evidence.timeMs = meta.endedMs;
    evidence.part = safe(capture::toString(meta.part));
    if (meta.damage != capture::Damage::None)
        evidence.damage =
            meta.damageText.empty() ? safe(capture::toString(meta.damage)) : safe(meta.damageText);
    return evidence;
}

} // namespace

std::optional<EvidenceText> evidenceText(const capture::Capture &capture, host::EvidenceRef reference) {
    if (!reference.exists() || reference.section >= capture.sections.size())
        return std::nullopt;
    const capture::Section &section = capture.sections[reference.section];
    EvidenceText evidence = describe(section);
    const std::string bytes = section.bytes();
    if (reference.offset >= bytes.size())
        return evidence;
    const std::size_t end = std::min(bytes.size(), std::size_t{reference.offset} + reference.length);
    evidence.text = safe(firstLines(wholeLines(bytes, reference.offset, end)));
    return evidence;
}

std::optional<EvidenceText> evidenceText(const capture::Capture &capture, const EvidenceLines &lines) {
    const capture::Section *section = lines.section.empty() ? nullptr : capture.find(lines.section);
    if (section == nullptr)
        return std::nullopt;
    EvidenceText evidence = describe(*section);
    const std::string bytes = section->bytes();
    std::string_view rest = bytes;
    std::string found;
    std::size_t count = 0;
    while (!rest.empty() && count < kShownLines) {
        const std::string_view line = takeUntil(rest, '\n');
        if (!line.starts_with(lines.prefix))
            continue;
        found.append(line).push_back('\n');
        ++count;
    }
    evidence.text = safe(trimmed(found));
    return evidence;
}

std::optional<EvidenceText> evidenceText(const capture::Capture &capture, const FactRow &row) {
    return row.evidence.exists() ? evidenceText(capture, row.evidence) : evidenceText(capture, row.lines);
}

std::vector<EvidenceSource> evidenceSources(const capture::Capture &capture, const DeviceFacts &facts) {
    std::vector<EvidenceSource> sources;
    const auto add = [&](host::EvidenceRef reference) {
        if (!reference.exists() || reference.section >= capture.sections.size())
            return;
        const auto known = std::find_if(sources.begin(), sources.end(), [&](const EvidenceSource &source) {
            return source.first.section == reference.section;
        });
        if (known != sources.end()) {
            ++known->facts;
            return;
        }
        const EvidenceText text = describe(capture.sections[reference.section]);
        sources.push_back({text.source, text.section, text.timeMs, 1, reference});
    };
    for (const FactSection &section : facts.sections) {
        add(section.chipsEvidence);
        for (const FactRow &row : section.rows)
            add(row.evidence);
    }
    return sources;
}

} // namespace fabricscope::widgets
