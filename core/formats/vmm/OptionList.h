// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::formats {

/// How a VMM escapes a comma within a value of "key=value,key=value".
enum class Quoting {
    DoubledComma, ///< QEMU: ",," (qemu(1), "-drive file=my,,file")
    Brackets,     ///< Cloud Hypervisor: within [...] and "..." (its option_parser)
};

/// The options in one argument of a VMM's command line. Limited in size; an item that is not "key=value"
/// becomes a key with an empty value.
class OptionList {
public:
    static constexpr std::size_t kMost = 256;

    OptionList(std::string_view text, Quoting quoting);
    /// From the flat object of QEMU's JSON syntax: {"driver":"vfio-pci","host":"..."}. Nested values are
    /// skipped; values that are not strings get a leading '#' ("#8"): QEMU treats the number 8 differently
    /// from the string.
    [[nodiscard]] static OptionList fromJson(std::string_view text);

    /// The value of the last one with this key, as in VMMs; empty if there is none.
    [[nodiscard]] std::string_view find(std::string_view key) const;
    /// The first item, if it is not key=value: "vfio-pci" of "vfio-pci,host=...".
    [[nodiscard]] std::string_view first() const;

private:
    OptionList() = default;
    void add(std::string_view option);

    std::vector<std::pair<std::string, std::string>> m_options;
};

} // namespace fabricscope::formats
