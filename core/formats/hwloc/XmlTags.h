// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/Bytes.h"
#include "core/formats/hwloc/XmlName.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// Iterates over the tags of an XML text without building a tree: memory is bounded by the depth, time is
/// linear, and everything before a damaged place is read. All views point into the text, so a tag's position
/// is known to the byte. A document type is skipped: entities it declares are never resolved, nothing is ever
/// fetched. (A tree by pugixml takes longer than the budget for loading hwloc files:
/// tests/bench/run_load.sh.)
///
///     for (XmlTags tags(text); tags.next();)
///         if (tags.isStart() && tags.name() == "info")
///             while (tags.nextAttribute()) ...
class XmlTags {
public:
    /// Deeper elements are treated as damage.
    static constexpr std::size_t kDeepest = 1024;

    explicit XmlTags(std::string_view text);

    /// The next start or end tag; "<a/>" gives only a start tag. False after the last one and at damage.
    bool next();
    [[nodiscard]] bool isStart() const { return m_isStart; }
    [[nodiscard]] std::string_view name() const { return m_name; }
    /// How many elements contain the current tag, not counting its own.
    [[nodiscard]] std::size_t depth() const { return m_depth; }
    /// After the attributes of a start tag: whether the element has content ("<a>", not "<a/>").
    [[nodiscard]] bool isOpen() const { return m_isStart && !m_inTag && m_open.size() > m_depth; }

    /// The attributes of a start tag in order; false after the last one.
    bool nextAttribute() { return m_inTag && !passTagEnd() && anyAttribute(); }
    /// Moves to the next attribute if it is this one in the usual form: after one blank, its value in double
    /// quotes. Otherwise use nextAttribute().
    bool nextIs(const XmlName &name) {
        if (!m_inTag || !name.matchesAt(m_here, m_end))
            return false;
        const char *const value = m_here + name.size();
        const char *const quote = findByte(value, m_end, '"');
        if (quote == m_end)
            return false;
        m_attributeName = {m_here + 1, name.size() - 3};
        m_attributeValue = {value, static_cast<std::size_t>(quote - value)};
        m_here = quote + 1;
        return true;
    }
    /// Calls nextIs() for one field after the other, each of which has a `name`: `keep` is called for those
    /// present, with their value and NAME="VALUE".
    template<class Field, std::size_t count, class Store>
    void takeInOrder(const Field (&fields)[count], Store store) {
        const char *here = m_here;
        const char *const end = m_inTag ? m_end : here;
        for (const Field &field : fields) {
            if (!field.name.matchesAt(here, end))
                continue;
            const char *const value = here + field.name.size();
            const char *const quote = findByte(value, end, '"');
            if (quote == end)
                break;
            store(field, std::string_view(value, static_cast<std::size_t>(quote - value)),
                  std::string_view(here + 1, static_cast<std::size_t>(quote - here)));
            here = quote + 1;
        }
        m_here = here;
    }
    [[nodiscard]] std::string_view attributeName() const { return m_attributeName; }
    /// As written in the text, see xmlText().
    [[nodiscard]] std::string_view attributeValue() const { return m_attributeValue; }
    /// NAME="VALUE".
    [[nodiscard]] std::string_view attribute() const {
        const char *const begin = m_attributeName.data();
        const char *const end = m_attributeValue.data() + m_attributeValue.size() + 1; // with the quote
        return {begin, static_cast<std::size_t>(end - begin)};
    }

    /// Skips the remaining attributes without reading them. Only for elements without text, since the search
    /// for the tag's end starts from its end.
    void skipAttributes();
    /// The text between this start tag and the next tag, once; skips the remaining attributes.
    [[nodiscard]] std::string_view content();

    /// After content(): moves to the next element, if this one ends here, the next has the same name and
    /// begins with an attribute, and nothing else is between them. Otherwise use next().
    bool nextOfThisName();

    /// What is wrong with the text, and where; std::nullopt if nothing is (yet).
    struct Damage {
        std::string_view what; ///< "an attribute without a value"
        std::size_t offset = 0;
    };
    [[nodiscard]] const std::optional<Damage> &damage() const { return m_damage; }

private:
    bool fail(std::string_view what, const char *at);
    bool startTag();
    bool endTag();
    bool anyEndTag();
    /// Closes the innermost element, whose end tag ends there.
    void ended(const char *behind) {
        m_here = behind;
        m_name = m_open.back();
        m_open.pop_back();
        m_depth = m_open.size();
        m_isStart = false;
    }
    bool passOver();
    bool passDoctype();
    bool passTo(std::string_view end);
    bool endOfText();
    bool anyAttribute();
    void finishTag();
    void tagEnds(const char *behind, bool isSelfClosing);
    /// Whether the tag ends right here; if so, moves past it.
    bool passTagEnd() {
        const bool closes = at(m_here) == '/';
        if (at(m_here + (closes ? 1 : 0)) != '>')
            return false;
        tagEnds(m_here + (closes ? 2 : 1), closes);
        return true;
    }
    [[nodiscard]] char at(const char *place) const { return place < m_end ? *place : '\0'; }
    [[nodiscard]] std::string_view rest() const { return {m_here, static_cast<std::size_t>(m_end - m_here)}; }

    const char *m_begin, *m_end; ///< of the text
    const char *m_here;          ///< what is looked at next
    std::string_view m_name, m_attributeName, m_attributeValue;
    std::size_t m_depth = 0;
    std::vector<std::string_view> m_open;
    bool m_isStart = false;
    bool m_inTag = false; ///< a start tag whose '>' was not reached
    std::optional<Damage> m_damage;
};

} // namespace fabricscope::formats
