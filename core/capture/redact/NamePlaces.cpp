// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/NamePlaces.h"

#include "core/capture/redact/AllowedTokens.h"

#include <algorithm>
#include <array>

namespace fabricscope::capture {

namespace {

/// Text before a name. To add one, add a row.
constexpr std::array<std::string_view, 14> kBefore{{
    "@",          // "root@gpu-07"
    "//",         // "http://gpu-07/", "//gpu-07/share"
    "hostname=",  // of the kernel's command line
    "hostname:",  // "etc/hostname:"
    "hostname: ", //
    "guest=",     // of QEMU
    "=-name\n=",
    "<name>", // of libvirt
    "<title>", "<description>",
    "node_desc:", // of an RDMA device: its host's name
    "Users/", "nfsroot=",
    "HostName\" value=\"", // of hwloc
}};

bool isInHomes(std::string_view before) {
    constexpr std::string_view kHomes = "home/";
    return before.ends_with(kHomes) &&
           (before.size() == kHomes.size() || !isTokenChar(before[before.size() - kHomes.size() - 1]));
}

} // namespace

bool isNamePlace(std::string_view text, std::size_t begin, std::size_t end, const SectionRule &rule) {
    const std::string_view before = text.substr(0, begin);
    if (isInHomes(before) || std::any_of(kBefore.begin(), kBefore.end(),
                                         [&](std::string_view each) { return before.ends_with(each); }))
        return true;
    if (rule.section == "user" && before.ends_with('('))
        return true;
    // "gpu-07:/srv" of a mount
    return text.substr(end, 2) == ":/" &&
           (before.empty() || std::string_view(" \t\n=,").find(before.back()) != std::string_view::npos);
}

bool isNumberlike(std::string_view name) {
    constexpr std::size_t kShort = 2;
    return name.size() <= kShort || name.find_first_not_of("0123456789.") == std::string_view::npos ||
           isAllowedNumber(name, {});
}

} // namespace fabricscope::capture
