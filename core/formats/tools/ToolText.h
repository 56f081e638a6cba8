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

/// The lines of a tool's text as users provide it: with CR LF, colour codes, quotes, tabs turned into
/// blanks.
[[nodiscard]] inline PastedLines toolLines(const SectionText &text,
                                           PastedLines::Widths widths = PastedLines::Widths::Detected) {
    return PastedLines(text.bytes, text.meta.damage != capture::Damage::None, widths);
}

/// "Key: value", "Key    : value", with blanks around both removed. std::nullopt if there is no colon or
/// nothing before it.
struct KeyValue {
    std::string_view key, value;
};
[[nodiscard]] std::optional<KeyValue> splitKeyValue(std::string_view line);

/// Removes the word up to the next blank or tab from the front, with the blanks before it, and returns it.
[[nodiscard]] std::string_view takeWord(std::string_view &rest);
/// All words, at most `most`.
[[nodiscard]] std::vector<std::string_view> splitWords(std::string_view line, std::size_t most = 1024);

/// The text without this ending; std::nullopt if it has another ending.
[[nodiscard]] std::optional<std::string_view> withoutEnding(std::string_view text, std::string_view ending);

[[nodiscard]] bool sameIgnoringCase(std::string_view a, std::string_view b);

/// What tools print for unknown values: "N/A", "[N/A]", "Unknown Error", "ERR!", "None", "".
[[nodiscard]] bool isPlaceholder(std::string_view value);

/// Tools are read after better sources and only set what these left unknown.
template<class T> void setIfUnknown(host::Fact<T> &fact, T value, host::EvidenceRef evidence) {
    if (!fact)
        fact = host::Fact<T>(std::move(value), evidence);
}
/// The same for text: sanitized, and not set if the tool does not know the value.
void setTextIfUnknown(host::Fact<std::string> &fact, std::string_view value, host::EvidenceRef evidence,
                      std::size_t maxBytes = 128);

/// A GPU that a vendor's tool lists under this address: its facts and its function, as reported by the tool.
/// Pointers are valid until another of the kind is created; both are nullptr if a limit is reached.
struct ToolGpu {
    host::GpuFacts *gpu = nullptr;
    host::PciFunction *function = nullptr;
};
[[nodiscard]] ToolGpu toolGpu(HostBuilder &builder, const Address &address, std::uint16_t vendor,
                              host::EvidenceRef evidence);

constexpr std::uint16_t kNvidiaVendor = 0x10de;
constexpr std::uint16_t kAmdVendor = 0x1002;

/// "16x", "x16", "16"; std::nullopt for a width that links do not have.
[[nodiscard]] std::optional<std::uint8_t> parseLinkWidth(std::string_view text);
/// The generation's number, "5" or "Gen 5".
[[nodiscard]] std::optional<pci::LinkSpeed> parseLinkGeneration(std::string_view text);
/// Whether the link of this function was not read from its registers, which are more accurate than the
/// driver.
[[nodiscard]] inline bool linkIsOpen(const host::PciFunction &function) {
    return !function.config || !function.config->express;
}
/// "81559 MiB", "196592 MB", "94 GB" (which tools mean as powers of two).
[[nodiscard]] std::optional<ByteCount> parseMemorySize(std::string_view text);

/// Numbers as a CPU list: {0, 1, 2, 64} is "0-2,64".
[[nodiscard]] std::string cpuList(std::vector<unsigned> cpus);
/// "link 3", "links 0-3,7"
[[nodiscard]] std::string linksText(const std::vector<unsigned> &links);
/// Appends ", NAME COUNT", until the list is about as long as a line.
void addCount(std::string &list, std::string_view name, std::uint64_t count);

/// Where JSON begins in a tool's text: at the first line that begins with a bracket; empty if there is none.
[[nodiscard]] std::string_view jsonIn(std::string_view text);

/// Adds a matrix, within the limits on matrices.
void addMatrix(HostBuilder &builder, host::DeviceMatrix matrix);

/// Adds them, within the limits on them; texts are sanitized, and a fact without a value is left out.
void addToolFault(HostBuilder &builder, host::ToolFault fault);
void addToolFact(HostBuilder &builder, std::string_view tool, std::string_view device, std::string_view name,
                 std::string_view value, host::EvidenceRef evidence);

} // namespace fabricscope::formats
