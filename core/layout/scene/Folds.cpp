// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/scene/Folds.h"

namespace fabricscope::layout {

bool Folds::isOpen(std::string_view id, bool byDefault) const {
    const auto state = m_each.find(id);
    return state != m_each.end() ? state->second : m_all.value_or(byDefault);
}

void Folds::setOpen(std::string_view id, bool open) {
    m_each.insert_or_assign(std::string(id), open);
}

void Folds::setAllOpen(bool open) {
    m_all = open;
    m_each.clear();
}

std::string virtualFunctionsFold(const pci::Address &physical) {
    return "vfs:" + physical.toString();
}

std::string partitionsFold(const pci::Address &gpu) {
    return "partitions:" + gpu.toString();
}

std::string bridgesFold(const pci::Address &topmost) {
    return "bridges:" + topmost.toString();
}

std::string minorFold(std::optional<NumaNode> numa) {
    return "quiet:" + (numa ? std::to_string(numa->value) : std::string("unknown"));
}

} // namespace fabricscope::layout
