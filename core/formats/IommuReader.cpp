// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <algorithm>

namespace fabricscope::formats {

void readIommu(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        const auto number = parts ? numberAfter(parts->name, "") : std::nullopt;
        if (!number) {
            builder.warn(text, lines.line(), "not a file of an IOMMU group");
            continue;
        }
        host::IommuGroupFacts *group = builder.iommuGroup(*number);
        if (group && parts->file == "type" && !trimmed(parts->value).empty())
            group->type = textFact(trimmed(parts->value), text.evidence(lines.line()), 32);
    }
}

// "27/devices/0000:41:00.0"; groups hold platform devices too, which are none of ours.
void readIommuDevices(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const std::string_view line = lines.line();
        const auto slash = line.find('/');
        const auto number = numberAfter(line.substr(0, slash), "");
        if (!number) {
            builder.warn(text, line, "not a device of an IOMMU group");
            continue;
        }
        const auto address = Address::parse(lastComponent(line));
        host::IommuGroupFacts *group = builder.iommuGroup(*number);
        if (!address || !group)
            continue;
        if (host::PciFunction *function = builder.function(*address); function && !function->iommuGroup)
            function->iommuGroup = {IommuGroup{*number}, text.evidence(line)};
    }
}

void readIommuUnits(const SectionText &text, HostBuilder &builder) {
    auto &units = builder.host.iommuUnits;
    for (LineCursor lines(text); lines.next();)
        if (const std::string unit = shown(trimmed(lines.line()), 64);
            !unit.empty() && units.size() < HostLimits::kFew &&
            std::find(units.begin(), units.end(), unit) == units.end())
            units.push_back(unit);
}

} // namespace fabricscope::formats
