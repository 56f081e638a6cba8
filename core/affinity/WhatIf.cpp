// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Affinity.h"
#include "core/affinity/Assignment.h"
#include "core/affinity/Sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::affinity {

namespace {

/// The pairs of this basis, and for GPUs that it omits the pairs in force; ideal pairs would not
/// help.
std::vector<const Pair *> pairsBy(const Judgement &judgement, Basis basis) {
    std::set<std::size_t> spoken;
    for (const Pair &pair : judgement.pairs)
        if (pair.basis == basis)
            spoken.insert(pair.gpu);
    std::vector<const Pair *> found;
    for (const Pair &pair : judgement.pairs)
        if (pair.nic && (spoken.contains(pair.gpu) ? pair.basis == basis
                                                   : pair.basis != Basis::Ideal && judgement.isLeading(pair)))
            found.push_back(&pair);
    return found;
}

const Pair *pairOf(const std::vector<const Pair *> &pairs, std::size_t gpu, std::optional<std::size_t> nic) {
    for (const Pair *pair : pairs)
        if (pair->gpu == gpu && pair->nic == nic)
            return pair;
    return nullptr;
}

class MoveEvaluator {
public:
    MoveEvaluator(const Judgement &judgement, const Inputs &inputs, Basis basis)
        : m_before(judgement), m_inputs(inputs), m_pairs(pairsBy(judgement, basis)) {}

    WhatIf move(std::size_t gpu, std::size_t nic) {
        std::optional<std::size_t> own, owner; // its current NIC, and the GPU that gets it in return
        for (const Pair *pair : m_pairs) {
            if (!own && pair->gpu == gpu)
                own = pair->nic;
            if (!owner && pair->gpu != gpu && pair->nic == nic)
                owner = pair->gpu;
        }
        if (pairOf(m_pairs, gpu, nic) != nullptr)
            return unchanged(gpu, own);
        const auto after = [&](std::size_t ofGpu, std::size_t has) {
            return ofGpu == gpu && has == own ? nic : own && ofGpu == owner && has == nic ? *own : has;
        };
        Inputs moved = m_inputs;
        moved.run.clear();
        moved.isHypotheticalRun = true;
        for (const Pair *pair : m_pairs)
            moved.run.push_back({pair->gpu, after(pair->gpu, *pair->nic), pair->line});
        if (!own)
            moved.run.push_back({gpu, nic, 0});
        moveClaims(moved, after);
        WhatIf result;
        result.held = held(moved);
        result.judgement = judge(m_before.fabric, moved);
        result.changes.push_back(change(result.judgement, gpu, own, nic));
        if (owner)
            result.changes.push_back(change(result.judgement, *owner, nic, own ? own : std::optional(nic)));
        weigh(result);
        return result;
    }

private:
    /// The file's claims move with the library's decisions. What a run actually used does not depend on the
    /// file: it stays.
    template<class After> void moveClaims(Inputs &moved, const After &after) {
        if (m_inputs.file.empty())
            return;
        moved.file.clear(); // the exchange of an earlier move is already in the pairs
        for (const Pair &pair : m_before.pairs)
            if (pair.basis == Basis::File && pair.nic)
                moved.file.push_back({pair.gpu, *pair.nic, pair.line});
        if (!m_inputs.run.empty())
            return;
        std::vector<StatedPair> claims = moved.file;
        for (StatedPair &claim : claims) {
            const std::size_t nic = after(claim.gpu, claim.nic);
            m_exchanged = m_exchanged || nic != claim.nic;
            claim.nic = nic;
        }
        moved.file = std::move(claims);
    }

    [[nodiscard]] std::string held(const Inputs &moved) const {
        std::vector<std::string> sentences;
        if (m_exchanged)
            sentences.push_back(fmt::format("The NICs in {} are swapped too.", fileName(m_inputs)));
        else if (!moved.file.empty())
            sentences.push_back(fmt::format("{} is assumed unchanged.", fileName(m_inputs)));
        if (m_inputs.library && !m_inputs.library->error)
            sentences.push_back(fmt::format("What {} picks for other GPUs is assumed unchanged.",
                                            libraryName(m_inputs.library)));
        return fmt::format("{}", fmt::join(sentences, " "));
    }

    WhatIf unchanged(std::size_t gpu, std::optional<std::size_t> nic) const {
        WhatIf result;
        result.judgement = m_before;
        Change same;
        same.gpu = gpu;
        same.before = same.after = nic;
        if (const Pair *pair = pairOf(m_pairs, gpu, nic)) {
            same.reachBefore = same.reachAfter = pair->reach;
            same.costBefore = same.costAfter = pair->cost;
        }
        same.gdrBefore = same.gdrAfter = gdr(gpu, nic);
        result.changes.push_back(std::move(same));
        result.sentence = fmt::format("{} already has {}.", m_before.fabric.gpus[gpu].name,
                                      nic ? m_before.fabric.nics[*nic].name : std::string("no NIC"));
        return result;
    }

