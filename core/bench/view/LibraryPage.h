// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchJudged.h"
#include "core/bench/view/BenchView.h"

#include <array>
#include <string>
#include <vector>

namespace fabricscope::nccl::log {
struct DebugLog;
}

namespace fabricscope::bench {

/// What NCCL's own log reports, section by section: transports, which rank uses which NIC, channels,
/// warnings.
struct LibraryPage {
    struct Row {
        TransportFact::Rating rating = TransportFact::Rating::Note;
        std::string what, value, note;
        friend bool operator==(const Row &, const Row &) = default;
    };
    struct Section {
        std::string title, caption;         ///< "Connections", "288 in all"
        std::array<std::string, 3> columns; ///< over what, value and note
        std::vector<Row> rows;
        std::size_t more = 0; ///< that are not shown
        bool prose = false;   ///< sentences, below one another
    };
    std::vector<Section> sections; ///< none of them is empty
};

/// Of the log's library lines, next to the pairs of this host's affinity where it is known. `results`: for
/// the devices of the ranks, which the library's own lines do not name.
[[nodiscard]] LibraryPage libraryPage(const nccl::log::DebugLog &log, const Results &results,
                                      const BenchHost &host);

} // namespace fabricscope::bench
