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
    std::string_view name;
    HwlocAttribute Target::*member;
};

template<class Target, std::size_t count>
void readHwlocAttributes(XmlTags &tags, Target &target, const HwlocField<Target> (&fields)[count]) {
    for (std::size_t next = 0; tags.nextAttribute(fields[next].name);) // in the order of the table, as a rule
        for (std::size_t tried = 0; tried < count; ++tried) {
            const HwlocField<Target> &field = fields[next];
            next = next + 1 == count ? 0 : next + 1;
            if (isName(field.name, tags.attributeName())) {
                if (field.member)
                    target.*field.member = {tags.attributeValue(), tags.attribute()};
                break;
            }
        }
}

} // namespace fabricscope::formats
