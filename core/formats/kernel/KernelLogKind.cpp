// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/PastedLines.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/kernel/JournalFields.h"
#include "core/formats/kernel/KernelLine.h"
#include "core/formats/kernel/KernelLogJson.h"
#include "core/formats/kernel/KernelLogRows.h"
#include "core/formats/tools/ToolText.h"
#include "core/pci/Address.h"

#include <algorithm>

namespace fabricscope::formats {

bool isBareKernelMessage(std::string_view line) {
    static constexpr std::string_view kSubsystems[] = {
        "NVRM:",     "DMAR:",          "AMD-Vi:",    "iommu:",     "[drm]",       "[drm:",   "ACPI:",
        "PCI:",      "nvidia-nvlink:", "mce:",       "BIOS-e820:", "smpboot:",    "smp:",    "SMP:",
        "NUMA:",     "SRAT:",          "pci_bus",    "x86/fpu:",   "Kernel",      "Command", "clocksource:",
        "EDAC",      "watchdog:",      "rcu:",       "BUG:",       "EXT4-fs",     "XFS",     "BTRFS",
        "[Hardware", "NETDEV",         "infiniband", "audit:",     "systemd[1]:", "usb"};
    const std::string_view whole = line;
    const std::string_view first = takeWord(line);
    if (std::find(std::begin(kSubsystems), std::end(kSubsystems), first) != std::end(kSubsystems))
        return true;
    if (whole.starts_with("Linux version ") || (first.starts_with('{') && first.ends_with("}[Hardware")))
        return true;
    const std::string_view second = takeWord(line);
    const bool isDriver = std::all_of(first.begin(), first.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    });
    return isDriver && second.ends_with(':') &&
           pci::Address::parse(second.substr(0, second.size() - 1)).has_value();
}

// Most lines must have a time, or look like messages while one of them is known. A journal's other units may
// have written before the kernel did.
bool isKernelLog(const FileSample &sample) {
    if (isKernelLogJson(sample.head) ||
        (sample.head.find("MESSAGE") != std::string_view::npos && isJournalFields(sample.head)))
        return true;
    if (sample.head.find_first_of("[:") == std::string_view::npos)
        return false;
    std::size_t lines = 0, stamped = 0, bare = 0, others = 0;
    bool isKnown = false;
    for (PastedLines all(sample.head); all.next();) {
        const std::string_view line = all.line().text;
        if (line.empty())
            continue;
        if (line.starts_with("SUBSYSTEM=") || line.starts_with("DEVICE=")) // of /dev/kmsg, after a line
            continue;
        const KernelLine parts = kernelLine(line);
        const bool isCut = all.unread().empty() && !sample.head.ends_with('\n');
        if (isCut && lines > 0 && !parts.isStamped) // its time may not be whole
            continue;
        ++lines;
        stamped += parts.isStamped ? 1 : 0;
        others += parts.isOfOtherUnit ? 1 : 0;
        bare += isBareKernelMessage(line) ? 1 : 0;
        isKnown = isKnown || (isBareKernelMessage(line) && kernelLogRowOf(line) != nullptr);
    }
    return (stamped > 0 && (stamped + others) * 2 > lines) || (isKnown && bare * 3 >= lines);
}

} // namespace fabricscope::formats
