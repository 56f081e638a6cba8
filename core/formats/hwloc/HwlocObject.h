// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/hwloc/HwlocSource.h"
#include "core/formats/hwloc/XmlTags.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fabricscope::formats {

/// Types of objects that something is read of; all others are only passed through.
enum class HwlocType : std::uint8_t { Other, Machine, Package, Core, Pu, Numa, Bridge, PciDevice, OsDevice };

struct HwlocTypeName {
    std::string_view name;
    HwlocType type;
};
inline constexpr HwlocTypeName kHwlocTypes[] = {
    {"PU", HwlocType::Pu},           {"Core", HwlocType::Core},      {"PCIDev", HwlocType::PciDevice},
    {"Bridge", HwlocType::Bridge},   {"OSDev", HwlocType::OsDevice}, {"NUMANode", HwlocType::Numa},
    {"Package", HwlocType::Package}, {"Socket", HwlocType::Package}, {"Machine", HwlocType::Machine},
    {"System", HwlocType::Machine},  {"Node", HwlocType::Numa},
};

[[nodiscard]] inline HwlocType hwlocTypeOf(std::string_view name) {
    for (const HwlocTypeName &known : kHwlocTypes)
        if (isName(known.name, name))
            return known.type;
    return HwlocType::Other;
}

/// An attribute of an object and where it is kept; nowhere where it only stands between the others.
template<class Target> struct HwlocField {
    XmlName name;
    HwlocAttribute Target::*member;
};

/// Quickest where they stand in the order of the table, whichever of them are there.
template<class Target, std::size_t count>
void readHwlocAttributes(XmlTags &tags, Target &target, const HwlocField<Target> (&fields)[count]) {
    const auto keep = [&](const HwlocField<Target> &field) {
        if (field.member)
            target.*field.member = {tags.attributeValue(), tags.attribute()};
    };
    do {
        for (const HwlocField<Target> &field : fields)
            if (tags.nextIs(field.name))
                keep(field);
        if (!tags.nextAttribute())
            return;
        for (const HwlocField<Target> &field : fields)
            if (isName(field.name.name(), tags.attributeName()))
                keep(field);
    } while (true);
}

} // namespace fabricscope::formats
