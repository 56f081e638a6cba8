// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/system/SystemReaders.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/SystemFacts.h"

#include <array>
#include <iterator>

namespace fabricscope::formats {

// "boot/config-6.8.0:CONFIG_NUMA=y", "boot/config-6.8.0:# CONFIG_PCI_P2PDMA is not set".
void readKernelConfig(const SectionText &text, HostBuilder &builder) {
    constexpr std::string_view kOption = "CONFIG_", kUnset = " is not set";
    for (LineCursor lines(text); lines.next();) {
        const std::string_view line = lines.line();
        if (line.empty() || readDenied(text, line, host::kKernelConfig, builder))
            continue;
        const auto parts = splitFileLine(line);
        std::string_view option = parts ? trimmed(parts->value) : std::string_view{};
        std::string_view value = "n";
        if (const auto unset = withoutEnding(option, kUnset); unset && unset->starts_with("# ")) {
            option = unset->substr(2);
        } else {
            value = option;
            option = takeUntil(value, '=');
        }
        if (option.starts_with(kOption) && option.find(' ') == std::string_view::npos && !value.empty())
            addToolFact(builder, host::kKernelConfig, {}, option, value, text.evidence(line));
        else
            builder.warn(text, line, "not an option of the kernel");
    }
}

// "read:1" where the list of symbols was read, then "kallsyms:NAME", with "[MODULE]" behind it.
void readKernelSymbols(const SectionText &text, HostBuilder &builder) {
    static constexpr std::array<std::string_view, 4> kSymbols = {"ib_register_peer_memory_client",
                                                                 "ib_umem_dmabuf_get", "dma_buf_move_notify",
                                                                 "dma_buf_invalidate_mappings"};
    std::array<std::string_view, std::size(kSymbols)> found;
    std::string_view read;
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitFileLine(lines.line());
        if (!parts)
            continue;
        std::string_view name = parts->value;
        name = takeWord(name);
        if (parts->path == "read")
            read = lines.line();
        for (std::size_t i = 0; parts->path == "kallsyms" && i < kSymbols.size(); ++i)
            if (name == kSymbols[i] && found[i].empty())
                found[i] = lines.line();
    }
    if (read.empty())
        return;
    for (std::size_t i = 0; i < kSymbols.size(); ++i)
        addToolFact(builder, host::kKernelSymbols, {}, kSymbols[i],
                    found[i].empty() ? host::kAbsent : host::kPresent,
                    text.evidence(found[i].empty() ? read : found[i]));
}

} // namespace fabricscope::formats
