// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/hwloc/HwlocSource.h"
#include "core/formats/hwloc/XmlTags.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace fabricscope::formats {

/// Types of objects from which data is read; all others are only traversed.
enum class HwlocType : std::uint8_t { Other, Machine, Package, Core, Pu, Numa, Bridge, PciDevice, OsDevice };

/// The first and the last four letters of a name, or the first and the last letter of a shorter one:
/// distinguishes all the names used.
[[nodiscard]] constexpr std::uint64_t lettersOf(std::string_view name) {
    constexpr std::size_t kFour = 4;
    const auto letter = [&](std::size_t at, unsigned place) {
        return std::uint64_t{static_cast<unsigned char>(name[at])} << 8 * place;
    };
    if (name.size() < kFour)
        return name.empty() ? 0 : letter(0, 0) | letter(name.size() - 1, 1);
    if (std::is_constant_evaluated()) {
        std::uint64_t letters = 0;
        for (unsigned i = 0; i < kFour; ++i)
            letters |= letter(i, i) | letter(name.size() - kFour + i, kFour + i);
        return letters;
    }
    std::uint32_t first = 0, last = 0;
    std::memcpy(&first, name.data(), kFour);
    std::memcpy(&last, name.data() + name.size() - kFour, kFour);
    return first | std::uint64_t{last} << 32;
}

struct HwlocTypeName {
    constexpr HwlocTypeName(std::string_view itsName, HwlocType itsType)
        : name(itsName), letters(lettersOf(itsName)), type(itsType) {}
    std::string_view name;
    std::uint64_t letters;
    HwlocType type;
};
inline constexpr HwlocTypeName kHwlocTypes[] = {
    {"PU", HwlocType::Pu},           {"Core", HwlocType::Core},      {"PCIDev", HwlocType::PciDevice},
    {"Bridge", HwlocType::Bridge},   {"OSDev", HwlocType::OsDevice}, {"NUMANode", HwlocType::Numa},
    {"Package", HwlocType::Package}, {"Socket", HwlocType::Package}, {"Machine", HwlocType::Machine},
    {"System", HwlocType::Machine},  {"Node", HwlocType::Numa},
};

[[nodiscard]] inline HwlocType hwlocTypeOf(std::string_view name) {
    const std::uint64_t letters = lettersOf(name);
    for (const HwlocTypeName &known : kHwlocTypes)
        if (known.letters == letters && isName(known.name, name))
            return known.type;
    return HwlocType::Other;
}

/// An attribute of an object and where it is stored; nowhere if it is only listed for its position.
template<class Target> struct HwlocField {
    XmlName name;
    HwlocAttribute Target::*member;
};

/// Fastest if they are in table order, whichever of them are present.
template<class Target, std::size_t count>
void readHwlocAttributes(XmlTags &tags, Target &target, const HwlocField<Target> (&fields)[count]) {
    const auto store = [&](const HwlocField<Target> &field, std::string_view value, std::string_view piece) {
        if (field.member)
            target.*field.member = {value, piece};
    };
    do {
        tags.takeInOrder(fields, store);
        if (!tags.nextAttribute())
            return;
        for (const HwlocField<Target> &field : fields)
            if (isName(field.name.name(), tags.attributeName()))
                store(field, tags.attributeValue(), tags.attribute());
    } while (true);
}

} // namespace fabricscope::formats
