// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/formats/HostReader.h"
#include "core/topology/Topology.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace fabricscope::test {

[[nodiscard]] inline capture::Capture captureOfXml(std::string_view xml,
                                                   std::string_view section = "hwloc-xml") {
    capture::Section::Meta meta;
    meta.name = section;
    meta.origin = "topo.xml";
    meta.part = capture::Part::Import;
    capture::Capture capture;
    capture.target = "topo.xml";
    capture.sections.emplace_back(meta, std::string(xml));
    return capture;
}

[[nodiscard]] inline host::Host readXml(std::string_view xml) {
    return formats::readHost(captureOfXml(xml));
}

[[nodiscard]] inline std::shared_ptr<const topology::Topology> topologyOfXml(std::string_view xml) {
    return topology::build(std::make_shared<const host::Host>(readXml(xml)));
}

/// The text that the evidence of a fact refers to.
[[nodiscard]] inline std::string_view evidenceText(std::string_view xml, host::EvidenceRef evidence) {
    return xml.substr(evidence.offset, evidence.length);
}

} // namespace fabricscope::test
