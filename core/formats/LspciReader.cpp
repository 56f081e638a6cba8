// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/Hex.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

// "[1002:75a0]": the last such pair of a line, with where it begins.
struct IdPair {
    std::size_t at = 0;
    std::uint16_t vendor = 0, device = 0;
};
std::optional<IdPair> lastIdPair(std::string_view line) {
    constexpr std::size_t kLength = 11;
    for (std::size_t at = line.rfind('['); at != std::string_view::npos;
         at = at == 0 ? at : line.rfind('[', at - 1)) {
        if (line.size() >= at + kLength && line[at + 5] == ':' && line[at + 10] == ']') {
            const auto vendor = hexNumber(line.substr(at + 1, 4));
            const auto device = hexNumber(line.substr(at + 6, 4));
            if (vendor && device)
                return IdPair{at, static_cast<std::uint16_t>(*vendor), static_cast<std::uint16_t>(*device)};
        }
        if (at == 0)
            break;
    }
    return std::nullopt;
}

} // namespace

// `lspci -Dvvvnn`, brought only where config space cannot be read. Of its blocks the first line is taken, for
// the name: "0000:41:00.0 Processing accelerators [1200]: Vendor Device [1002:75a0] (rev 01)". What sysfs
// said stays.
void readLspci(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const std::string_view line = lines.line();
        const auto address = Address::parse(line.substr(0, line.find(' ')));
        if (!address)
            continue;
        const auto ids = lastIdPair(line);
        constexpr std::string_view kBehindClass = "]: ";
        const auto name = line.find(kBehindClass);
        if (!ids || name == std::string_view::npos || name + kBehindClass.size() > ids->at)
            continue;
        host::PciFunction *function = builder.function(*address);
        if (!function)
            continue;
        const host::EvidenceRef evidence = text.evidence(line);
        const std::size_t begin = name + kBehindClass.size();
        const std::string_view words = line.substr(begin, ids->at - begin);
        if (const auto last = words.find_last_not_of(' '); last != std::string_view::npos)
            function->name = textFact(words.substr(0, last + 1), evidence, 200);
        if (!function->vendor && !function->device) {
            function->vendor = {ids->vendor, evidence};
            function->device = {ids->device, evidence};
        }
    }
}

} // namespace fabricscope::formats
