// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Character by character as the library goes, since what it trips over follows from how it reads: one blank
// and only a blank comes before an attribute, a tab is text, a comment is an element whose name begins with
// "!--".
#include "core/nccl/file/XmlElements.h"

#include "core/base/HostText.h"

#include <fmt/format.h>

namespace fabricscope::nccl {

namespace {

using Failed = tl::unexpected<FileError>;

std::string shownChar(char c) {
    switch (c) {
    case '\t':
        return "a tab";
    case '\n':
        return "a line feed";
    case '\r':
        return "a carriage return";
    default:
        break;
    }
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 || code >= 0x7f ? fmt::format("the byte 0x{:02x}", code) : fmt::format("'{}'", c);
}

} // namespace

tl::unexpected<FileError> xmlError(XmlPosition place, std::string what, std::string consequence) {
    FileError error;
    error.call = "ncclTopoGetXmlFromFile";
    error.line = place.line;
    error.column = place.column;
    error.what = std::move(what);
    error.consequence = std::move(consequence);
    return Failed(std::move(error));
}

char XmlElements::take() {
    const char c = m_text[m_at++];
    m_last = m_place;
    if (c == '\n')
        m_place = {m_place.line + 1, 1};
    else
        ++m_place.column;
    return c;
}

void XmlElements::warn(XmlPosition place, std::string what) {
    ++m_warningCount;
    if (m_warnings.size() < XmlLimits::kWarnings)
        m_warnings.push_back({place.line, place.column, std::move(what)});
    else
        m_warnings.back().what = fmt::format("and {} more", m_warningCount - XmlLimits::kWarnings + 1);
}

tl::expected<char, FileError> XmlElements::character() {
    if (atEnd())
        return xmlError(m_place, "the file ends inside an element (\"XML Parse : Unexpected EOF\")");
    return take();
}

// xmlGetValue
tl::expected<void, FileError> XmlElements::value(Token &token) {
    auto c = character();
    if (!c)
        return Failed(c.error());
    const char quote = *c;
    const XmlPosition start = m_last;
    if (quote != '"' && quote != '\'')
        return xmlError(
            start,
            fmt::format(
                "a value must be in double quotes, found {} (\"XML Parse : Expected (double) quote.\")",
                shownChar(quote)));
    const char end = m_version.singleQuotes ? quote : '"';
    bool cut = false;
    for (c = character(); c && *c != end; c = character()) {
        if (token.value.size() + 1 < m_version.maxText - (m_version.longValueIsFatal ? 1 : 0)) {
            token.value += *c;
            continue;
        }
        if (m_version.longValueIsFatal)
            return xmlError(
                start,
                fmt::format("the value of \"{}\" has more than {} characters (\"value too long (max {})\")",
                            HostText(token.name).plain(64), m_version.maxText - 2, m_version.maxText));
        cut = true;
    }
    if (!c)
        return Failed(c.error());
    if (cut)
        warn(start, fmt::format("the value of \"{}\" is cut off after {} characters",
                                HostText(token.name).plain(64), token.value.size()));
    token.hasValue = true;
    c = character();
    if (!c)
        return Failed(c.error());
    token.end = *c;
    return {};
}

// xmlGetToken
auto XmlElements::token(bool mayHaveValue) -> tl::expected<Token, FileError> {
    Token token;
    token.place = m_place;
    while (true) {
        const auto c = character();
        if (!c)
            return Failed(c.error());
        if (*c == '=') {
            if (!mayHaveValue)
                return xmlError(
                    m_last,
                    fmt::format("'=' outside an attribute (\"XML Parse : Unexpected value with name {}\")",
                                HostText(token.name).plain(64)));
            if (auto got = value(token); !got)
                return Failed(got.error());
            break;
        }
        if (token.name.size() == m_version.maxText - 1)
            return xmlError(token.place,
                            fmt::format("a name has more than {} characters (\"name too long (max {})\")",
                                        m_version.maxText - 2, m_version.maxText));
        if (*c == ' ' || *c == '>' || *c == '/' || *c == '\n' || *c == '\r') {
            token.end = *c;
            break;
        }
        token.name += *c;
    }
    token.name = token.name.substr(0, token.name.find('\0')); // its strings end there
    token.value = token.value.substr(0, token.value.find('\0'));
    return token;
}

// xmlSkipComment
tl::expected<void, FileError> XmlElements::comment(std::string_view name, char next) {
    const XmlPosition start = m_last;
    std::string last = "...";
    const auto append = [&last](char c) {
        last = {last[1], last[2], c};
    };
    for (const char c : name)
        append(c);
    append(next);
    while (last != "-->") {
        if (atEnd())
            return xmlError(start, "a comment is not closed (\"XML Parse error : unterminated comment\")");
        append(take());
    }
    return {};
}

void XmlElements::takeAttribute(XmlNode &node, Token token, std::size_t slot) {
    if (slot >= m_version.maxAttributes) {
        if (!token.name.empty())
            warn(token.place,
                 fmt::format("attribute \"{}\" is dropped: an element holds {}, extra spaces included",
                             HostText(token.name).plain(64), m_version.maxAttributes));
        return;
    }
    if (token.name.empty()) { // one blank too many: the library keeps an attribute without a name
        if (token.hasValue)
            warn(token.place, "a space before '=' separates an attribute from its value, which is lost");
        return;
    }
    if (node.find(token.name) != nullptr)
        warn(token.place, fmt::format("attribute \"{}\" appears twice; the first applies",
                                      HostText(token.name).plain(64)));
    else if (!token.hasValue)
        warn(token.place, fmt::format("attribute \"{}\" has no value", HostText(token.name).plain(64)));
    node.attributes.push_back(
        {std::move(token.name), std::move(token.value), token.place.line, token.place.column});
}

tl::expected<void, FileError> XmlElements::attributes(XmlNode &node, char &end) {
    for (std::size_t slot = 0; end == ' '; ++slot) {
        auto got = token(true);
        if (!got)
            return Failed(got.error());
        end = got->end;
        takeAttribute(node, std::move(*got), slot);
    }
    return {};
}

// Where an element begins there can be blanks and line ends before it, nothing else.
tl::expected<bool, FileError> XmlElements::name(Token &name, XmlPosition &start) {
    while (true) {
        char c = ' ';
        while (c == ' ' || c == '\n' || c == '\r') {
            if (atEnd())
                return false;
            c = take();
        }
        if (c != '<')
            return xmlError(
                m_last, fmt::format("{} where an element should begin (\"XML Parse error : expecting '<'\"); "
                                    "indent with spaces, without text",
                                    shownChar(c)));
        start = m_last;
        auto got = token(false);
        if (!got)
            return Failed(got.error());
        name = std::move(*got);
        if (name.name.rfind("!--", 0) != 0)
            return true;
        if (auto skipped = comment(std::string_view(name.name).substr(3), name.end); !skipped)
            return Failed(skipped.error());
    }
}

tl::expected<XmlElement, FileError> XmlElements::closingTag() {
    auto name = token(false);
    if (!name)
        return Failed(name.error());
    if (name->end != '>')
        return xmlError(m_last, fmt::format("{} in a closing tag (\"XML Parse error : unexpected trailing\")",
                                            shownChar(name->end)));
    XmlElement element;
    element.kind = XmlElement::Kind::Close;
    element.node.name = std::move(name->name);
    return element;
}

// xmlGetNode
tl::expected<XmlElement, FileError> XmlElements::next() {
    XmlElement element;
    Token name;
    XmlPosition start;
    const auto any = this->name(name, start);
    if (!any)
        return Failed(any.error());
    if (!*any)
        return element;
    char end = name.end;
    if (name.name.empty() && end == '/') {
        auto closing = closingTag();
        if (closing) {
            closing->node.line = start.line;
            closing->node.column = start.column;
        }
        return closing;
    }
    element.kind = XmlElement::Kind::Open;
    element.node.name = std::move(name.name);
    element.node.line = start.line;
    element.node.column = start.column;
    if (auto got = attributes(element.node, end); !got)
        return Failed(got.error());
    if (end == '/') {
        element.kind = XmlElement::Kind::Single;
        const auto rest = token(false);
        if (!rest)
            return Failed(rest.error());
        end = rest->end;
    }
    if (end == '>')
        return element;
    return xmlError(m_last, fmt::format("{} inside <{}> instead of '>' or one space and an attribute (\"XML "
                                        "Parse : expected >\"); an element must be on one line{}",
                                        shownChar(end), HostText(element.node.name).plain(64),
                                        element.node.name == "?xml" ? ", with no XML declaration" : ""));
}

} // namespace fabricscope::nccl
