// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small texts about the host that support bundles hold one by one: /proc/cmdline, /proc/version or `uname
// -a`, /etc/os-release, dmidecode, NVIDIA's /proc files.
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/ToolText.h"

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::formats {

using host::EvidenceRef;

void readCommandLine(const SectionText &text, HostBuilder &builder) {
    for (PastedLines lines = toolLines(text); lines.next();)
        if (!lines.line().blank())
            return setTextIfUnknown(builder.host.commandLine, lines.line().text,
                                    text.evidence(lines.line().source), 8192);
}

// "Linux version 6.8.0-60-generic (...) ...", or "Linux gpu-07 6.8.0-60-generic #63-Ubuntu SMP ...".
void readKernelVersion(const SectionText &text, HostBuilder &builder) {
    for (PastedLines lines = toolLines(text); lines.next();) {
        const EvidenceRef evidence = text.evidence(lines.line().source);
        std::string_view rest = lines.line().text;
        constexpr std::string_view kUname = "uname:";
        if (rest.starts_with(kUname))
            rest = trimmed(rest.substr(kUname.size()));
        if (takeWord(rest) != "Linux")
            continue;
        const std::string_view name = takeWord(rest);
        if (name != "version")
            setTextIfUnknown(builder.host.hostname, name, evidence, 256);
        return setTextIfUnknown(builder.host.kernel, takeWord(rest), evidence);
    }
}

// PRETTY_NAME="Ubuntu 24.04.2 LTS"
void readOsReleaseText(const SectionText &text, HostBuilder &builder) {
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view value = lines.line().text;
        if (takeUntil(value, '=') != "PRETTY_NAME")
            continue;
        if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
            value.back() == value.front())
            value = value.substr(1, value.size() - 2);
        setTextIfUnknown(builder.host.osName, value, text.evidence(lines.line().source));
    }
}

namespace {

struct DmiLine {
    std::string_view table, key;
    host::Fact<std::string> host::Host::*member;
};
constexpr DmiLine kDmiLines[] = {
    {"System Information", "Manufacturer", &host::Host::vendor},
    {"System Information", "Product Name", &host::Host::product},
    {"System Information", "Serial Number", &host::Host::productSerial},
    {"System Information", "UUID", &host::Host::productUuid},
    {"Base Board Information", "Product Name", &host::Host::board},
    {"Base Board Information", "Serial Number", &host::Host::boardSerial},
    {"BIOS Information", "Version", &host::Host::bios},
};

} // namespace

