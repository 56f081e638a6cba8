// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::formats {

/// How a VMM writes a comma that is no separator within "key=value,key=value".
enum class Quoting {
    DoubledComma, ///< QEMU: ",," (qemu(1), "-drive file=my,,file")
    Brackets,     ///< Cloud Hypervisor: within [...] and "..." (its option_parser)
};

/// The options behind one argument of a VMM's command line. Bounded; what is not "key=value" is a key with an
/// empty value.
class OptionList {
public:
    static constexpr std::size_t kMost = 256;

    OptionList(std::string_view text, Quoting quoting);
    /// The flat object of QEMU's JSON syntax: {"driver":"vfio-pci","host":"..."}. What lies deeper is passed
    /// over; what is no text has a '#' before it ("#8"): QEMU reads the number 8 otherwise than the text.
    [[nodiscard]] static OptionList fromJson(std::string_view text);

    /// The last one of this key, as VMMs take it; empty where there is none.
    [[nodiscard]] std::string_view find(std::string_view key) const;
    /// What is first, where it is no key=value: "vfio-pci" of "vfio-pci,host=...".
    [[nodiscard]] std::string_view first() const;

private:
    OptionList() = default;
    void add(std::string_view option);

    std::vector<std::pair<std::string, std::string>> m_options;
};

} // namespace fabricscope::formats
