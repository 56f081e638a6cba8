// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/SystemFacts.h"

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::GpuFacts;

struct InformationLine {
    std::string_view key;
    host::Fact<std::string> GpuFacts::*member;
};
constexpr InformationLine kInformation[] = {
    {"Model", &GpuFacts::model},
    {"GPU UUID", &GpuFacts::uniqueId},
    {"Video BIOS", &GpuFacts::vbios},
};

// "Model: \t\t NVIDIA H100 80GB HBM3"; a GPU that was never opened shows "GPU-????????" and "??.??".
void readInformation(GpuFacts &gpu, std::string_view line, EvidenceRef evidence) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos)
        return;
    const std::string_view value = trimmed(line.substr(colon + 1));
    for (const InformationLine &known : kInformation)
        if (known.key == trimmed(line.substr(0, colon)) && !value.empty() &&
            value.find('?') == std::string_view::npos)
            gpu.*known.member = textFact(value, evidence, 128);
}

/// " NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build": the first word that is a version.
void readModule(std::string_view value, const host::EvidenceRef &evidence, HostBuilder &builder) {
    const bool isOpen = value.find(" Open Kernel Module") != std::string_view::npos;
    addToolFact(builder, host::kVersions, {}, host::kNvidiaModule,
                isOpen ? host::kOpenModule : host::kProprietaryModule, evidence);
    while (!value.empty()) {
        const std::string_view word = takeWord(value);
        if (word.find('.') == std::string_view::npos || word.find_first_not_of("0123456789.") != word.npos)
            continue;
        builder.moduleParameter("nvidia", "version", word, evidence);
        return;
    }
}

} // namespace

// "gpus/0000:41:00.0/information:Model: ...", "version:NVRM version: ...", "params:NVreg_X: 1"
void readNvidia(const SectionText &text, HostBuilder &builder) {
    constexpr std::string_view kGpus = "gpus/";
    constexpr std::string_view kFile = "/information:";
    for (LineCursor lines(text); lines.next();) {
        std::string_view line = lines.line();
        if (line.substr(0, kGpus.size()) == kGpus) {
            line.remove_prefix(kGpus.size());
            const auto at = line.find(kFile);
            const auto address = Address::parse(line.substr(0, at));
            if (at == std::string_view::npos || !address)
                builder.warn(text, lines.line(), "not a line about an NVIDIA GPU");
            else if (GpuFacts *gpu = builder.gpu(*address))
                readInformation(*gpu, line.substr(at + kFile.size()), text.evidence(lines.line()));
        } else if (const auto parts = splitFileLine(line); parts && parts->path == "version") {
            constexpr std::string_view kKernelModule = "NVRM version:";
            if (parts->value.starts_with(kKernelModule))
                readModule(parts->value.substr(kKernelModule.size()), text.evidence(lines.line()), builder);
        } else if (parts && parts->path == "params") {
            std::string_view value = parts->value;
            const std::string_view name = takeUntil(value, ':');
            builder.moduleParameter("nvidia", name, trimmed(value), text.evidence(lines.line()));
        }
    }
}

} // namespace fabricscope::formats
