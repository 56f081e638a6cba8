// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/verify/RowChecks.h"

#include "core/affinity/Assignment.h"
#include "core/affinity/Sentences.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::hostvm {

namespace {

using affinity::Basis;
using affinity::Pair;
using nccl::PathType;

/// Whether the library sees both below switches; absent where its path is of another kind.
std::optional<bool> isBelowSwitch(PathType type) {
    switch (type) {
    case PathType::Pix:
    case PathType::Pxb:
        return true;
    case PathType::Phb:
    case PathType::Sys:
        return false;
    default:
        return std::nullopt;
    }
}

class Rows {
public:
    Rows(const affinity::Judgement &judgement, const nccl::Decisions &decisions, const GuestMapping &mapping)
        : m_judgement(judgement), m_fabric(judgement.fabric), m_decisions(decisions), m_mapping(mapping) {}

    void check(std::size_t gpu) {
        const std::vector<std::size_t> &ideal = m_judgement.ideal[gpu];
        if (ideal.empty() || !m_fabric.gpus[gpu].library)
            return;
        bool hasNic = false;
        for (const Pair &pair : m_judgement.pairs)
            if (pair.gpu == gpu && pair.basis == Basis::Library && pair.nic) {
                hasNic = true;
                checkPair(pair, ideal);
            }
        const bool isKnown = std::any_of(ideal.begin(), ideal.end(), [&](std::size_t nic) {
            return m_fabric.nics[nic].library.has_value();
        });
        if (!hasNic && isKnown)
            m_without.rows.push_back(m_fabric.gpus[gpu].name);
    }

    [[nodiscard]] std::vector<FileFinding> findings() const {
        std::vector<FileFinding> found;
        add("gpu_without_nic", m_without, Severity::Error, found);
        add("other_nic", m_nics, m_nics.isFar ? Severity::Error : Severity::Warning, found);
        add("other_distance", m_distances, Severity::Warning, found);
        return found;
    }

private:
    struct Kind {
        std::vector<std::string> rows;
        bool isGuess = false;
        bool isFar = false; ///< a NIC of one is not below its switch
    };

    void checkPair(const Pair &pair, const std::vector<std::size_t> &ideal) {
        const std::size_t nic = *pair.nic;
        const topology::PathWord word = pair.reach.word;
        const auto cost = affinity::costOfWord(word);
        const auto best = affinity::costOfWord(m_fabric.reach(pair.gpu, ideal.front()).word);
        const std::string &gpuName = m_fabric.gpus[pair.gpu].name;
        const std::string &nicName = m_fabric.nics[nic].name;
        if (!cost || word == topology::PathWord::Unknown)
            return;
        const bool isOther = std::find(ideal.begin(), ideal.end(), nic) == ideal.end();
        if (isOther && best && *best < *cost) {
            m_nics.rows.push_back(fmt::format("{} {} ({} in hardware, {} {})", gpuName, nicName,
                                              topology::toString(pair.reach),
                                              m_fabric.nics[ideal.front()].name,
                                              topology::toString(m_fabric.reach(pair.gpu, ideal.front()))));
            m_nics.isFar = m_nics.isFar || !topology::isBelowSwitch(word);
            m_nics.isGuess = m_nics.isGuess || isGuessed(m_mapping, m_fabric, pair.gpu, nic) ||
                             isGuessed(m_mapping, m_fabric, pair.gpu, ideal.front());
            return;
        }
        const auto &library = m_fabric.nics[nic].library;
        const PathType type = m_decisions.pair(*m_fabric.gpus[pair.gpu].library, *library).type;
        const auto written = isBelowSwitch(type);
        if (!written || *written == topology::isBelowSwitch(word))
            return;
        m_distances.rows.push_back(fmt::format("{} {} ({}, in hardware {})", gpuName, nicName,
                                               m_decisions.library->pathName(type),
                                               topology::toString(pair.reach)));
        m_distances.isGuess = m_distances.isGuess || isGuessed(m_mapping, m_fabric, pair.gpu, nic);
    }

    static void add(std::string_view name, const Kind &kind, Severity severity,
                    std::vector<FileFinding> &found) {
        if (kind.rows.empty())
            return;
        FileFinding &added = found.emplace_back(fileFinding(name, 0));
        added.finding.severity = kind.isGuess ? std::min(severity, Severity::Warning) : severity;
        added.finding.set("rows", affinity::listed(kind.rows));
        if (kind.isGuess)
            added.finding.set("guess");
    }

    const affinity::Judgement &m_judgement;
    const affinity::Fabric &m_fabric;
    const nccl::Decisions &m_decisions;
    const GuestMapping &m_mapping;
    Kind m_without, m_nics, m_distances;
};

} // namespace

bool isGuessed(const GuestMapping &mapping, const affinity::Fabric &fabric, std::size_t gpu,
               std::size_t nic) {
    const auto isGuess = [&](const std::optional<pci::Address> &device) {
        const Match *match = device ? mapping.ofGuest(*device) : nullptr;
        return match != nullptr && match->confidence == Confidence::Guess;
    };
    return isGuess(fabric.gpus[gpu].bdf) || isGuess(fabric.nics[nic].bdf);
}

std::vector<FileFinding> rowFindings(const affinity::Judgement &judgement, const nccl::Decisions &decisions,
                                     const GuestMapping &mapping, const std::set<std::size_t> &explained) {
    const affinity::Fabric &fabric = judgement.fabric;
    if (decisions.error || decisions.gpuNic.size() != decisions.gpus.size() * decisions.nics.size() ||
        judgement.ideal.size() != fabric.gpus.size())
        return {};
    Rows rows(judgement, decisions, mapping);
    for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu)
        if (!explained.contains(gpu))
            rows.check(gpu);
    return rows.findings();
}

} // namespace fabricscope::hostvm
