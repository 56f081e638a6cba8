// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Correction.h"

#include "core/affinity/Assignment.h"
#include "core/affinity/Examine.h"
#include "core/affinity/FilePairs.h"
#include "core/affinity/TextEdits.h"
#include "core/base/Text.h"
#include "core/nccl/file/UnifiedDiff.h"
#include "core/nccl/machine/Machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::affinity {

namespace {

using nccl::XmlNode;
using Home = std::vector<std::vector<std::size_t>>; ///< by GPU: the NICs that belong beside it

/// By hardware, where switches alone are between them. Each NIC has one home.
Home homesOf(const Judgement &judgement) {
    Home homes(judgement.ideal.size());
    std::set<std::size_t> placed;
    for (const bool first : {true, false})
        for (std::size_t gpu = 0; gpu < homes.size(); ++gpu)
            for (const std::size_t nic : judgement.ideal[gpu])
                if ((!first || nic == judgement.ideal[gpu].front()) &&
                    topology::isBelowSwitch(judgement.fabric.reach(gpu, nic).word) &&
                    placed.insert(nic).second)
                    homes[gpu].push_back(nic);
    return homes;
}

/// GPU Direct RDMA is off where the file says farther than it is.
bool isFault(const Pair &pair) {
    const bool staged = pair.kind == Kind::NoGdr && topology::isBelowSwitch(pair.reach.word);
    return (pair.basis == Basis::File || pair.basis == Basis::Library) &&
           (pair.mispaired || pair.kind == Kind::SharedWhileIdle || staged);
}

/// The file leaves a NIC out of its home, or puts one into another's.
bool isAgainst(const Judgement &judgement, const Home &homes, const std::vector<StatedPair> &claims) {
    for (std::size_t gpu = 0; gpu < homes.size(); ++gpu)
        for (const std::size_t nic : homes[gpu])
            if (std::none_of(claims.begin(), claims.end(),
                             [&](const StatedPair &claim) { return claim.gpu == gpu && claim.nic == nic; }))
                return true;
    return std::any_of(judgement.pairs.begin(), judgement.pairs.end(),
                       [](const Pair &pair) { return pair.basis == Basis::File && pair.mispaired; });
}

std::string speedText(const pci::LinkRate &rate) {
    return fmt::format("{:.1f} GT/s PCIe", rate.speed.gigatransfersPerSecond());
}

std::string linkAttributes(const std::optional<pci::LinkRate> &link) {
    return link ? fmt::format(" link_speed=\"{}\" link_width=\"{}\"", speedText(*link), link->width)
                : std::string(); // the library asks the machine
}

std::string newElement(std::string_view busId, std::string_view classCode,
                       const std::optional<pci::LinkRate> &link) {
    return fmt::format("<pci busid=\"{}\" class=\"{}\"{}/>", busId, classCode, linkAttributes(link));
}

std::string switchElement(std::string_view busId, std::string_view link) {
    return fmt::format("<pci busid=\"{}\" class=\"0x060400\"{}>", busId, link);
}

constexpr std::string_view kNicClass = "0x020000";

/// The new text claims for each GPU all its NICs, and none that is farther than those.
bool saysSo(std::string_view text, const nccl::Version &version, const Fabric &fabric, const Home &homes) {
    const auto tree = nccl::readXml(text, version);
    if (!tree)
        return false;
    std::map<std::size_t, std::set<std::size_t>> claims;
    for (const StatedPair &claim : claimedPairs(*tree, fabric))
        claims[claim.gpu].insert(claim.nic);
    for (std::size_t gpu = 0; gpu < homes.size(); ++gpu) {
        if (homes[gpu].empty())
            continue;
        const auto best = costOfWord(fabric.reach(gpu, homes[gpu].front()).word);
        for (const std::size_t nic : homes[gpu])
            if (!claims[gpu].contains(nic))
                return false;
        for (const std::size_t nic : claims[gpu])
            if (const auto cost = costOfWord(fabric.reach(gpu, nic).word);
                fabric.nics[nic].isCandidate() && (!cost || *cost > *best))
                return false;
    }
    return true;
}

/// Only what the host tells: the library asks the machine for the rest.
std::string cpuAttributes(const host::Host &host) {
    std::string text;
    const auto add = [&](std::string_view name, const std::string &value) {
        if (!value.empty() && value.find('"') == std::string::npos)
            text += fmt::format(" {}=\"{}\"", name, sanitized(value, 64));
    };
    if (host.architecture.valueOr("") != "x86_64")
        return text; // elsewhere these are not what `uname` and /proc/cpuinfo call them
    add("arch", *host.architecture);
    add("vendor", host.cpuVendor.valueOr(""));
    if (host.cpuFamily && host.cpuModelNumber) {
        add("familyid", std::to_string(nccl::libraryCpuFamily(*host.cpuFamily)));
        add("modelid", std::to_string(*host.cpuModelNumber));
    }
    return text;
}

class Correcting {
public:
    Correcting(std::string_view text, const nccl::Version &version, const Judgement &judgement)
        : m_text(text), m_version(version), m_fabric(judgement.fabric) {}

