// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Bytes.h"
#include "core/formats/FunctionNames.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

/// The group's number before a '/', both removed from the line.
std::optional<unsigned> takeGroup(std::string_view &line) {
    constexpr std::size_t kMaxDigits = 9;
    unsigned number = 0;
    const char *at = line.data();
    for (const char *const end = at + std::min(line.size(), kMaxDigits); at != end; ++at) {
        const unsigned digit = static_cast<unsigned char>(*at) - unsigned{'0'};
        if (digit > 9)
            break;
        number = number * 10 + digit;
    }
    if (at == line.data() || at == line.end() || *at != '/')
        return std::nullopt;
    line.remove_prefix(static_cast<std::size_t>(at - line.data()) + 1);
    return number;
}

} // namespace

void readIommu(const SectionText &text, HostBuilder &builder) {
    constexpr std::string_view kType = "type:";
    std::string_view last; // nearly all groups have one type
    host::Fact<std::string> lastType;
    for (LineCursor lines(text); lines.next();) {
        std::string_view file = lines.line();
        const auto number = takeGroup(file);
        const bool isType = startsWith(file, kType);
        if (!number || (!isType && file.find(':') == std::string_view::npos)) {
            builder.warn(text, lines.line(), "not a file of an IOMMU group");
            continue;
        }
        host::IommuGroupFacts *group = builder.iommuGroup(*number);
        if (!group || !isType)
            continue;
        if (file.size() != last.size() || !startsWith(file, last)) {
            const std::string_view type = trimmed(file.substr(kType.size()));
            last = file;
            lastType = type.empty() ? host::Fact<std::string>() : textFact(type, {}, 32);
        }
        if (lastType)
            group->type.copyFrom(lastType, text.evidence(lines.line()));
    }
}

// "27/devices/0000:41:00.0"; groups also contain platform devices, which are ignored.
void readIommuDevices(const SectionText &text, HostBuilder &builder) {
    FunctionNames names(builder);
    for (LineCursor lines(text); lines.next();) {
        std::string_view device = lines.line();
        const auto number = takeGroup(device);
        if (!number) {
            builder.warn(text, lines.line(), "not a device of an IOMMU group");
            continue;
        }
        constexpr std::string_view kFolder = "devices/"; // nearly always
        const std::string_view name =
            startsWith(device, kFolder) ? device.substr(kFolder.size()) : lastComponent(device);
        if (builder.iommuGroup(*number) == nullptr)
            continue;
        host::PciFunction *function =
            name.size() == FunctionNames::kLength ? names.function(name.data()) : builder.functionNamed(name);
        if (function && !function->iommuGroup)
            function->iommuGroup = {IommuGroup{*number}, text.evidence(lines.line())};
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
