// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// A line of a kernel log: what its message is, and what precedes it.
struct KernelLine {
    std::string_view message;
    std::string_view host;         ///< of a journal; else empty
    std::optional<double> seconds; ///< after the kernel's start; none for dates and times between lines
    std::string_view time;         ///< as it is written: "12.345678", "Jan 20 20:50:11"; may be empty
    bool isStamped = false;        ///< it has a time, or a journal's "kernel: "
    bool isOfOtherUnit = false;    ///< a journal's line that is not the kernel's; the message is empty
};

/// dmesg's "[   12.345678] ", with -T "[Tue Jul 22 20:50:11 2025] ", with -e and -H "[Jul22 20:50] ", with -d
/// "[  +0.000844] ", with -x "kern  :err   : " before them, with --time-format iso
/// "2026-01-22T20:50:11,345678+00:00 ", with -r "<6>", with -T -d "[Tue Jul 22 20:50:11 2025 <    0.000844>]
/// "; "6,1234,5678901,-;" of /dev/kmsg; and a journal's "Jul 22 20:50:11 gpu-07 kernel: ", with -o short-full
/// "Tue 2026-01-22 20:50:11 UTC gpu-07 kernel: ", with -o short-monotonic
/// "[   12.345678] gpu-07 kernel: "; of syslog servers "<4>1 2026-01-22T20:50:11.345678Z gpu-07 kernel - - -
/// ", of a serial console "gpu-07 login: [   12.345678] ".
[[nodiscard]] KernelLine kernelLine(std::string_view line);

/// As dmesg -t and journalctl -o cat print: "NVRM: ...", "pcieport 0000:40:01.1: ...", "[drm] ...". A host's
/// name or a launcher's tag before the message is no such beginning: the prefix is to be taken off first.
[[nodiscard]] bool isBareKernelMessage(std::string_view line); // KernelLogKind.cpp

} // namespace fabricscope::formats
