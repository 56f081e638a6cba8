// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Address.h"

#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// A line of the *files* form (resources/collector/SECTIONS.md): PATH:VALUE.
struct PathValue {
    std::string_view path;
    std::string_view value;
};
/// Split at the first ':'; std::nullopt if there is none or nothing precedes it.
[[nodiscard]] std::optional<PathValue> splitFileLine(std::string_view line);

/// A line of the *files* form in a folder of named things: NAME/FILE:VALUE. Split at the first '/' and then
/// at the first ':', so that NAME may hold colons (a BDF).
struct NamedFile {
    std::string_view name;
    std::string_view file;
    std::string_view value;
};
/// std::nullopt if one of the three parts is missing.
[[nodiscard]] std::optional<NamedFile> splitNamedFileLine(std::string_view line);

/// A line of the *links* form: "PATH -> TARGET", with or without the prefix of `ls -ld`. Paths contain no
/// blanks.
struct LinkLine {
    std::string_view path;
    std::string_view target;
};
/// std::nullopt for lines that are not a link ("total 0", folders).
[[nodiscard]] std::optional<LinkLine> splitLinkLine(std::string_view line);

/// The part after the last '/'; the whole text if there is none.
[[nodiscard]] std::string_view lastComponent(std::string_view path);
/// Everything before the last '/'; empty if there is none.
[[nodiscard]] std::string_view withoutLastComponent(std::string_view path);

/// The part after the last blank or tab; the whole text if there is none.
[[nodiscard]] std::string_view lastWord(std::string_view text);

/// The lowest PCI function in a sysfs path: "../../devices/pci0000:00/0000:00:03.0/virtio0/net/eth0" is
/// 0000:00:03.0.
[[nodiscard]] std::optional<pci::Address> lowestFunction(std::string_view path);

/// The number that follows a prefix, with nothing after it: ("node12", "node") is 12. Not a number, or
/// greater than `max`: std::nullopt.
[[nodiscard]] std::optional<unsigned> numberAfter(std::string_view text, std::string_view prefix,
                                                  unsigned max = 0x7FFFFFFF);

} // namespace fabricscope::formats
