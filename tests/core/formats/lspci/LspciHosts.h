// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "core/topology/Topology.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::formats {

/// A section's name and text.
using SectionPair = std::pair<std::string, std::string>;

/// readHost() of imported sections.
[[nodiscard]] host::Host importedHost(const std::vector<SectionPair> &sections);
[[nodiscard]] inline host::Host textHost(const std::string &text) {
    return importedHost({{"lspci-text", text}});
}
[[nodiscard]] pci::Address bdf(std::string_view text);
/// The evidence's text out of `section`, the only one.
[[nodiscard]] std::string cut(const std::string &section, host::EvidenceRef evidence);

/// What hangs below what, by the topology's builder: BDF -> BDF of the function above, "pci0000:00" on a root
/// bus.
[[nodiscard]] std::map<std::string, std::string> parentsOf(const host::Host &host);

using Bytes = std::vector<std::uint8_t>;

/// A server made up by a seed, as config spaces: up to three domains with several root buses, root ports,
/// switches of one or two levels, endpoints with every capability that we decode and registers at random,
/// virtual functions on the bus behind their physical one.
struct DumpedHost {
    std::map<pci::Address, Bytes> functions;
    std::map<std::string, std::string> parents; ///< as parentsOf() gives them

    explicit DumpedHost(std::uint32_t seed);
    /// In the form of `lspci -xxxx`, which lspci -F reads.
    [[nodiscard]] std::string dump() const;
};

/// True where an lspci is installed.
[[nodiscard]] bool lspciIsThere();
/// What `lspci -F FILE OPTIONS` prints.
[[nodiscard]] std::string lspciOf(const std::filesystem::path &file, const std::string &options);
/// The same of a dump.
[[nodiscard]] std::string lspciOfDump(const std::string &dump, const std::string &options);

/// What the text of -vvv tells of a config space, compared with the registers; says what differs. `where`
/// names the function.
void expectSameConfig(const pci::ConfigSpace &registers, const pci::ConfigSpace &text,
                      const std::string &where);

[[nodiscard]] std::string fileText(const std::filesystem::path &file);

} // namespace fabricscope::formats
