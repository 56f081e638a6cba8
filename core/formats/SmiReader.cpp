// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

namespace fabricscope::formats {

namespace {

using host::GpuFacts;

// "<product_name>NVIDIA H100 80GB HBM3</product_name>" on a line of its own, as nvidia-smi prints it.
std::optional<std::string_view> element(std::string_view line, std::string_view name) {
    line = trimmed(line);
    const std::size_t open = name.size() + 2;
    if (line.size() < 2 * open + 1 || line[0] != '<' || line.substr(1, name.size()) != name ||
        line[open - 1] != '>')
        return std::nullopt;
    const auto close = line.find("</", open);
    return close == std::string_view::npos ? std::nullopt : std::optional(line.substr(open, close - open));
}

void setIfUnknown(host::Fact<std::string> &fact, std::string_view value, host::EvidenceRef evidence) {
    value = trimmed(value);
    if (!fact && !value.empty() && value != "N/A")
        fact = textFact(value, evidence, 128);
}

} // namespace

// `nvidia-smi -q -x`: <gpu id="00000000:41:00.0"> with the lines about it up to </gpu>.
void readNvidiaSmi(const SectionText &text, HostBuilder &builder) {
    std::optional<Address> address;
    for (LineCursor lines(text); lines.next();) {
        const std::string_view line = trimmed(lines.line());
        constexpr std::string_view kOpen = "<gpu id=\"";
        if (line.substr(0, kOpen.size()) == kOpen) {
            address = Address::parse(line.substr(kOpen.size(), line.find('"', kOpen.size()) - kOpen.size()));
            if (address && builder.notes.nvidiaGpus.size() < HostLimits::kGpus)
                builder.notes.nvidiaGpus.push_back(*address);
            continue;
        }
        if (line == "</gpu>")
            address.reset();
        if (!address)
            continue;
        struct Element {
            std::string_view name;
            host::Fact<std::string> GpuFacts::*member;
        };
        static constexpr Element kElements[] = {
            {"product_name", &GpuFacts::model},
            {"uuid", &GpuFacts::uniqueId},
            {"vbios_version", &GpuFacts::vbios},
        };
        for (const Element &known : kElements)
            if (const auto value = element(line, known.name))
                if (GpuFacts *gpu = builder.gpu(*address))
                    setIfUnknown(gpu->*known.member, *value, text.evidence(lines.line()));
    }
}

// `amd-smi static`: "GPU: 0", then indented "KEY: VALUE" lines; the name may stand above the address.
void readAmdSmiStatic(const SectionText &text, HostBuilder &builder) {
    std::string_view name;
    host::EvidenceRef nameEvidence;
    std::optional<Address> address;
    const auto deliver = [&] {
        if (address && !name.empty())
            if (GpuFacts *gpu = builder.gpu(*address))
                setIfUnknown(gpu->model, name, nameEvidence);
        name = {};
        address.reset();
    };
    for (LineCursor lines(text); lines.next();) {
        std::string_view line = trimmed(lines.line());
        const std::string_view key = takeUntil(line, ':');
        if (key == "GPU") {
            deliver();
        } else if (key == "MARKET_NAME") {
            name = trimmed(line);
            nameEvidence = text.evidence(lines.line());
        } else if (key == "BDF") {
            address = Address::parse(trimmed(line));
        }
    }
    deliver();
}

} // namespace fabricscope::formats
