// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/file/ElementRanges.h"

#include "core/nccl/file/XmlElements.h"

#include <vector>

namespace fabricscope::nccl {

namespace {

/// Offsets of ascending positions.
class Offsets {
public:
    explicit Offsets(std::string_view text) : m_text(text) {}

    std::size_t of(std::uint32_t line, std::uint32_t column) {
        while (m_line < line) {
            const auto newline = m_text.find('\n', m_begin);
            if (newline == std::string_view::npos)
                return m_text.size();
            m_begin = newline + 1;
            ++m_line;
        }
        return std::min(m_begin + column - 1, m_text.size());
    }

private:
    std::string_view m_text;
    std::size_t m_begin = 0; ///< of m_line
    std::uint32_t m_line = 1;
};

} // namespace

std::map<std::pair<std::uint32_t, std::uint32_t>, ElementRange> elementRanges(std::string_view text,
                                                                              const Version &version) {
    using Place = std::pair<std::uint32_t, std::uint32_t>;
    std::map<Place, ElementRange> ranges;
    std::vector<Place> open;
    XmlElements elements(text, version);
    Offsets offsets(text);
    for (auto element = elements.next(); element && element->kind != XmlElement::Kind::None;
         element = elements.next()) {
        const Place place{element->node.line, element->node.column};
        if (element->kind != XmlElement::Kind::Close)
            ranges[place].begin = offsets.of(place.first, place.second);
        const std::size_t end = offsets.of(elements.place().line, elements.place().column);
        if (element->kind == XmlElement::Kind::Open) {
            open.push_back(place);
        } else if (element->kind == XmlElement::Kind::Single) {
            ranges[place].end = end;
        } else if (!open.empty()) {
            ranges[open.back()].end = end;
            open.pop_back();
        }
        if (open.size() > XmlLimits::kDepth)
            break;
    }
    for (const Place &place : open)
        ranges.erase(place); // not closed
    return ranges;
}

} // namespace fabricscope::nccl
