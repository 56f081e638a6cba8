// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/Ranking.h"

#include <algorithm>

namespace fabricscope::search {

namespace {

using topology::Node;

/// Names rank before all other facts: a model ranks at most like a word within a name.
Quality lesser(Quality quality) {
    return std::min(quality, Quality::Word);
}

void raise(Quality &best, Quality found) {
    best = std::max(best, found);
}

Quality addressQuality(const Node &node, const Value &value) {
    if (!value.address)
        return Quality::None;
    Quality best = Quality::None;
    if (node.bdf)
        raise(best, qualityOf(*node.bdf, value.text, *value.address));
    for (const topology::Port &port : node.ports) // a switch is found by each of its ports
        raise(best, qualityOf(port.bdf, value.text, *value.address));
    return best;
}

Quality idQuality(const topology::Topology &topology, const Node &node, const Value &value) {
    const auto &functions = topology.host().functions;
    if (!value.address || !node.function || *node.function >= functions.size())
        return Quality::None;
    const host::PciFunction &function = functions[*node.function];
    return function.vendor && function.device ? qualityOfIds(*function.vendor, *function.device, value.text)
                                              : Quality::None;
}

Quality deviceQuality(const Subject &subject, const Value &value) {
    const Node &node = *subject.node;
    Quality best = qualityOf(node.name, value.text);
    raise(best, addressQuality(node, value));
    if (node.bdf)
        for (const auto &[key, name] : subject.facts->names(*node.bdf))
            raise(best, qualityOf(name, value.text));
    if (best != Quality::None)
        return best;
    raise(best, lesser(qualityOf(*node.model, value.text)));
    for (const auto *text : {&node.driver, &node.owner})
        if (*text)
            raise(best, lesser(qualityOf(**text, value.text)));
    raise(best, lesser(idQuality(subject.facts->topology(), node, value)));
    return best;
}

Quality hostQuality(const HostSource &host, const Value &value) {
    return std::max({qualityOf(host.name, value.text), lesser(qualityOf(host.target, value.text)),
                     lesser(qualityOf(host.badge, value.text))});
}

Quality findingQuality(const Subject &subject, const Value &value) {
    const Quality best = std::max(qualityOf(findings::headline(subject.located->finding), value.text),
                                  lesser(qualityOf(subject.located->finding.rule, value.text)));
    return best == Quality::None && subject.node != nullptr ? lesser(addressQuality(*subject.node, value))
                                                            : best;
}

Quality ownQuality(const Subject &subject, const Value &value) {
    return subject.group == kHosts      ? hostQuality(*subject.host, value)
           : subject.group == kFindings ? findingQuality(subject, value)
                                        : deviceQuality(subject, value);
}

/// Evaluates the terms; `own` returns the rank of a text for the entry itself, `shared` for facts of others,
/// `word` whether a keyword applies.
template<class Own, class Shared, class Word>
std::optional<Rank> rank(const Query &query, const Own &own, const Shared &shared, const Word &word) {
    Rank result;
    bool isShared = false;
    bool isOwn = false;
    for (const Term &term : query.terms) {
        if (term.word != nullptr) {
            if (!word(term))
                return std::nullopt;
            isOwn = true;
            continue;
        }
        Quality quality = own(term.value);
        const bool byOthers = quality == Quality::None && shared(term.value);
        if ((quality != Quality::None || byOthers) == term.negated)
            return std::nullopt;
        if (term.negated)
            continue;
        isShared = isShared || byOthers;
        isOwn = isOwn || !byOthers;
        if (byOthers)
            quality = Quality::Part;
        result.worst = std::min(result.worst, quality);
        result.sum += static_cast<unsigned>(quality);
    }
    return isShared && !isOwn ? std::nullopt : std::optional(result);
}

} // namespace

std::optional<Rank> rankOf(const Query &query, const Subject &subject) {
    return rank(
        query,
        [&](const Value &value) {
            return std::max(ownQuality(subject, value), value.state != nullptr && holds(*value.state, subject)
                                                            ? Quality::Prefix
                                                            : Quality::None);
        },
        [&](const Value &value) {
            return subject.group != kHosts && qualityOf(subject.host->name, value.text) != Quality::None;
        },
        [&](const Term &term) { return holds(term, subject); });
}

std::optional<Rank> rankOf(const Query &query, std::initializer_list<std::string_view> texts) {
    const auto own = [&](const Value &value) {
        Quality best = Quality::None;
        for (const std::string_view &text : texts)
            raise(best,
                  &text == texts.begin() ? qualityOf(text, value.text) : lesser(qualityOf(text, value.text)));
        return best;
    };
    return rank(
        query, own, [](const Value &) { return false; }, [](const Term &) { return false; });
}

} // namespace fabricscope::search
