// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Capabilities.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::pci {

using Bytes = std::vector<std::uint8_t>;

/// The lspci -vvv output of one function.
class LspciText {
public:
    explicit LspciText(std::string text) : m_text(std::move(text)) {}

    [[nodiscard]] const std::string &text() const { return m_text; }
    /// The text between `before` and `after` on the first line that contains `line`; std::nullopt if there is
    /// none.
    [[nodiscard]] std::optional<std::string> between(std::string_view line, std::string_view before,
                                                     std::string_view after) const;
    /// Whether "WORD+" follows `line`, up to the next line that contains a colon and a tab; std::nullopt:
    /// neither WORD+ nor WORD-.
    [[nodiscard]] std::optional<bool> flag(std::string_view line, std::string_view word) const;
    [[nodiscard]] bool has(std::string_view text) const { return m_text.find(text) != std::string::npos; }

private:
    [[nodiscard]] std::string paragraph(std::string_view line) const;
    std::string m_text;
};

/// Whether lspci is installed.
[[nodiscard]] bool lspciIsThere();
/// Output of `lspci -F FILE -D -n -vvv`, split into functions.
[[nodiscard]] std::map<std::string, LspciText> lspciOf(const std::string &file);
/// The hex lines of a dump ("010: 00 ..."), by function as written there.
[[nodiscard]] std::map<std::string, Bytes> bytesOfDump(const std::string &file);
/// One function in the input format of lspci -F.
[[nodiscard]] std::string dumpOf(const std::string &slot, const Bytes &bytes);

/// Compares everything that both decode, and reports differences.
void expectSameAsLspci(const ConfigSpace &config, const LspciText &lspci);

} // namespace fabricscope::pci
