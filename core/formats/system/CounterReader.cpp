// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/system/SystemReaders.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/SystemFacts.h"

#include <string>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

/// The counters of one device after the other.
class Counters {
public:
    Counters(HostBuilder &builder, std::string_view tool) : m_builder(builder), m_tool(tool) {}

    void add(const std::string &device, std::string_view name, std::string_view value, EvidenceRef evidence) {
        const auto count = parseInteger<std::uint64_t>(trimmed(value));
        if (!count)
            return;
        if (device != m_device)
            deliver();
        m_device = device;
        if (*count != 0) {
            addToolFact(m_builder, m_tool, device, name, std::to_string(*count), evidence);
            return;
        }
        m_evidence = m_zeros == 0 ? evidence : m_evidence;
        ++m_zeros;
    }
    void deliver() {
        if (m_zeros > 0)
            addToolFact(m_builder, m_tool, m_device, host::kCountersAtZero, std::to_string(m_zeros),
                        m_evidence);
        m_zeros = 0;
    }

private:
    HostBuilder &m_builder;
    std::string_view m_tool;
    std::string m_device;
    std::size_t m_zeros = 0;
    EvidenceRef m_evidence;
};

/// Names before a device that is read one by one: "eth0/begin:".
constexpr std::string_view kBegin = "begin";

} // namespace

// "eth0/carrier_changes:2", "eth0/statistics/rx_errors:0"
void readNetCounters(const SectionText &text, HostBuilder &builder) {
    Counters counters(builder, host::kInterfaceCounters);
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        if (parts && parts->file != kBegin)
            counters.add(shown(parts->name, 64), lastComponent(parts->file), parts->value,
                         text.evidence(lines.line()));
    }
    counters.deliver();
}

// "mlx5_0/ports/1/hw_counters/out_of_sequence:0"
void readRdmaCounters(const SectionText &text, HostBuilder &builder) {
    constexpr std::string_view kPorts = "ports/";
    Counters counters(builder, host::kPortCounters);
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        if (!parts || !parts->file.starts_with(kPorts))
            continue;
        std::string_view file = parts->file.substr(kPorts.size());
        const auto port = parseInteger<std::uint8_t>(takeUntil(file, '/'));
        if (port && file != kBegin)
            counters.add(shown(parts->name, 48) + "/" + std::to_string(*port), lastComponent(file),
                         parts->value, text.evidence(lines.line()));
    }
    counters.deliver();
}

// "uverbs0/abi_version:1", "uverbs0/ibdev:mlx5_0"
void readVerbs(const SectionText &text, HostBuilder &builder) {
    struct Verbs {
        std::string name, abi, device;
        EvidenceRef evidence;
    } verbs;
    const auto deliver = [&] {
        if (!verbs.device.empty() && parseInteger<unsigned>(verbs.abi))
            addToolFact(builder, host::kVerbsAbi, verbs.device, "abi_version", verbs.abi, verbs.evidence);
        verbs = {};
    };
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        if (!parts)
            continue;
        if (parts->name != verbs.name)
            deliver();
        verbs.name = shown(parts->name, 64);
        if (parts->file == "ibdev")
            verbs.device = shown(trimmed(parts->value), 64);
        if (parts->file != "abi_version")
            continue;
        verbs.abi = shown(trimmed(parts->value), 16);
        verbs.evidence = text.evidence(lines.line());
    }
    deliver();
}

} // namespace fabricscope::formats