    /// NICs moved, or where that does not say it (`wrapped`) each GPU with its NICs below a switch of its
    /// own.
    std::optional<std::string> attempt(const nccl::XmlTree &tree, const Home &homes, bool wrapped,
                                       std::vector<std::string> &changes) {
        m_tree = &tree;
        m_places = placesIn(tree, m_fabric);
        m_claims.clear();
        for (const StatedPair &claim : claimedPairs(tree, m_fabric))
            m_claims.emplace(claim.gpu, claim.nic);
        TextEdits edits(m_text, m_version);
        for (std::size_t gpu = 0; gpu < homes.size(); ++gpu)
            if (!homes[gpu].empty() && !place(edits, gpu, homes[gpu], wrapped, changes))
                return std::nullopt;
        auto corrected = edits.apply();
        return saysSo(corrected, m_version, m_fabric, homes) ? std::optional(std::move(corrected))
                                                             : std::nullopt;
    }

private:
    [[nodiscard]] const XmlNode &node(int index) const {
        return m_tree->nodes[static_cast<std::size_t>(index)];
    }

    /// The NIC's element as it stands in the file, taken out of there; a new one where there is none.
    std::optional<TextEdits::Piece> nicPiece(TextEdits &edits, std::size_t nic) const {
        if (const auto at = m_places.nics[nic])
            return edits.cut(node(*at).line, node(*at).column);
        const Nic &own = m_fabric.nics[nic];
        return TextEdits::Piece{newElement(own.busIdText, kNicClass, own.link), {}};
    }

    bool place(TextEdits &edits, std::size_t gpu, const std::vector<std::size_t> &nics, bool wrapped,
               std::vector<std::string> &changes) {
        const auto at = m_places.gpus[gpu];
        if (!at)
            return false; // a GPU that the file does not know has no place in it to go by
        std::vector<TextEdits::Piece> pieces;
        for (const std::size_t nic : nics) {
            if (!wrapped && m_claims.contains({gpu, nic}))
                continue;
            auto piece = nicPiece(edits, nic);
            if (!piece)
                return false;
            pieces.push_back(std::move(*piece));
            changes.push_back(fmt::format("{} ({}) goes to {} ({})", m_fabric.nics[nic].name,
                                          m_fabric.nics[nic].busIdText, m_fabric.gpus[gpu].name,
                                          m_fabric.gpus[gpu].busIdText));
        }
        if (pieces.empty())
            return true;
        if (!wrapped)
            return !boxesAbove(*m_tree, *at).empty() &&
                   edits.insertBehind(node(*at).line, node(*at).column, pieces);
        const auto head = switchTag(gpu, node(*at));
        return head && edits.wrap(node(*at).line, node(*at).column, *head, "</pci>", pieces);
    }

