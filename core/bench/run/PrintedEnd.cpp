// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/PrintedEnd.h"

#include <algorithm>

namespace fabricscope::bench {

bool printsEnd(std::string_view tool) {
    static constexpr std::string_view kEndless[] = {"osu",
                                                    "rocm-bandwidth-test",
                                                    "gpu-copy",
                                                    "p2p-bandwidth-latency-test",
                                                    "nvidia-smi-topo-p2p",
                                                    "custom",
                                                    "nvidia-smi-dmon",
                                                    "amd-smi",
                                                    "rocm-smi",
                                                    "counters"};
    return !tool.empty() && std::find(std::begin(kEndless), std::end(kEndless), tool) == std::end(kEndless);
}

} // namespace fabricscope::bench
