// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/ToolText.h"

#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::formats {

namespace {

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

std::optional<KeyValue> splitKeyValue(std::string_view line) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const KeyValue parts{trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1))};
    return parts.key.empty() ? std::nullopt : std::optional(parts);
}

std::string_view takeWord(std::string_view &rest) {
    const auto isBlank = [](char c) {
        return c == ' ' || c == '\t';
    };
    const auto begin = std::find_if_not(rest.begin(), rest.end(), isBlank);
    const auto end = std::find_if(begin, rest.end(), isBlank);
    rest = {end, rest.end()};
    return {begin, end};
}

std::vector<std::string_view> splitWords(std::string_view line, std::size_t most) {
    std::vector<std::string_view> words;
    while (words.size() < most) {
        const std::string_view word = takeWord(line);
        if (word.empty())
            break;
        words.push_back(word);
    }
    return words;
}

std::optional<std::string_view> withoutEnding(std::string_view text, std::string_view ending) {
    if (!text.ends_with(ending))
        return std::nullopt;
    return text.substr(0, text.size() - ending.size());
}

bool sameIgnoringCase(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

bool isPlaceholder(std::string_view value) {
    static constexpr std::array<std::string_view, 12> kWords = {"",
                                                                "N/A",
                                                                "[N/A]",
                                                                "None",
                                                                "Unknown",
                                                                "Unknown Error",
                                                                "[Unknown Error]",
                                                                "Not Supported",
                                                                "N/A N/A",
                                                                "[Not Supported]",
                                                                "ERR!",
                                                                "[GPU is lost]"};
    value = trimmed(value);
    return std::find(kWords.begin(), kWords.end(), value) != kWords.end();
}

void setTextIfUnknown(host::Fact<std::string> &fact, std::string_view value, host::EvidenceRef evidence,
                      std::size_t maxBytes) {
    if (!fact && !isPlaceholder(value))
        fact = textFact(trimmed(value), evidence, maxBytes);
}

ToolGpu toolGpu(HostBuilder &builder, const Address &address, std::uint16_t vendor,
                host::EvidenceRef evidence) {
    host::PciFunction *function = builder.function(address);
    if (!function)
        return {};
    setIfUnknown(function->vendor, vendor, evidence);
    host::GpuFacts *gpu = builder.gpu(address);
    return gpu ? ToolGpu{gpu, function} : ToolGpu{};
}

std::optional<std::uint8_t> parseLinkWidth(std::string_view text) {
    text = trimmed(text);
    if (text.ends_with('x'))
        text.remove_suffix(1);
    else if (text.starts_with('x'))
        text.remove_prefix(1);
    const auto width = parseInteger<unsigned>(text);
    return width ? pci::validWidth(*width) : std::nullopt;
}

std::optional<pci::LinkSpeed> parseLinkGeneration(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with("Gen"))
        text = trimmed(text.substr(3));
    const auto code = parseInteger<unsigned>(text);
    return code ? pci::LinkSpeed::fromCode(*code) : std::nullopt;
}

std::optional<ByteCount> parseMemorySize(std::string_view text) {
    struct Unit {
        std::string_view name;
        unsigned shift;
    };
    static constexpr Unit kUnits[] = {{"MiB", 20}, {"MB", 20},  {"GiB", 30},
                                      {"GB", 30},  {"KiB", 10}, {"KB", 10}};
    text = trimmed(text);
    const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto value = parseInteger<std::uint64_t>(text.substr(0, digits));
    const std::string_view unit = trimmed(text.substr(digits));
    if (!value)
        return std::nullopt;
    for (const Unit &known : kUnits)
        if (known.name == unit)
            return *value <= (~std::uint64_t{0} >> known.shift)
                       ? std::optional(ByteCount{*value << known.shift})
                       : std::nullopt;
    return std::nullopt;
}

std::string cpuList(std::vector<unsigned> cpus) {
    std::sort(cpus.begin(), cpus.end());
    std::string list;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t end = i + 1;
        while (end < cpus.size() && cpus[end] <= cpus[end - 1] + 1)
            ++end;
        if (!list.empty())
            list += ',';
        list += cpus[end - 1] == cpus[i] ? fmt::format("{}", cpus[i])
                                         : fmt::format("{}-{}", cpus[i], cpus[end - 1]);
        i = end;
    }
    return list;
}

std::string_view jsonIn(std::string_view text) {
    // Tools warn before they begin: the document begins a line.
    for (std::size_t at = 0; at < text.size();) {
        const auto first = text.find_first_not_of(" \t\r\n", at);
        if (first == std::string_view::npos)
            break;
        if (text[first] == '{' || text[first] == '[')
            return text.substr(first);
        at = std::min(text.find('\n', first), text.size());
    }
    return {};
}

void addMatrix(HostBuilder &builder, host::DeviceMatrix matrix) {
    auto &matrices = builder.host.deviceMatrices;
    std::size_t cells = 0;
    for (const host::DeviceMatrix &known : matrices)
        cells += known.rows.size() * known.columns.size();
    if (matrix.rows.empty() || matrices.size() >= HostLimits::kMatrices ||
        cells + matrix.rows.size() * matrix.columns.size() > HostLimits::kMatrixCells)
        return;
    matrices.push_back(std::move(matrix));
}

std::string linksText(const std::vector<unsigned> &links) {
    return (links.size() == 1 ? "link " : "links ") + cpuList(links);
}

void addCount(std::string &list, std::string_view name, std::uint64_t count) {
    constexpr std::size_t kLongest = 96;
    if (list.size() < kLongest)
        list += (list.empty() ? "" : ", ") + shown(name, 48) + " " + std::to_string(count);
}

void addToolFault(HostBuilder &builder, host::ToolFault fault) {
    auto &faults = builder.host.toolFaults;
    fault.device = shown(fault.device, 64);
    fault.detail = shown(fault.detail, 128);
    // Of another tool, or of the same one again.
    const auto known = std::find_if(faults.begin(), faults.end(), [&](const host::ToolFault &each) {
        return each.kind == fault.kind && (each.address && fault.address ? *each.address == *fault.address
                                                                         : each.device == fault.device);
    });
    if (known != faults.end()) {
        if (fault.count > known->count)
            *known = std::move(fault);
        return;
    }
    if (faults.size() >= HostLimits::kToolFaults)
        return;
    faults.push_back(std::move(fault));
}

void addToolFact(HostBuilder &builder, std::string_view tool, std::string_view device, std::string_view name,
                 std::string_view value, host::EvidenceRef evidence) {
    auto &facts = builder.host.toolFacts;
    if (facts.size() < HostLimits::kToolFacts && !name.empty() && !isPlaceholder(value))
        facts.push_back({std::string(tool), shown(device, 64), shown(name, 64), shown(value, 128), evidence});
}

} // namespace fabricscope::formats
