// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/log/DebugLog.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fabricscope::nccl::log {

/// Adds warnings to those of a log: the same text from many ranks once, with its explanation.
class WarningTable {
public:
    struct Report {
        std::string text;            ///< made safe to show
        std::string where;           ///< source file and line; may be empty
        std::uint64_t line = 0;      ///< from 1
        std::uint64_t count = 1;     ///< how often it was reported
        std::string_view cause = {}; ///< what is explained in place of the text, where that is known
    };
    void add(Report report, std::vector<Warning> &warnings);

private:
    std::unordered_map<std::string, std::size_t> m_places; ///< by their text
};

} // namespace fabricscope::nccl::log
