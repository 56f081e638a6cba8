// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Affinity.h"
#include "core/affinity/Assignment.h"
#include "core/affinity/Sentences.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::affinity {

namespace {

std::optional<std::size_t> firstNicOf(const Judgement &judgement, Basis basis, std::size_t gpu) {
    for (const Pair &pair : judgement.pairs)
        if (pair.basis == basis && pair.gpu == gpu && pair.nic)
            return pair.nic;
    return std::nullopt;
}

const Pair *pairOf(const Judgement &judgement, Basis basis, std::size_t gpu, std::optional<std::size_t> nic) {
    for (const Pair &pair : judgement.pairs)
        if (pair.basis == basis && pair.gpu == gpu && pair.nic == nic)
            return &pair;
    return nullptr;
}

class Moving {
public:
    Moving(const Judgement &judgement, const Inputs &inputs, Basis basis)
        : m_before(judgement), m_inputs(inputs), m_basis(basis) {}

    WhatIf move(std::size_t gpu, std::size_t nic) {
        const auto own = firstNicOf(m_before, m_basis, gpu);
        const bool hasIt = std::any_of(m_before.pairs.begin(), m_before.pairs.end(), [&](const Pair &pair) {
            return pair.basis == m_basis && pair.gpu == gpu && pair.nic == nic;
        });
        if (hasIt)
            return unchanged(gpu, own);
        std::optional<std::size_t> owner; // who gets the other one in return
        for (const Pair &pair : m_before.pairs)
            if (pair.basis == m_basis && pair.nic == nic && pair.gpu != gpu && !owner)
                owner = pair.gpu;
        Inputs moved = m_inputs;
        moved.run.clear();
        for (const Pair &pair : m_before.pairs)
            if (pair.basis == m_basis && pair.nic) {
                StatedPair stated{pair.gpu, *pair.nic, pair.line};
                if (pair.gpu == gpu && pair.nic == own)
                    stated.nic = nic;
                else if (own && pair.gpu == owner && pair.nic == nic)
                    stated.nic = *own;
                moved.run.push_back(stated);
            }
        if (!own)
            moved.run.push_back({gpu, nic, 0});
        WhatIf result;
        result.judgement = judge(m_before.fabric, moved);
        result.changes.push_back(change(result.judgement, gpu, own, nic));
        if (owner)
            result.changes.push_back(change(result.judgement, *owner, nic, own ? own : std::optional(nic)));
        weigh(result);
        return result;
    }

private:
    WhatIf unchanged(std::size_t gpu, std::optional<std::size_t> nic) const {
        WhatIf result;
        result.judgement = m_before;
        result.changes.push_back(change(m_before, gpu, nic, nic));
        result.sentence = fmt::format("{} has {} already.", m_before.fabric.gpus[gpu].name,
                                      nic ? m_before.fabric.nics[*nic].name : std::string("nothing"));
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
        if (const Pair *pair = pairOf(m_before, m_basis, gpu, before)) {
            change.reachBefore = pair->reach;
            change.costBefore = pair->cost;
        }
        const Pair *pair = pairOf(after, Basis::Run, gpu, now);
        if (pair == nullptr)
            pair = pairOf(after, m_basis, gpu, now); // nothing moved
        if (pair != nullptr) {
            change.reachAfter = pair->reach;
            change.costAfter = pair->cost;
        }
        change.gdrBefore = gdr(gpu, before);
        change.gdrAfter = gdr(gpu, now);
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
            text += fmt::format(", narrowest link {} instead of {}", gigabytes(*change.costAfter.physical),
                                gigabytes(*change.costBefore.physical));
        if (change.costAfter.sharedBy != change.costBefore.sharedBy && change.before)
            text += change.costAfter.sharedBy > 1 ? fmt::format(", shared by {}", change.costAfter.sharedBy)
                                                  : ", no longer shared";
        return text;
    }

    /// Together, as the best assignment counts: distance, and sharing.
    void weigh(WhatIf &result) const {
        int before = 0;
        int after = 0;
        bool told = true;
        std::vector<std::string> parts;
        for (const Change &change : result.changes) {
            const auto from = change.before ? costOfWord(change.reachBefore.word) : std::nullopt;
            const auto to = change.after ? costOfWord(change.reachAfter.word) : std::nullopt;
            told = told && (from || !change.before) && to;
            constexpr int kNoNic = 100;
            before += from.value_or(kNoNic) + (change.costBefore.sharedBy > 1 ? kCostOfSharing : 0);
            after += to.value_or(kNoNic) + (change.costAfter.sharedBy > 1 ? kCostOfSharing : 0);
            parts.push_back(sentenceOf(change));
        }
        result.better = told && after < before;
        result.worse = told && after > before;
        for (std::size_t i = 0; i < parts.size(); ++i)
            result.sentence += (i == 0 ? "" : "; ") + parts[i];
        result.sentence += told ? "." : "; what that changes is not told.";
    }

    const Judgement &m_before;
    const Inputs &m_inputs;
    Basis m_basis;
};

} // namespace

WhatIf whatIf(const Judgement &judgement, const Inputs &inputs, Basis basis, std::size_t gpu,
              std::size_t nic) {
    if (gpu >= judgement.fabric.gpus.size() || nic >= judgement.fabric.nics.size()) {
        WhatIf nothing;
        nothing.judgement = judgement;
        nothing.sentence = "There is no such device.";
        return nothing;
    }
    return Moving(judgement, inputs, basis).move(gpu, nic);
}

} // namespace fabricscope::affinity
