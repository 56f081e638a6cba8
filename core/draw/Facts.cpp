// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/Facts.h"

#include <algorithm>

namespace fabricscope::draw {
namespace {

std::string joined(const std::vector<Fact> &facts) {
    std::string text;
    for (const Fact &fact : facts)
        text += (text.empty() ? "" : " · ") + fact.text;
    return text;
}

} // namespace

FittedFacts fittingFacts(Sketch &sketch, std::vector<Fact> facts, const TextStyle &style, double room) {
    const auto byWeight = [](const Fact &a, const Fact &b) {
        return a.weight < b.weight;
    };
    const std::string whole = joined(facts);
    if (sketch.width(whole, style) <= room)
        return {whole, {}};
    std::string text;
    do {
        facts.erase(std::min_element(facts.begin(), facts.end(), byWeight));
        text = facts.empty() ? "…" : joined(facts) + " · …";
    } while (!facts.empty() && sketch.width(text, style) > room);
    return {sketch.width(text, style) > room ? std::string() : text, whole};
}

} // namespace fabricscope::draw