    [[nodiscard]] std::optional<bool> gdr(std::size_t gpu, std::optional<std::size_t> nic) const {
        const Fabric &fabric = m_before.fabric;
        const nccl::Decisions *library = m_inputs.library;
        if (!library || !nic || !fabric.gpus[gpu].library || !fabric.nics[*nic].library ||
            library->gpuNic.size() != library->gpus.size() * library->nics.size() || library->gpuNic.empty())
            return std::nullopt;
        const nccl::GpuNic &pair = library->pair(*fabric.gpus[gpu].library, *fabric.nics[*nic].library);
        return pair.gdrSend.on() && pair.gdrRecv.on();
    }

    [[nodiscard]] Change change(const Judgement &after, std::size_t gpu, std::optional<std::size_t> before,
                                std::optional<std::size_t> now) const {
        Change change;
        change.gpu = gpu;
        change.before = before;
        change.after = now;
        if (const Pair *pair = pairOf(m_pairs, gpu, before)) {
            change.reachBefore = pair->reach;
            change.costBefore = pair->cost;
        }
        const std::vector<const Pair *> pairs = pairsBy(after, Basis::Run);
        if (const Pair *pair = pairOf(pairs, gpu, now)) {
            change.reachAfter = pair->reach;
            change.costAfter = pair->cost;
        }
        // The library decides by place: the NIC that moves here is treated like the one it replaces.
        const bool inItsPlace = m_exchanged && before;
        change.gdrBefore = gdr(gpu, before);
        change.gdrAfter = inItsPlace ? change.gdrBefore : gdr(gpu, now);
        if (inItsPlace)
            change.costAfter.library = change.costBefore.library;
        return change;
    }

    [[nodiscard]] std::string sentenceOf(const Change &change) const {
        const Fabric &fabric = m_before.fabric;
        std::string text = fmt::format("{} with {}: {}", fabric.gpus[change.gpu].name,
                                       change.after ? fabric.nics[*change.after].name : std::string("no NIC"),
                                       toString(change.reachAfter));
        if (change.before)
            text += change.reachBefore.word == change.reachAfter.word
                        ? fmt::format(" as with {}", fabric.nics[*change.before].name)
                        : fmt::format(" instead of {} with {}", toString(change.reachBefore),
                                      fabric.nics[*change.before].name);
        if (change.costAfter.physical && change.costBefore.physical &&
            *change.costAfter.physical != *change.costBefore.physical)
            text += fmt::format(", at most {} instead of {}", gigabytes(*change.costAfter.physical),
                                gigabytes(*change.costBefore.physical));
        if (change.costAfter.library && change.costBefore.library &&
            *change.costAfter.library != *change.costBefore.library)
            text += fmt::format(", {} computes {:.1f} GB/s instead of {:.1f}", libraryName(m_inputs.library),
                                *change.costAfter.library, *change.costBefore.library);
        if (change.gdrAfter && change.gdrBefore && *change.gdrAfter != *change.gdrBefore)
            text += *change.gdrAfter ? ", with GPUDirect RDMA" : ", without GPUDirect RDMA";
        if (change.costAfter.sharedBy != change.costBefore.sharedBy && change.before)
            text += change.costAfter.sharedBy > 1 ? fmt::format(", shared by {}", change.costAfter.sharedBy)
                                                  : ", no longer shared";
        return text;
    }

    /// Both together, as in the best assignment: distance and sharing.
    void weigh(WhatIf &result) const {
        int before = 0;
        int after = 0;
        bool known = true;
        std::vector<std::string> parts;
        for (const Change &change : result.changes) {
            const auto from = change.before ? costOfWord(change.reachBefore.word) : std::nullopt;
            const auto to = change.after ? costOfWord(change.reachAfter.word) : std::nullopt;
            known = known && (from || !change.before) && to;
            constexpr int kNoNic = 100;
            before += from.value_or(kNoNic) + (change.costBefore.sharedBy > 1 ? kCostOfSharing : 0);
            after += to.value_or(kNoNic) + (change.costAfter.sharedBy > 1 ? kCostOfSharing : 0);
            parts.push_back(sentenceOf(change));
        }
        result.better = known && after < before;
        result.worse = known && after > before;
        for (std::size_t i = 0; i < parts.size(); ++i)
            result.sentence += (i == 0 ? "" : "; ") + parts[i];
        result.sentence += known ? "." : "; the effect is unknown.";
    }

    const Judgement &m_before;
    const Inputs &m_inputs;
    std::vector<const Pair *> m_pairs; ///< in force
    bool m_exchanged = false;          ///< the file's claims were exchanged too
};

} // namespace

WhatIf whatIf(const Judgement &judgement, const Inputs &inputs, Basis basis, std::size_t gpu,
              std::size_t nic) {
    if (gpu >= judgement.fabric.gpus.size() || nic >= judgement.fabric.nics.size()) {
        WhatIf nothing;
        nothing.judgement = judgement;
        nothing.sentence = "No such device.";
        return nothing;
    }
    return MoveEvaluator(judgement, inputs, basis).move(gpu, nic);
}

} // namespace fabricscope::affinity
