// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/formats/HostReader.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

struct TestSection {
    std::string name;
    std::string bytes;
    capture::Part part = capture::Part::Safe;
    capture::Damage damage = capture::Damage::None;
};

[[nodiscard]] capture::Capture captureOf(const std::vector<TestSection> &sections);
/// readHost() of these sections.
[[nodiscard]] host::Host hostOf(const std::vector<TestSection> &sections);
/// The text of the evidence.
[[nodiscard]] std::string evidenceText(const capture::Capture &capture, host::EvidenceRef evidence);

/// A server in the collector's form: two sockets, a switch with a GPU and a NIC, its VF in a VM, a dead GPU,
/// VMD.
[[nodiscard]] std::vector<TestSection> exampleServer();

/// The config space of a function as in the section pci-config: "=BDF" and lines of hex.
[[nodiscard]] std::string configText(std::string_view bdf, const std::vector<std::uint8_t> &bytes);

[[nodiscard]] host::Address addressOf(std::string_view bdf);

} // namespace fabricscope::formats
