// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi xgmi`: a row for each GPU with its address, the rates of its links, and a column for each GPU with
// what was read and written over the link to it ("N/A": there is none). `amd-smi xgmi --link-status`: a row
// for each GPU with a letter for each of its links ("U": up, "D": down, "X": disabled).
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::GpuLink;

/// "bdf bit_rate max_bandwidth link_type 05:00.0 26:00.0": the addresses; empty if it is no such line, or two
/// GPUs have one address: the domain is left out, so they differ in it.
std::vector<Address> headingOf(std::string_view line) {
    static constexpr std::string_view kWords[] = {"bdf", "bit_rate", "max_bandwidth", "link_type"};
    for (const std::string_view word : kWords)
        if (takeWord(line) != word)
            return {};
    std::vector<Address> columns;
    std::set<std::uint64_t> seen;
    constexpr std::size_t kMost = 512;
    for (std::string_view word = takeWord(line); !word.empty(); word = takeWord(line)) {
        const auto address = Address::parse(word);
        if (!address || columns.size() >= kMost || !seen.insert(address->key()).second)
            return {};
        columns.push_back(*address);
    }
    return columns;
}

/// "512 Gb/s", one direction.
std::optional<GigabytesPerSecond> bandwidth(std::string_view number, std::string_view unit) {
    double gigabits = 0;
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), gigabits, std::chars_format::fixed);
    constexpr double kMost = 1e6;
    if (error != std::errc{} || end != number.data() + number.size() || unit != "Gb/s" || gigabits <= 0 ||
        gigabits > kMost)
        return std::nullopt;
    return GigabytesPerSecond{gigabits / 8};
}

/// "bdf   link_status"
bool isStatusHeading(std::string_view line) {
    return takeWord(line) == "bdf" && takeWord(line) == "link_status" && trimmed(line).empty();
}

class XgmiReader {
public:
    XgmiReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read() {
        for (PastedLines lines = toolLines(m_text); lines.next();) {
            const std::string_view line = lines.line().text;
            if (auto columns = headingOf(line); !columns.empty()) {
                m_columns = std::move(columns);
                m_isStatus = false;
                for (const Address &gpu : m_columns)
                    (void)toolGpu(m_builder, gpu, kAmdVendor, m_text.evidence(lines.line().source));
            } else if (isStatusHeading(line)) {
                m_isStatus = true;
            } else if (line.starts_with("GPU") && m_isStatus) {
                readStatus(line, m_text.evidence(lines.line().source));
            } else if (line.starts_with("GPU")) {
                readGpu(line, m_text.evidence(lines.line().source));
            } else if (line.starts_with("Read ") || line.starts_with("Write ")) {
                readTraffic(line);
            }
        }
    }

private:
    /// "GPU0   05:00.0      32 Gb/s  512 Gb/s      XGMI"
    void readGpu(std::string_view line, EvidenceRef evidence) {
        m_from.reset();
        const auto number = numberAfter(takeWord(line), "GPU", 4095);
        const auto address = Address::parse(takeWord(line));
        const bool isColumn =
            address && std::find(m_columns.begin(), m_columns.end(), *address) != m_columns.end();
        if (!number || !isColumn)
            return;
        const ToolGpu at = toolGpu(m_builder, *address, kAmdVendor, evidence);
        if (at.gpu)
            setIfUnknown(at.gpu->smiIndex, static_cast<int>(*number), evidence);
        const auto words = splitWords(line, 8);
        if (words.empty() || words.back() != "XGMI")
            return;
        m_from = address;
        m_evidence = evidence;
        m_bandwidth = words.size() == 5 ? bandwidth(words[2], words[3]) : std::nullopt;
    }

    /// "GPU0   0000:05:00.0  U  U  D  X"
    void readStatus(std::string_view line, EvidenceRef evidence) {
        const std::string_view name = takeWord(line);
        const auto number = numberAfter(name, "GPU", 4095);
        const auto address = Address::parse(takeWord(line));
        if (!number || !address)
            return;
        const ToolGpu at = toolGpu(m_builder, *address, kAmdVendor, evidence);
        if (at.gpu)
            setIfUnknown(at.gpu->smiIndex, static_cast<int>(*number), evidence);
        std::vector<unsigned> down;
        unsigned link = 0;
        for (const std::string_view letter : splitWords(line, 256)) {
            if (letter == "D")
                down.push_back(link);
            ++link;
        }
        if (!down.empty())
            addToolFault(m_builder,
                         {"xgmi_down", std::string(name), address, down.size(), linksText(down), evidence});
    }

    /// "Read N/A 1259 KB 1 KB"
    void readTraffic(std::string_view line) {
        (void)takeWord(line);
        for (std::size_t column = 0; m_from && column < m_columns.size(); ++column) {
            const std::string_view value = takeWord(line);
            if (isPlaceholder(value))
                continue;
            if (!parseInteger<std::uint64_t>(value) || takeWord(line).empty()) // its unit
                return;
            if (m_columns[column] != *m_from)
                m_builder.gpuLink(
                    {GpuLink::Kind::Xgmi, *m_from, m_columns[column], {}, m_bandwidth, m_evidence});
        }
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    std::vector<Address> m_columns;
    bool m_isStatus = false; ///< the rows are those of --link-status
    std::optional<Address> m_from;
    std::optional<GigabytesPerSecond> m_bandwidth;
    EvidenceRef m_evidence;
};

} // namespace

bool isAmdSmiXgmi(const FileSample &sample) {
    if (sample.head.find("bdf") == std::string_view::npos && !mayNeedCleaning(sample.head))
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (!headingOf(lines.line().text).empty() || isStatusHeading(lines.line().text))
            return true;
    return false;
}

void readAmdSmiXgmi(const SectionText &text, HostBuilder &builder) {
    XgmiReader(text, builder).read();
}

} // namespace fabricscope::formats
