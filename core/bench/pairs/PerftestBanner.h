// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// Differences between the banners of server and client in values that must be equal, one sentence each: the
/// test's title ("Bidirectional" too: with -b on only one side perftest measures one direction without a
/// warning), number of queue pairs, connection type, MTU, GPU memory (`sameMemory`: false if only one end was
/// to use it). Empty: they agree. An output without a banner is a separate sentence.
[[nodiscard]] std::vector<std::string> bannerDifferences(std::string_view server, std::string_view client,
                                                         bool sameMemory = true);

} // namespace fabricscope::bench
