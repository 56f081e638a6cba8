// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/Query.h"

#include "core/base/Text.h"
#include "core/search/Keywords.h"
#include "core/search/Synonyms.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::search {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// A part between blanks, without its quotes.
struct Piece {
    std::string text;
    bool negated = false;
    bool quoted = false; ///< from its beginning: then it is text
};

Piece takePiece(std::string_view &rest) {
    Piece piece;
    if (rest.size() > 1 && rest.front() == '-' && kBlanks.find(rest[1]) == std::string_view::npos) {
        piece.negated = true;
        rest.remove_prefix(1);
    }
    piece.quoted = rest.front() == '"';
    bool inside = false; // a quote that is not closed reaches to the end: it is still being typed
    while (!rest.empty() && (inside || kBlanks.find(rest.front()) == std::string_view::npos)) {
        if (rest.front() == '"')
            inside = !inside;
        else
            piece.text += rest.front();
        rest.remove_prefix(1);
    }
    return piece;
}

/// The keyword before the colon; removed together with the colon.
const QueryKeyword *takeWord(std::string_view &text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        return nullptr;
    const QueryKeyword *word = queryKeyword(text.substr(0, colon));
    if (word != nullptr)
        text.remove_prefix(colon + 1);
    return word;
}

/// `match`: the state named by the piece; nullptr: none.
void addTerm(Query &query, const Piece &piece, const StateKeyword *match) {
    Term term;
    term.negated = piece.negated;
    const std::string small = lowered(piece.text);
    std::string_view text = small;
    if (!piece.quoted)
        term.word = takeWord(text);
    term.value.text = text;
    if (term.word == nullptr) {
        term.value.address = PartialAddress::parse(text);
        term.value.state = match;
    } else if (auto error = term.word->read(*term.word, term.value)) {
        query.errors.push_back(std::move(*error));
        return;
    }
    query.terms.push_back(std::move(term));
}

/// The state named by the first pieces together; returns how many pieces it takes.
std::size_t joinStatePhrase(std::vector<Piece> &pieces, std::size_t first, const StateKeyword *&state) {
    std::vector<std::string> small;
    for (std::size_t at = first; at < pieces.size() && !pieces[at].quoted; ++at) {
        if (at > first && pieces[at].negated)
            break;
        small.push_back(lowered(pieces[at].text));
    }
    const StateMatch match = matchState(std::vector<std::string_view>(small.begin(), small.end()));
    state = match.state;
    if (state == nullptr)
        return 1;
    for (std::size_t at = 1; at < match.words; ++at)
        pieces[first].text += ' ' + pieces[first + at].text;
    return match.words;
}

} // namespace

Query parse(std::string_view text) {
    Query query;
    if (text.size() > Query::kMaxBytes) {
        query.errors.push_back(fmt::format("the text is longer than {} bytes", Query::kMaxBytes));
        return query;
    }
    std::vector<Piece> pieces;
    for (std::string_view rest = trimmed(text); !rest.empty(); rest = trimmed(rest)) {
        Piece piece = takePiece(rest);
        if (!piece.text.empty() && piece.text != "-")
            pieces.push_back(std::move(piece));
    }
    for (std::size_t at = 0; at < pieces.size();) {
        if (query.terms.size() + query.errors.size() == Query::kMaxTerms) {
            query.errors.push_back(fmt::format("more than {} words", Query::kMaxTerms));
            break;
        }
        const StateKeyword *state = nullptr;
        const std::size_t words = joinStatePhrase(pieces, at, state);
        addTerm(query, pieces[at], state);
        at += words;
    }
    return query;
}

} // namespace fabricscope::search
