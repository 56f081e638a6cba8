// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// The output of one host in a text that has it below the host's name. Views into the text.
struct HostBlock {
    std::string_view host; ///< "node07"; also a group with the same output: "node[03-09]"
    std::string_view text;
};

/// The blocks of dshbak, clubak and clush -b (the name between two rules), of ansible ("node07 | CHANGED |
/// rc=0 >>", "node07 | UNREACHABLE! => {") and of pssh -i ("[1] 10:11:12 [SUCCESS] node07"), in order; empty
/// for other texts. A word without a digit between two rules is a host only if another host has a text of the
/// same kind: otherwise it is the title of a part. Names
/// in signs ("==> node07.txt <==" of head and tail, "=== node07 ===") are hosts if they differ in their
/// numbers only, are no word for a device or a run, and at least two have a text of one kind. A session with
/// prompts of several hosts, of which at least two have texts of a kind: what follows the prompts of each
/// ("root@node07:~# ibstat"), and of a command over ssh that of its host; a container is part of the host
/// before, and node07.example.com is node07. At most kMostBlocks; the last one holds the rest.
[[nodiscard]] std::vector<HostBlock> hostBlocks(std::string_view text);
inline constexpr std::size_t kMostBlocks = 4096;

} // namespace fabricscope::formats
