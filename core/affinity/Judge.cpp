// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Affinity.h"
#include "core/affinity/Assignment.h"
#include "core/affinity/Sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace fabricscope::affinity {

namespace {

struct BasisName {
    Basis basis;
    std::string_view text;
};
constexpr std::array kBases = {BasisName{Basis::File, "file"}, BasisName{Basis::Library, "library"},
                               BasisName{Basis::Run, "run"}, BasisName{Basis::Ideal, "ideal"}};

struct KindName {
    Kind kind;
    std::string_view text;
};
constexpr std::array kKinds = {KindName{Kind::Fine, "fine"},
                               KindName{Kind::Unknown, "unknown"},
                               KindName{Kind::NoGdr, "no_gdr"},
                               KindName{Kind::RailSwapped, "rail_swapped"},
                               KindName{Kind::SharedWhileIdle, "shared_while_idle"},
                               KindName{Kind::Mispaired, "mispaired"},
                               KindName{Kind::CrossSocket, "cross_socket"}};

constexpr double kBitsOfByte = 8;

bool isNearer(PathWord a, PathWord b) {
    const auto left = costOfWord(a);
    const auto right = costOfWord(b);
    return left && right && *left < *right;
}

bool contains(const std::vector<std::size_t> &list, std::size_t value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

std::optional<GigabytesPerSecond> physical(const Fabric &fabric, std::size_t gpu, std::size_t nic) {
    const auto &way = fabric.reach(gpu, nic).bandwidth;
    const auto &rate = fabric.nics[nic].rate;
    const auto port = rate ? std::optional(GigabytesPerSecond{rate->value / kBitsOfByte}) : std::nullopt;
    return way && port ? std::min(way, port) : (way ? way : port);
}

/// One GPU with one NIC, as a basis has it.
struct Said {
    std::size_t gpu = 0, nic = 0;
    std::uint32_t line = 0;
    std::vector<int> channels;
};

class Judging {
public:
    Judging(Fabric fabric, const Inputs &inputs) : m_inputs(inputs) {
        m_judgement.fabric = std::move(fabric);
        m_judgement.ideal = idealNics(m_judgement.fabric);
    }

    Judgement judge() {
        add(Basis::File, said(m_inputs.file));
        add(Basis::Library, ofLibrary());
        add(Basis::Run, said(m_inputs.run));
        add(Basis::Ideal, ofIdeal());
        addNotes();
        m_judgement.verdict = verdictOf(m_judgement, m_inputs);
        return std::move(m_judgement);
    }

private:
    [[nodiscard]] const Fabric &fabric() const { return m_judgement.fabric; }

    [[nodiscard]] std::vector<Said> said(const std::vector<StatedPair> &stated) const {
        std::vector<Said> pairs;
        for (const StatedPair &pair : stated)
            if (pair.gpu < fabric().gpus.size() && pair.nic < fabric().nics.size())
                pairs.push_back({pair.gpu, pair.nic, pair.line, {}});
        return pairs;
    }

    [[nodiscard]] std::vector<Said> ofIdeal() const {
        std::vector<Said> pairs;
        for (std::size_t gpu = 0; gpu < m_judgement.ideal.size(); ++gpu)
            for (const std::size_t nic : m_judgement.ideal[gpu])
                pairs.push_back({gpu, nic, 0, {}});
        return pairs;
    }

    [[nodiscard]] std::vector<Said> ofLibrary() {
        std::vector<Said> pairs;
        const nccl::Decisions *library = m_inputs.library;
        if (!library || library->error)
            return pairs;
        std::map<std::size_t, std::size_t> nics; // of ours, by the library's
        for (std::size_t i = 0; i < fabric().nics.size(); ++i)
            if (fabric().nics[i].library)
                nics.try_emplace(*fabric().nics[i].library, i);
        for (std::size_t gpu = 0; gpu < fabric().gpus.size(); ++gpu) {
            const auto own = fabric().gpus[gpu].library;
            if (!own || *own >= library->localNetByChannel.size())
                continue;
            std::map<std::size_t, std::vector<int>> channels;
            for (std::size_t channel = 0; channel < nccl::kChannelsTold; ++channel)
                if (const auto &nic = library->localNic(*own, channel); nic && *nic >= 0)
                    if (const auto known = nics.find(static_cast<std::size_t>(*nic)); known != nics.end())
                        channels[known->second].push_back(static_cast<int>(channel));
            for (auto &[nic, list] : channels)
                if (fabric().nics[nic].rdma)
                    pairs.push_back({gpu, nic, 0, std::move(list)});
                else
                    m_sockets.insert(nic); // TCP out of host memory: it does not matter whose switch that is
        }
        return pairs;
    }

    void add(Basis basis, std::vector<Said> pairs) {
        std::stable_sort(pairs.begin(), pairs.end(), [](const Said &a, const Said &b) {
            return std::tuple(a.gpu, a.channels.empty() ? 0 : a.channels.front()) <
                   std::tuple(b.gpu, b.channels.empty() ? 0 : b.channels.front());
        });
        m_users.assign(fabric().nics.size(), {});
        for (const Said &pair : pairs)
            if (!contains(m_users[pair.nic], pair.gpu))
                m_users[pair.nic].push_back(pair.gpu);
        const auto breaks = basis == Basis::Ideal ? OrderBreaks{} : orderBreaks(pairs);
        for (const Said &one : pairs) {
            Pair pair;
            pair.gpu = one.gpu;
            pair.nic = one.nic;
            pair.basis = basis;
            pair.idealNics = m_judgement.ideal[one.gpu];
            pair.reach = fabric().reach(one.gpu, one.nic);
            if (!pair.idealNics.empty())
                pair.idealReach = fabric().reach(one.gpu, pair.idealNics.front());
            pair.channels = one.channels;
            pair.line = one.line;
            PairFacts facts{fabric(), m_inputs, m_users[one.nic], idleNic(one, m_users), {}, {}, gdrOff(one)};
            if (const auto found = breaks.find({one.gpu, one.nic}); found != breaks.end())
                facts.order = found->second;
            if (basis != Basis::Ideal)
                facts.rail = railBreak(one);
            pair.cost = costOf(pair, facts.sharers.size());
            decide(pair, facts);
            pair.reason = reasonOf(pair, facts);
            pair.fix = fixOf(pair, facts);
            m_judgement.pairs.push_back(std::move(pair));
        }
    }

    [[nodiscard]] Cost costOf(const Pair &pair, std::size_t sharers) const {
        Cost cost;
        cost.sharedBy = static_cast<int>(sharers);
        cost.physical = physical(fabric(), pair.gpu, *pair.nic);
        cost.library = figure(pair.gpu, *pair.nic);
        if (!pair.idealNics.empty()) {
            cost.physicalIdeal = physical(fabric(), pair.gpu, pair.idealNics.front());
            cost.libraryIdeal = figure(pair.gpu, pair.idealNics.front());
        }
        return cost;
    }

    [[nodiscard]] const nccl::GpuNic *decided(std::size_t gpu, std::size_t nic) const {
        const auto &ownGpu = fabric().gpus[gpu].library;
        const auto &ownNic = fabric().nics[nic].library;
        const nccl::Decisions *library = m_inputs.library;
        if (!library || library->error || !ownGpu || !ownNic || *ownGpu >= library->gpus.size() ||
            *ownNic >= library->nics.size() ||
            library->gpuNic.size() != library->gpus.size() * library->nics.size())
            return nullptr;
        return &library->pair(*ownGpu, *ownNic);
    }

    [[nodiscard]] std::optional<double> figure(std::size_t gpu, std::size_t nic) const {
        const nccl::GpuNic *pair = decided(gpu, nic);
        return pair ? std::optional(pair->bandwidth) : std::nullopt;
    }

    [[nodiscard]] std::optional<nccl::GdrDecision> gdrOff(const Said &pair) const {
        const nccl::GpuNic *found = decided(pair.gpu, pair.nic);
        if (!found || (found->gdrSend.on() && found->gdrRecv.on()))
            return std::nullopt;
        return found->gdrRecv.on() ? found->gdrSend : found->gdrRecv;
    }

    /// As near as what the GPU uses, a candidate, and nobody's.
    [[nodiscard]] std::optional<std::size_t>
    idleNic(const Said &pair, const std::vector<std::vector<std::size_t>> &users) const {
        const PathWord used = fabric().reach(pair.gpu, pair.nic).word;
        if (used == PathWord::Unknown)
            return std::nullopt;
        for (const std::size_t nic : m_judgement.ideal[pair.gpu])
            if (users[nic].empty() && !isNearer(used, fabric().reach(pair.gpu, nic).word))
                return nic;
        return std::nullopt;
    }

    using OrderBreaks = std::map<std::pair<std::size_t, std::size_t>, OrderBreak>;

    /// Where distances are not told: the k-th GPU of a NUMA node with its k-th NIC, if most pairs are so.
    [[nodiscard]] OrderBreaks orderBreaks(const std::vector<Said> &pairs) const {
        std::map<int, std::vector<std::size_t>> gpus, nics;
        std::set<std::size_t> seenGpus, seenNics;
        for (const Said &pair : pairs) {
            if (fabric().reach(pair.gpu, pair.nic).word != PathWord::Unknown)
                return {};
            seenGpus.insert(pair.gpu);
            seenNics.insert(pair.nic);
        }
        if (seenGpus.size() != pairs.size() || seenNics.size() != pairs.size())
            return {}; // not one to one
        for (const std::size_t gpu : seenGpus)
            gpus[fabric().gpus[gpu].numa.value_or(NumaNode{-1}).value].push_back(gpu);
        for (const std::size_t nic : seenNics)
            nics[fabric().nics[nic].numa.value_or(NumaNode{-1}).value].push_back(nic);
        std::map<std::size_t, std::size_t> expected;
        for (const auto &[numa, list] : gpus) {
            const auto other = nics.find(numa);
            if (other == nics.end() || other->second.size() != list.size())
                return {};
            for (std::size_t i = 0; i < list.size(); ++i)
                expected[list[i]] = other->second[i];
        }
        std::size_t inOrder = 0;
        for (const Said &pair : pairs)
            inOrder += expected[pair.gpu] == pair.nic ? 1 : 0;
        OrderBreaks breaks;
        if (inOrder * 2 <= pairs.size())
            return breaks;
        for (const Said &pair : pairs)
            if (expected[pair.gpu] != pair.nic)
                breaks[{pair.gpu, pair.nic}] = {expected[pair.gpu], inOrder, pairs.size()};
        return breaks;
    }

    /// Its NIC is in no rail that the same GPU uses on a peer, but in one that another GPU uses there.
    [[nodiscard]] std::optional<RailBreak> railBreak(const Said &pair) const {
        const auto shares = [&](const std::vector<std::string> &rails) {
            const auto &own = fabric().nics[pair.nic].rails;
            return std::find_first_of(own.begin(), own.end(), rails.begin(), rails.end());
        };
        const auto end = fabric().nics[pair.nic].rails.end();
        for (const PeerRails &peer : m_inputs.peers) {
            if (pair.gpu >= peer.byGpu.size() || peer.byGpu[pair.gpu].empty() ||
                shares(peer.byGpu[pair.gpu]) != end)
                continue;
            for (std::size_t gpu = 0; gpu < peer.byGpu.size(); ++gpu)
                if (const auto rail = shares(peer.byGpu[gpu]); rail != end)
                    return RailBreak{peer.host, *rail, peer.byGpu[pair.gpu].front(), gpu};
        }
        return std::nullopt;
    }

    /// A candidate of its own node that nobody uses, or somebody from another node, though how near is not
    /// told.
    [[nodiscard]] bool couldStayOnItsNode(std::size_t gpu) const {
        const auto &numa = fabric().gpus[gpu].numa;
        const auto isOther = [&](std::size_t user) {
            return fabric().gpus[user].numa != numa;
        };
        for (std::size_t i = 0; numa && i < fabric().nics.size(); ++i) {
            const Nic &nic = fabric().nics[i];
            const auto &users = m_users[i];
            if (nic.isCandidate() && nic.numa == numa &&
                (users.empty() || std::any_of(users.begin(), users.end(), isOther)))
                return true;
        }
        return false;
    }

    void decide(Pair &pair, const PairFacts &facts) const {
        const PathWord word = pair.reach.word;
        const bool nearer = !pair.idealNics.empty() && isNearer(pair.idealReach.word, word);
        const bool across = word == PathWord::Sys;
        if (across && (nearer || (pair.idealNics.empty() && couldStayOnItsNode(pair.gpu)))) {
            set(pair, Kind::CrossSocket, true, Severity::Error);
        } else if (nearer) {
            const bool direct = topology::isBelowSwitch(word);
            set(pair, Kind::Mispaired, true, direct ? Severity::Warning : Severity::Error);
        } else if (facts.sharers.size() > 1 && facts.idle && !contains(pair.idealNics, *pair.nic)) {
            set(pair, Kind::SharedWhileIdle, false, Severity::Warning);
        } else if (across) {
            set(pair, Kind::CrossSocket, false, Severity::Warning);
        } else if (facts.rail || facts.order) {
            set(pair, Kind::RailSwapped, false, Severity::Warning);
        } else if (facts.gdr && pair.basis != Basis::Ideal && pair.basis != Basis::File) {
            set(pair, Kind::NoGdr, false, Severity::Warning);
        } else if (word == PathWord::Unknown) {
            set(pair, Kind::Unknown, false, std::nullopt);
        }
    }

    static void set(Pair &pair, Kind kind, bool mispaired, std::optional<Severity> severity) {
        pair.kind = kind;
        pair.mispaired = mispaired;
        pair.severity = severity;
    }

    void addNotes() {
        m_judgement.notes = fabric().notes;
        for (const std::size_t nic : m_sockets)
            m_judgement.notes.push_back(fmt::format("{} finds no RDMA device and uses TCP over {}",
                                                    libraryName(m_inputs.library), fabric().nics[nic].name));
        for (const Nic &nic : fabric().nics)
            if (nic.unused)
                m_judgement.notes.push_back(
                    fmt::format("{} is unused: it is {}, and another port of its card is active", nic.name,
                                nic.state == host::NicEntry::State::Disabled ? "switched off" : "down"));
        for (const Nic &nic : fabric().nics)
            if (nic.isCandidate() &&
                (nic.state == host::NicEntry::State::Down || nic.state == host::NicEntry::State::Disabled))
                m_judgement.notes.push_back(
                    fmt::format("{} is {}, and nothing else on its card is up", nic.name,
                                nic.state == host::NicEntry::State::Disabled ? "switched off" : "down"));
    }

    const Inputs &m_inputs;
    Judgement m_judgement;
    std::vector<std::vector<std::size_t>> m_users; ///< of each NIC, in the basis that is being judged
    std::set<std::size_t> m_sockets;               ///< NICs that the library uses without RDMA
};

} // namespace

std::string_view toString(Basis basis) {
    for (const BasisName &row : kBases)
        if (row.basis == basis)
            return row.text;
    return {};
}

std::string_view toString(Kind kind) {
    for (const KindName &row : kKinds)
        if (row.kind == kind)
            return row.text;
    return {};
}

Basis Judgement::leading() const {
    for (const Basis basis : {Basis::Run, Basis::Library, Basis::File})
        if (std::any_of(pairs.begin(), pairs.end(), [&](const Pair &pair) { return pair.basis == basis; }))
            return basis;
    return Basis::Ideal;
}

Judgement judge(Fabric fabric, const Inputs &inputs) {
    return Judging(std::move(fabric), inputs).judge();
}

} // namespace fabricscope::affinity
