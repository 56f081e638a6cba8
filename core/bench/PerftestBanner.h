// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// In what the banners of server and client differ that must be the same on both, one sentence each: the
/// test's title ("Bidirectional" too: with -b on one side alone perftest measures one direction without
/// a warning), number of queue pairs, connection type, MTU, memory of a GPU (`sameMemory`: false where one
/// end alone was asked for it). Empty: they agree. An output without a banner is a separate sentence.
[[nodiscard]] std::vector<std::string> bannerDifferences(std::string_view server, std::string_view client,
                                                         bool sameMemory = true);

} // namespace fabricscope::bench
