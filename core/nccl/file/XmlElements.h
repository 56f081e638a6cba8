// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Version.h"
#include "core/nccl/file/XmlTree.h"

/// How the library cuts an NCCL file into elements (src/graph/xml.cc: xmlGetNode), for readXml().
namespace fabricscope::nccl {

struct XmlPosition {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

/// An error at a place, with the consequence that all of them have by default.
[[nodiscard]] tl::unexpected<FileError>
xmlError(XmlPosition place, std::string what,
         std::string consequence =
             "ncclCommInitRank fails with ncclInternalError on every rank that reads the file");

struct XmlElement {
    enum class Kind : std::uint8_t { None, Open, Close, Single };
    Kind kind = Kind::None; ///< None: the file is at its end
    XmlNode node;           ///< name, attributes and place
};

class XmlElements {
public:
    XmlElements(std::string_view text, const Version &version) : m_text(text), m_version(version) {}

    [[nodiscard]] tl::expected<XmlElement, FileError> next();
    [[nodiscard]] XmlPosition place() const { return m_place; }

    void warn(XmlPosition place, std::string what);
    [[nodiscard]] std::vector<FileWarning> takeWarnings() { return std::move(m_warnings); }

private:
    struct Token {
        std::string name;
        std::string value;
        bool hasValue = false;
        char end = 0; ///< the character behind it
        XmlPosition place;
    };

    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    char take();
    tl::expected<char, FileError> character();
    tl::expected<void, FileError> value(Token &token);
    tl::expected<Token, FileError> token(bool mayHaveValue);
    tl::expected<void, FileError> comment(std::string_view name, char next);
    /// Up to the first one that is no comment; false at the end of the file.
    tl::expected<bool, FileError> name(Token &name, XmlPosition &start);
    tl::expected<void, FileError> attributes(XmlNode &node, char &end);
    void takeAttribute(XmlNode &node, Token token, std::size_t slot);
    tl::expected<XmlElement, FileError> closingTag();

    std::string_view m_text;
    const Version &m_version;
    std::size_t m_at = 0;
    XmlPosition m_place; ///< of the next character
    XmlPosition m_last;  ///< of the one taken last
    std::vector<FileWarning> m_warnings;
    std::size_t m_warningCount = 0;
};

} // namespace fabricscope::nccl
