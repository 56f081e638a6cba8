// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// rcclras and ncclras: the state of a job while a collective runs, with missing or lagging ranks.
class RasReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    enum class Place : unsigned char { None, Job, Communicators, Errors, Warnings };
    bool takeRow(std::string_view text);

    Place m_place = Place::None;
    std::string m_title;
};

} // namespace fabricscope::bench::output