    /// As fast as the GPU's own link: its switch has at least that.
    std::optional<std::string> switchTag(std::size_t gpu, const XmlNode &element) {
        std::string link = linkAttributes(m_fabric.gpus[gpu].link);
        const auto speed = element.value("link_speed");
        const auto width = element.value("link_width");
        if (speed && width && !speed->empty() && !width->empty())
            link = fmt::format(" link_speed=\"{}\" link_width=\"{}\"", *speed, *width);
        if (link.empty())
            return std::nullopt;
        constexpr unsigned kMost = 0xFF;
        while (++m_invented <= kMost) {
            const std::string id = fmt::format("ffff:ff:{:02x}.0", m_invented);
            if (m_text.find(id) == std::string_view::npos)
                return switchElement(id, link);
        }
        return std::nullopt;
    }

    std::string_view m_text;
    const nccl::Version &m_version;
    const Fabric &m_fabric;
    const nccl::XmlTree *m_tree = nullptr;
    FilePlaces m_places;
    std::set<std::pair<std::size_t, std::size_t>> m_claims; ///< GPU, NIC
    unsigned m_invented = 0;
};

} // namespace

std::optional<Correction> correctedFile(std::string_view text, const std::string &path,
                                        const nccl::Version &version, const Judgement &judgement) {
    if (judgement.fabric.claimOnly || std::none_of(judgement.pairs.begin(), judgement.pairs.end(), isFault))
        return std::nullopt;
    const auto tree = nccl::readXml(text, version);
    if (!tree)
        return std::nullopt;
    const Home homes = homesOf(judgement);
    if (!isAgainst(judgement, homes, claimedPairs(*tree, judgement.fabric)))
        return std::nullopt;
    for (const bool wrapped : {false, true}) {
        Correction correction;
        auto corrected =
            Correcting(text, version, judgement).attempt(*tree, homes, wrapped, correction.changes);
        if (!corrected || *corrected == text)
            continue;
        correction.path = path;
        correction.diff = nccl::unifiedDiff(text, *corrected, path);
        correction.text = std::move(*corrected);
        return correction;
    }
    return std::nullopt;
}

std::optional<Correction> newFile(const std::string &path, const host::Host &host,
                                  const nccl::Version &version, const Judgement &judgement) {
    const Fabric &fabric = judgement.fabric;
    if (fabric.claimOnly || std::none_of(judgement.pairs.begin(), judgement.pairs.end(), isFault))
        return std::nullopt;
    const Home homes = homesOf(judgement);
    const std::string_view gpuClass = version.flavor == nccl::Flavor::Rccl ? "0x120000" : "0x030200";
    std::map<int, std::string> byNode;
    unsigned invented = 0;
    for (std::size_t gpu = 0; gpu < homes.size(); ++gpu) {
        const Gpu &own = fabric.gpus[gpu];
        if (homes[gpu].empty())
            continue;
        if (!own.numa || !own.link || ++invented > 0xFF)
            return std::nullopt;
        std::string &text = byNode[own.numa->value];
        text +=
            fmt::format("    {}\n      {}\n",
                        switchElement(fmt::format("ffff:ff:{:02x}.0", invented), linkAttributes(own.link)),
                        newElement(own.busIdText, gpuClass, own.link));
        for (const std::size_t nic : homes[gpu])
            text += fmt::format("      {}\n",
                                newElement(fabric.nics[nic].busIdText, kNicClass, fabric.nics[nic].link));
        text += "    </pci>\n";
    }
    Correction correction;
    correction.path = path;
    correction.text = fmt::format("<system version=\"{}\">\n", version.xmlVersion);
    for (const auto &[node, text] : byNode)
        correction.text +=
            fmt::format("  <cpu numaid=\"{}\"{}>\n{}  </cpu>\n", node, cpuAttributes(host), text);
    correction.text += "</system>\n";
    if (!saysSo(correction.text, version, fabric, homes))
        return std::nullopt;
    correction.diff = nccl::unifiedDiff({}, correction.text, path);
    correction.changes = {"a new file"};
    return correction;
}

} // namespace fabricscope::affinity
