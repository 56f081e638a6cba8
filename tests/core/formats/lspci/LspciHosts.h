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

/// Name and text of a section.
using SectionPair = std::pair<std::string, std::string>;

/// readHost() of imported sections.
[[nodiscard]] host::Host importedHost(const std::vector<SectionPair> &sections);
[[nodiscard]] inline host::Host textHost(const std::string &text) {
    return importedHost({{"lspci-text", text}});
}
[[nodiscard]] pci::Address bdf(std::string_view text);
/// The text of the evidence from `section`, the only one.
[[nodiscard]] std::string cut(const std::string &section, host::EvidenceRef evidence);

/// The parent of each function according to the topology builder: BDF -> BDF of the parent, "pci0000:00" on a
/// root bus.
[[nodiscard]] std::map<std::string, std::string> parentsOf(const host::Host &host);

using Bytes = std::vector<std::uint8_t>;

/// A random server determined by a seed, as config spaces: up to three domains with several root buses, root
/// ports, switches of one or two levels, endpoints with every decoded capability and random registers, and
/// virtual functions on the bus after their physical one.
struct DumpedHost {
    std::map<pci::Address, Bytes> functions;
    std::map<std::string, std::string> parents; ///< in the form of parentsOf()

    explicit DumpedHost(std::uint32_t seed);
    /// In the format of `lspci -xxxx`, which lspci -F reads.
    [[nodiscard]] std::string dump() const;
};

/// Whether lspci is installed.
[[nodiscard]] bool lspciIsThere();
/// The output of `lspci -F FILE OPTIONS`.
[[nodiscard]] std::string lspciOf(const std::filesystem::path &file, const std::string &options);
/// The same for a dump.
[[nodiscard]] std::string lspciOfDump(const std::string &dump, const std::string &options);

/// Compares the config space read from -vvv text with the registers, as far as the text contains it, and
/// reports differences. `where` names the function.
void expectSameConfig(const pci::ConfigSpace &registers, const pci::ConfigSpace &text,
                      const std::string &where);

[[nodiscard]] std::string fileText(const std::filesystem::path &file);

} // namespace fabricscope::formats
