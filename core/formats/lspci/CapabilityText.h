// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Capabilities.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::formats::lspci {

/// Capabilities as decoded by lspci, collected into a config space.
class CapabilityText {
public:
    explicit CapabilityText(pci::ConfigSpace &config) : m_config(config) {}

    /// The text after "Capabilities:": "[78] Express (v2) Endpoint, MSI 00", "[100 v1] Access Control
    /// Services", "<access denied>".
    void heading(std::string_view text);
    /// A paragraph below a heading: ("LnkSta:", "Speed 16GT/s (ok), Width x8 (downgraded) TrErr- ..."). Keys
    /// without relevant data are skipped.
    using Read = void (*)(CapabilityText &, std::string_view text);
    [[nodiscard]] static Read readerOf(std::string_view key);

    [[nodiscard]] bool accessDenied() const { return m_denied; }
    [[nodiscard]] bool anyExtended() const { return m_extended; }
    /// Link registers without a heading above them, as in the output of grep: the port type is
    /// unknown.
    [[nodiscard]] const std::optional<pci::Express> &loose() const { return m_loose; }
    /// Combines registers that were spread over several lines.
    void finish();

private:
    friend struct CapabilityKeys;

    void addRef(std::uint16_t offset, std::optional<std::uint8_t> version, std::string_view words);
    void express(std::string_view words);
    [[nodiscard]] pci::Express *currentExpress();

    pci::ConfigSpace &m_config;
    std::optional<pci::Express> m_loose;
    bool m_denied = false, m_extended = false, m_anyHeading = false;
    std::optional<std::uint32_t> m_acsSupported, m_acsEnabled;
    std::optional<bool> m_vfEnable;
    std::optional<pci::SrIov> m_vfs;
    std::optional<std::uint8_t> m_pasidWidth;
    std::optional<bool> m_pasidEnabled;
    std::optional<std::uint32_t> m_uncorrectable, m_correctable;
};

} // namespace fabricscope::formats::lspci
