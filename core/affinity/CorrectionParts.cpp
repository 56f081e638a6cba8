// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/CorrectionParts.h"

#include "core/affinity/Examine.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::affinity {

namespace {

/// GPU Direct RDMA is off because the file states a greater distance than the real one.
bool isFault(const Pair &pair) {
    const bool staged = pair.kind == Kind::NoGdr && topology::isBelowSwitch(pair.reach.word);
    return (pair.basis == Basis::File || pair.basis == Basis::Library) &&
           (pair.mispaired || pair.kind == Kind::SharedWhileIdle || staged);
}

std::string speedText(const pci::LinkRate &rate) {
    return fmt::format("{:.1f} GT/s PCIe", rate.speed.gigatransfersPerSecond());
}

} // namespace

bool hasFault(const Judgement &judgement) {
    return std::any_of(judgement.pairs.begin(), judgement.pairs.end(), isFault);
}

std::vector<StatedPair> claimsOf(std::string_view text, const nccl::Version &version, const Fabric &fabric) {
    const auto tree = nccl::readXml(text, version);
    return tree ? claimedPairs(*tree, fabric) : std::vector<StatedPair>{};
}

std::optional<pci::LinkRate> linkOf(const Fabric &fabric, const HomeGroup &group) {
    std::optional<pci::LinkRate> link;
    for (const std::size_t gpu : group.gpus)
        if (const auto &own = fabric.gpus[gpu].link; own && (!link || link->bandwidth() < own->bandwidth()))
            link = own;
    return link;
}

std::string linkAttributes(const std::optional<pci::LinkRate> &link) {
    return link ? fmt::format(" link_speed=\"{}\" link_width=\"{}\"", speedText(*link), link->width)
                : std::string(); // the library detects it
}

std::string newElement(std::string_view busId, std::string_view classCode,
                       const std::optional<pci::LinkRate> &link) {
    return fmt::format("<pci busid=\"{}\" class=\"{}\"{}/>", busId, classCode, linkAttributes(link));
}

std::string switchElement(std::string_view busId, std::string_view link) {
    return fmt::format("<pci busid=\"{}\" class=\"0x060400\"{}>", busId, link);
}

} // namespace fabricscope::affinity
