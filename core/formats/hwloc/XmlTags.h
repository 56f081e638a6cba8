// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// The tags of an XML text one after the other, without a tree of them: memory is bounded by the depth, time
/// is linear, and what stands before a damage has been seen by then. All views point into the text, so a
/// tag's place is known to the byte. A document type is passed over: entities it declares are never looked
/// up, nothing is ever fetched. (A tree by pugixml costs more than hwloc's whole loading is allowed to:
/// tests/bench/run_load.sh.)
///
///     for (XmlTags tags(text); tags.next();)
///         if (tags.isStart() && tags.name() == "info")
///             while (tags.nextAttribute()) ...
class XmlTags {
public:
    /// Deeper elements are taken for damage.
    static constexpr std::size_t kDeepest = 1024;

    explicit XmlTags(std::string_view text);

    /// The next start or end tag; of "<a/>" there is only a start. False behind the last one and at damage.
    bool next();
    [[nodiscard]] bool isStart() const { return m_isStart; }
    [[nodiscard]] std::string_view name() const { return m_name; }
    /// How many elements the current tag stands in; its own does not count.
    [[nodiscard]] std::size_t depth() const { return m_depth; }
    /// Behind the attributes of a start tag: whether the element goes on ("<a>", not "<a/>").
    [[nodiscard]] bool isOpen() const { return m_isStart && !m_inTag && m_open.size() > m_depth; }

    /// The attributes of a start tag in their order; false behind the last one. Quicker where it is the
    /// `expected` one.
    bool nextAttribute(std::string_view expected = {});
    [[nodiscard]] std::string_view attributeName() const { return m_attributeName; }
    /// As it stands in the text, see xmlText().
    [[nodiscard]] std::string_view attributeValue() const { return m_attributeValue; }
    /// NAME="VALUE".
    [[nodiscard]] std::string_view attribute() const;

    /// Behind the attributes that were asked for: the others are not looked at. Only for elements that hold
    /// no text, since the tag's end is looked for from behind.
    void skipAttributes();
    /// The text between this start tag and what follows it; takes the attributes for done.
    [[nodiscard]] std::string_view content();

    /// What is wrong with the text, and where; std::nullopt where nothing is (yet).
    struct Damage {
        std::string_view what; ///< "an attribute without a value"
        std::size_t offset = 0;
    };
    [[nodiscard]] const std::optional<Damage> &damage() const { return m_damage; }

private:
    bool fail(std::string_view what, std::size_t offset);
    bool startTag();
    bool endTag();
    bool passOver();
    bool passDoctype();
    bool passTo(std::string_view end);
    bool endOfText();
    bool expectedAttribute(std::string_view name);
    void finishTag();
    void tagEnds(std::size_t behind, bool closesItself);
    [[nodiscard]] char at(std::size_t offset) const { return offset < m_text.size() ? m_text[offset] : '\0'; }

    std::string_view m_text;
    std::size_t m_at = 0; ///< what is looked at next
    std::string_view m_name, m_attributeName, m_attributeValue;
    std::size_t m_depth = 0;
    std::vector<std::string_view> m_open;
    bool m_isStart = false;
    bool m_inTag = false; ///< a start tag whose '>' was not reached
    std::optional<Damage> m_damage;
};

/// A value or text with its character references and the five entities of XML resolved. Other entities stay
/// as they stand.
[[nodiscard]] std::string xmlText(std::string_view raw);

/// UTF-16 with its byte order mark, as PowerShell writes files, made UTF-8; std::nullopt where the text is
/// none.
[[nodiscard]] std::optional<std::string> utf8OfUtf16(std::string_view bytes);

/// The first two elements of a text, which is what kinds of XML are told apart by. Empty where it is no XML.
struct XmlRoot {
    std::string name, firstChild;
};
[[nodiscard]] XmlRoot xmlRoot(std::string_view head);

} // namespace fabricscope::formats