namespace {

/// "4800 MT/s", "2666 MHz" (which means the same); 0 where it is not known.
unsigned transfersOf(std::string_view speed) {
    const auto number = parseInteger<unsigned>(takeWord(speed));
    const std::string_view unit = trimmed(speed);
    return number && (unit == "MT/s" || unit == "MHz") ? *number : 0;
}

/// The memory devices of dmidecode: "Locator: A1", "Size: 64 GB", "Type: DDR5", "Speed: 5600 MT/s" (what it
/// is built for), "Configured Memory Speed: 4800 MT/s", each below a heading.
class MemoryDevices {
public:
    MemoryDevices(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void heading(std::string_view table) {
        deliver();
        m_inDevice = table == "Memory Device";
    }
    void value(const KeyValue &parts, std::string_view source) {
        if (!m_inDevice)
            return;
        if (parts.key == "Locator")
            m_place = shown(parts.value, 64);
        else if (parts.key == "Size")
            m_size = shown(parts.value, 32);
        else if (parts.key == "Type")
            m_type = shown(parts.value, 32);
        else if (parts.key == "Configured Memory Speed" || parts.key == "Configured Clock Speed")
            m_speed = isPlaceholder(parts.value) ? m_speed : shown(parts.value, 32);
        else if (parts.key == "Speed")
            m_rating = isPlaceholder(parts.value) ? m_rating : shown(parts.value, 32);
        m_evidence = m_text.evidence(source);
    }
    void deliver() {
        const bool isThere = m_inDevice && parseMemorySize(m_size).has_value();
        m_slots += m_inDevice ? 1 : 0;
        m_filled += isThere ? 1 : 0;
        const unsigned runs = transfersOf(m_speed), rated = transfersOf(m_rating);
        if (isThere && runs > 0 && runs < rated) {
            if (m_below++ == 0)
                m_belowEvidence = m_evidence;
            if (m_speeds.size() < kMostSpeeds)
                m_speeds.insert({m_speed, m_rating});
        }
        const std::string &speed = m_speed.empty() ? m_rating : m_speed;
        if (isThere)
            addToolFact(m_builder, "dmidecode", m_place, "Memory",
                        m_size + (isPlaceholder(m_type) ? "" : " " + m_type) +
                            (speed.empty() ? "" : " " + speed),
                        m_evidence);
        m_inDevice = false;
        m_place = m_size = m_type = m_speed = m_rating = {};
    }
    void finish() {
        deliver();
        if (m_slots > 0)
            addToolFact(m_builder, "dmidecode", {}, "DIMMs",
                        std::to_string(m_filled) + " in " + std::to_string(m_slots) + " slots", m_evidence);
        if (m_below == 0)
            return;
        std::string detail;
        for (const auto &[speed, rating] : m_speeds)
            detail += (detail.empty() ? "" : ", ") + speed + " instead of " + rating;
        addToolFault(m_builder, {"memory_below_rating", {}, {}, m_below, detail, m_belowEvidence});
    }

private:
    static constexpr std::size_t kMostSpeeds = 3; // named in one finding

    const SectionText &m_text;
    HostBuilder &m_builder;
    bool m_inDevice = false;
    std::string m_place, m_size, m_type, m_speed, m_rating;
    EvidenceRef m_evidence, m_belowEvidence;
    std::set<std::pair<std::string, std::string>> m_speeds; ///< of those below their rating, with it
    std::size_t m_slots = 0, m_filled = 0, m_below = 0;
};

} // namespace

// Tables: "System Information", then indented "Manufacturer: Dell Inc."; the first of a kind is the host's.
void readDmidecode(const SectionText &text, HostBuilder &builder) {
    std::string table;
    MemoryDevices memory(text, builder);
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        if (!parts) {
            if (!lines.line().blank()) {
                table = lines.line().text.substr(0, 64);
                memory.heading(table);
            }
            continue;
        }
        memory.value(*parts, lines.line().source);
        if (table == "BIOS Information" && parts->key == "Release Date")
            addToolFact(builder, "dmidecode", {}, "BIOS date", parts->value,
                        text.evidence(lines.line().source));
        for (const DmiLine &known : kDmiLines)
            if (known.table == table && known.key == parts->key && parts->value != "Not Specified")
                setTextIfUnknown(builder.host.*known.member, parts->value,
                                 text.evidence(lines.line().source));
    }
    memory.finish();
}

// /proc/driver/nvidia/gpus/*/information, one or several after each other: the address comes last.
void readNvidiaInformation(const SectionText &text, HostBuilder &builder) {
    struct Line {
        std::string_view key;
        host::Fact<std::string> host::GpuFacts::*member;
    };
    static constexpr Line kLines[] = {
        {"Model", &host::GpuFacts::model},
        {"GPU UUID", &host::GpuFacts::uniqueId},
        {"Video BIOS", &host::GpuFacts::vbios},
    };
    struct GpuField {
        const Line *line;
        std::string value;
        EvidenceRef evidence;
    };
    std::vector<GpuField> fields;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        const EvidenceRef evidence = text.evidence(lines.line().source);
        if (!parts)
            continue;
        if (parts->key == "Bus Location") {
            const auto address = Address::parse(parts->value);
            const ToolGpu at = address ? toolGpu(builder, *address, kNvidiaVendor, evidence) : ToolGpu{};
            if (at.function)
                setTextIfUnknown(at.function->driver, "nvidia", evidence);
            for (const GpuField &one : fields)
                if (at.gpu)
                    setTextIfUnknown(at.gpu->*one.line->member, one.value, one.evidence);
            fields.clear();
        }
        for (const Line &known : kLines) // a GPU that was never opened has "GPU-????????"
            if (known.key == parts->key && parts->value.find('?') == std::string_view::npos &&
                fields.size() < 16)
                fields.push_back({&known, shown(parts->value, 128), evidence});
    }
}

} // namespace fabricscope::formats
