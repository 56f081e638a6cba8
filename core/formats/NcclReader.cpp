// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/hwloc/XmlText.h"

namespace fabricscope::formats {

// "etc/nccl.conf:NCCL_DEBUG=INFO", "env:NCCL_SOCKET_IFNAME=eth0"; '#' begins a comment.
void readNcclConf(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitFileLine(lines.line());
        if (!parts)
            continue;
        std::string_view value = trimmed(parts->value);
        if (value.empty() || value.front() == '#' || value.find('=') == std::string_view::npos)
            continue;
        const std::string_view name = trimmed(takeUntil(value, '='));
        if (builder.host.ncclSettings.size() >= HostLimits::kNames || name.empty())
            continue;
        const std::string source = parts->path == "env" ? "env" : '/' + shown(parts->path, 256);
        builder.host.ncclSettings.push_back(
            {source, shown(name, 64), textFact(trimmed(value), text.evidence(lines.line()), 1024)});
    }
}

void readNcclTopo(const SectionText &text, HostBuilder &builder) {
    if (builder.host.ncclFiles.size() < HostLimits::kNames)
        builder.host.ncclFiles.push_back({shown(text.meta.origin, 1024), text.evidence(text.bytes)});
}

bool isNcclTopo(const FileSample &sample) {
    const XmlRoot root = xmlRoot(sample.head);
    return root.name == "system" && root.firstChild == "cpu"; // src/graph/xml.cc: ncclTopoXmlLoadSystem
}

} // namespace fabricscope::formats
