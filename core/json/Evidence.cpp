// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/Evidence.h"

#include "core/base/HostText.h"

#include <nlohmann/json.hpp>

namespace fabricscope::json {

std::optional<Value> Evidence::of(const host::EvidenceRef &ref) {
    constexpr std::size_t kMaxText = 1024;
    if (m_capture == nullptr || !ref.exists() || ref.section >= m_capture->sections.size())
        return std::nullopt;
    m_bytes.resize(m_capture->sections.size());
    const capture::Section &section = m_capture->sections[ref.section];
    auto &bytes = m_bytes[ref.section];
    if (!bytes)
        bytes = section.bytes();
    if (ref.offset >= bytes->size())
        return std::nullopt;
    Value value;
    value["source"] = HostText(section.meta().name + " " + section.meta().origin).plain(kMaxText);
    value["text"] = HostText(std::string_view(*bytes).substr(ref.offset, ref.length)).plain(kMaxText);
    return value;
}

} // namespace fabricscope::json
