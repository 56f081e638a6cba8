// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/Bytes.h"
#include "core/formats/HostBuilder.h"
#include "core/formats/SectionText.h"
#include "core/formats/hwloc/XmlText.h"

#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// The last text that was read, which is often repeated.
struct RepeatedText {
    std::string_view raw; ///< as written in the file
    host::Fact<std::string> fact;
};

/// The text of an hwloc XML while it is read: creates facts with their evidence, and warnings.
class HwlocSource {
public:
    /// `text.bytes` is what is parsed: the section's bytes, or their conversion if they are UTF-16. In that
    /// case no piece of it has a position in the section, and `whole`, all of the section, is the evidence.
    HwlocSource(const SectionText &text, std::optional<host::EvidenceRef> whole, HostBuilder &target)
        : builder(target), m_text(text), m_complete(whole) {}

    [[nodiscard]] std::string_view bytes() const { return m_text.bytes; }
    [[nodiscard]] host::EvidenceRef evidence(std::string_view piece) const {
        return m_complete ? *m_complete : m_text.evidence(piece);
    }
    /// An attribute's value in a form that may be stored and shown.
    [[nodiscard]] static std::string text(std::string_view raw, std::size_t maxBytes) {
        const bool plain = raw.find('&') == std::string_view::npos;
        return shown(plain ? raw : xmlText(raw), maxBytes);
    }
    /// A fact with this value; its evidence is `piece`.
    [[nodiscard]] host::Fact<std::string> textFact(std::string_view raw, std::string_view piece,
                                                   std::size_t maxBytes) const {
        return {text(raw, maxBytes), evidence(piece)};
    }
    /// The same; shares the text with `last` if its bytes are equal, and otherwise updates `last`.
    [[nodiscard]] host::Fact<std::string> textFact(std::string_view raw, std::string_view piece,
                                                   std::size_t maxBytes, RepeatedText &last) const {
        if (!last.fact || last.raw != raw) {
            last.raw = raw;
            last.fact = textFact(raw, piece, maxBytes);
            return last.fact;
        }
        host::Fact<std::string> again;
        again.copyFrom(last.fact, evidence(piece));
        return again;
    }
    void warn(std::string_view piece, std::string_view what) const { builder.warn(m_text, piece, what); }

    HostBuilder &builder;

private:
    const SectionText &m_text;
    std::optional<host::EvidenceRef> m_complete;
};

/// Compares names, without a call.
[[nodiscard]] inline bool isName(std::string_view a, std::string_view b) {
    return a.size() == b.size() && sameBytes(a.data(), b.data(), a.size());
}

/// An attribute as written in the text.
struct HwlocAttribute {
    std::string_view value; ///< without the quotes; empty if the attribute is absent
    std::string_view piece; ///< NAME="VALUE"
    explicit operator bool() const { return !piece.empty(); }
};

} // namespace fabricscope::formats
