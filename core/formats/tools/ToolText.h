// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/PastedLines.h"
#include "core/formats/SectionText.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// The lines of a tool's text as people hand it on: with CR LF, colour codes, quotes, tabs turned into
/// blanks.
[[nodiscard]] inline PastedLines toolLines(const SectionText &text,
                                           PastedLines::Widths widths = PastedLines::Widths::Detected) {
    return PastedLines(text.bytes, text.meta.damage != capture::Damage::None, widths);
}

/// "Key: value", "Key    : value": blanks around both taken off. std::nullopt where there is no colon or
/// nothing before it.
struct KeyValue {
    std::string_view key, value;
};
[[nodiscard]] std::optional<KeyValue> splitKeyValue(std::string_view line);

/// The word up to the next blank or tab, taken off the front with the blanks before it.
[[nodiscard]] std::string_view takeWord(std::string_view &rest);
/// All of them, at most `most`.
[[nodiscard]] std::vector<std::string_view> splitWords(std::string_view line, std::size_t most = 1024);

/// The text without this ending; std::nullopt where it ends otherwise.
[[nodiscard]] std::optional<std::string_view> withoutEnding(std::string_view text, std::string_view ending);

[[nodiscard]] bool sameIgnoringCase(std::string_view a, std::string_view b);

/// What tools print where they do not know: "N/A", "[N/A]", "Unknown Error", "None", "".
[[nodiscard]] bool isPlaceholder(std::string_view value);

/// Tools come behind better sources and only fill what these left open.
template<class T> void setIfUnknown(host::Fact<T> &fact, T value, host::EvidenceRef evidence) {
    if (!fact)
        fact = host::Fact<T>(std::move(value), evidence);
}
/// The same for text: sanitized, and nothing where the tool does not know.
void setTextIfUnknown(host::Fact<std::string> &fact, std::string_view value, host::EvidenceRef evidence,
                      std::size_t maxBytes = 128);

/// A GPU that a vendor's tool lists under this address: its facts and its function, which the tool has seen.
/// Pointers hold until another of the kind is made; both are nullptr where a limit is reached.
struct ToolGpu {
    host::GpuFacts *gpu = nullptr;
    host::PciFunction *function = nullptr;
};
[[nodiscard]] ToolGpu toolGpu(HostBuilder &builder, const Address &address, std::uint16_t vendor,
                              host::EvidenceRef evidence);

constexpr std::uint16_t kNvidiaVendor = 0x10de;
constexpr std::uint16_t kAmdVendor = 0x1002;

/// "16x", "x16", "16"; a width that no link has: std::nullopt.
[[nodiscard]] std::optional<std::uint8_t> parseLinkWidth(std::string_view text);
/// The generation's number, "5" or "Gen 5".
[[nodiscard]] std::optional<pci::LinkSpeed> parseLinkGeneration(std::string_view text);
/// Nobody read the link of this function from its own registers, which know better than the driver.
[[nodiscard]] inline bool linkIsOpen(const host::PciFunction &function) {
    return !function.config || !function.config->express;
}
/// "81559 MiB", "196592 MB", "94 GB" (which tools mean as powers of two).
[[nodiscard]] std::optional<ByteCount> parseMemorySize(std::string_view text);

/// Where JSON begins in a tool's text: at the first line that begins with a bracket; empty where none does.
[[nodiscard]] std::string_view jsonIn(std::string_view text);

/// Puts in a matrix, within the limits on matrices.
void addMatrix(HostBuilder &builder, host::DeviceMatrix matrix);

} // namespace fabricscope::formats
