// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vmm/OptionList.h"

#include "core/base/Text.h"
#include "core/formats/tools/JsonWalk.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

/// Where the option at the front ends: at a comma that separates.
std::size_t endOfOption(std::string_view text, Quoting quoting) {
    std::size_t open = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoting == Quoting::DoubledComma) {
            if (c == ',' && text.substr(i, 2) != ",,")
                return i;
            i += c == ',' ? 1 : 0;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == '[' || c == ']')) {
            open = c == '[' ? open + 1 : open - std::min<std::size_t>(open, 1);
        } else if (c == ',' && !quoted && open == 0) {
            return i;
        }
    }
    return text.size();
}

/// The value without what quoted its commas.
std::string unquoted(std::string_view value, Quoting quoting) {
    std::string text;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (quoting == Quoting::Brackets && value[i] == '"')
            continue;
        text += value[i];
        i += quoting == Quoting::DoubledComma && value.substr(i, 2) == ",," ? 1 : 0;
    }
    return text;
}

} // namespace

OptionList::OptionList(std::string_view text, Quoting quoting) {
    while (!text.empty() && m_options.size() < kMost) {
        const std::size_t end = endOfOption(text, quoting);
        add(unquoted(text.substr(0, end), quoting));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void OptionList::add(std::string_view option) {
    const std::string key(takeUntil(option, '='));
    m_options.emplace_back(key, option);
}

OptionList OptionList::fromJson(std::string_view text) {
    OptionList list;
    JsonWalk walk(text);
    for (auto event = walk.next(); event != JsonWalk::Event::End; event = walk.next())
        if (event == JsonWalk::Event::Value && walk.path().size() == 1 && list.m_options.size() < kMost)
            list.m_options.emplace_back(walk.key(),
                                        (walk.source().starts_with('"') ? "" : "#") + walk.value());
    return list;
}

std::string_view OptionList::find(std::string_view key) const {
    const auto at = std::find_if(m_options.rbegin(), m_options.rend(),
                                 [&](const auto &option) { return option.first == key; });
    return at == m_options.rend() ? std::string_view() : std::string_view(at->second);
}

std::string_view OptionList::first() const {
    return m_options.empty() || !m_options.front().second.empty() ? std::string_view()
                                                                  : std::string_view(m_options.front().first);
}

} // namespace fabricscope::formats
