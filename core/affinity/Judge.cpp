// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Affinity.h"
#include "core/affinity/Assignment.h"
#include "core/affinity/PairingAnomalies.h"
#include "core/affinity/Sentences.h"
#include "core/findings/WorstFirst.h"

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
                               KindName{Kind::NearestDown, "nearest_down"},
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

class JudgementBuilder {
public:
    JudgementBuilder(Fabric fabric, const Inputs &inputs) : m_inputs(inputs) {
        m_judgement.fabric = std::move(fabric);
        m_judgement.ideal = idealNics(m_judgement.fabric);
    }

    Judgement judge() {
        m_basisPairs[Basis::File] = statedPairs(m_inputs.file);
        m_basisPairs[Basis::Library] = ofLibrary();
        m_basisPairs[Basis::Run] = statedPairs(m_inputs.run);
        m_basisPairs[Basis::Ideal] = ofIdeal();
        for (const BasisName &row : kBases)
            add(row.basis);
        findLeading();
        addNotes();
        m_judgement.findings = m_inputs.findings;
        for (findings::Finding &finding : pathFindings(m_judgement))
            m_judgement.findings.push_back(std::move(finding));
        findings::sortWorstFirst(m_judgement.findings);
        m_judgement.verdict = verdictOf(m_judgement, m_inputs);
        return std::move(m_judgement);
    }

private:
    [[nodiscard]] const Fabric &fabric() const { return m_judgement.fabric; }

    [[nodiscard]] std::vector<BasisPair> statedPairs(const std::vector<StatedPair> &stated) const {
        std::vector<BasisPair> pairs;
        for (const StatedPair &pair : stated)
            if (pair.gpu < fabric().gpus.size() && pair.nic < fabric().nics.size())
                pairs.push_back({pair.gpu, pair.nic, pair.line, {}, {}});
        return pairs;
    }

    [[nodiscard]] std::vector<BasisPair> ofIdeal() const {
        std::vector<BasisPair> pairs;
        for (std::size_t gpu = 0; gpu < m_judgement.ideal.size(); ++gpu)
            for (const std::size_t nic : m_judgement.ideal[gpu])
                pairs.push_back({gpu, nic, 0, {}, {}});
        return pairs;
    }

    /// Those on which the rings of a machine model enter or leave the host at this GPU; empty: by its choice.
    [[nodiscard]] static const std::vector<int> &nicsOfModel(const nccl::Decisions &library,
                                                             std::size_t gpu) {
        static const std::vector<int> kNone;
        return library.model && gpu < library.model->nics.size() ? library.model->nics[gpu] : kNone;
    }

    [[nodiscard]] std::vector<BasisPair> ofLibrary() {
        std::vector<BasisPair> pairs;
        const nccl::Decisions *library = m_inputs.library;
        if (!library || library->error)
            return pairs;
        std::map<std::size_t, std::size_t> nics; // index of our NIC, by the library's
        for (std::size_t i = 0; i < fabric().nics.size(); ++i) {
            if (fabric().nics[i].library)
                nics.try_emplace(*fabric().nics[i].library, i);
            for (const std::size_t port : fabric().nics[i].ports)
                nics.try_emplace(port, i);
        }
        for (std::size_t gpu = 0; gpu < fabric().gpus.size(); ++gpu) {
            const auto own = fabric().gpus[gpu].library;
            if (!own || *own >= library->localNetByChannel.size())
                continue;
            std::map<std::size_t, std::vector<int>> channels;
            std::map<std::size_t, std::set<int>> ports;
            const auto use = [&](int nic) -> std::vector<int> * {
                const auto known = nic >= 0 ? nics.find(static_cast<std::size_t>(nic)) : nics.end();
                if (known == nics.end())
                    return nullptr;
                if (fabric().nics[known->second].ports.size() > 1)
                    ports[known->second].insert(library->nics[known->first].port);
                return &channels[known->second];
            };
            const std::vector<int> &fixed = nicsOfModel(*library, *own);
            for (const int nic : fixed)
                use(nic);
            for (std::size_t channel = 0; channel < nccl::kReportedChannels; ++channel)
                if (const auto &nic = library->localNic(*own, channel);
                    nic && (fixed.empty() || std::find(fixed.begin(), fixed.end(), *nic) != fixed.end()))
                    if (std::vector<int> *list = use(*nic))
                        list->push_back(static_cast<int>(channel));
            for (auto &[nic, list] : channels)
                if (fabric().nics[nic].rdma)
                    pairs.push_back({gpu, nic, 0, std::move(list), {ports[nic].begin(), ports[nic].end()}});
                else
                    m_sockets.insert(nic); // TCP from host memory: the NIC's switch does not matter
        }
        return pairs;
    }

    /// Finds the users of each NIC under this basis: GPUs that it omits are as in the strongest other one.
    void findUsers(Basis basis) {
        m_users.assign(fabric().nics.size(), {});
        std::vector<bool> assigned(fabric().gpus.size());
        for (const Basis source : {basis, Basis::Run, Basis::Library, Basis::File}) {
            const std::vector<bool> before = assigned;
            for (const BasisPair &pair : m_basisPairs[source])
                if (!before[pair.gpu]) {
                    assigned[pair.gpu] = true;
                    if (!contains(m_users[pair.nic], pair.gpu))
                        m_users[pair.nic].push_back(pair.gpu);
                }
        }
    }

    void add(Basis basis) {
        std::vector<BasisPair> &pairs = m_basisPairs[basis];
        std::stable_sort(pairs.begin(), pairs.end(), [](const BasisPair &a, const BasisPair &b) {
            return std::tuple(a.gpu, a.channels.empty() ? 0 : a.channels.front()) <
                   std::tuple(b.gpu, b.channels.empty() ? 0 : b.channels.front());
        });
        findUsers(basis);
        const auto breaks = basis == Basis::Ideal ? OrderBreaks{} : orderBreaks(fabric(), pairs);
        for (const BasisPair &one : pairs) {
            Pair pair;
            pair.gpu = one.gpu;
            pair.nic = one.nic;
            pair.basis = basis;
            pair.idealNics = m_judgement.ideal[one.gpu];
            pair.reach = fabric().reach(one.gpu, one.nic);
            if (!pair.idealNics.empty())
                pair.idealReach = fabric().reach(one.gpu, pair.idealNics.front());
            pair.channels = one.channels;
            pair.ports = one.ports;
            pair.line = one.line;
            PairFacts facts{fabric(), m_inputs, m_users[one.nic], {}, {}, {}, {}, {}, {}, {}};
            facts.idle = idleNic(one);
            facts.gdr = gdrOff(one.gpu, one.nic);
            if (!pair.idealNics.empty())
                facts.betterGdr = gdrOff(one.gpu, pair.idealNics.front());
            if (const auto found = breaks.find({one.gpu, one.nic}); found != breaks.end())
                facts.order = found->second;
            if (basis != Basis::Ideal)
                facts.rail = railBreak(fabric(), m_inputs.peers, one);
            facts.faults = faultsBetween(fabric(), one.gpu, one.nic);
            pair.downNic = nearerDown(pair);
            pair.staged = facts.gdr && basis != Basis::Ideal && basis != Basis::File;
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

    [[nodiscard]] std::optional<nccl::GdrDecision> gdrOff(std::size_t gpu, std::size_t nic) const {
        const nccl::GpuNic *found = decided(gpu, nic);
        if (!found || (found->gdrSend.on() && found->gdrRecv.on()))
            return std::nullopt;
        return found->gdrRecv.on() ? found->gdrSend : found->gdrRecv;
    }

    /// Whether its ports are slower: not a better NIC, however near.
    [[nodiscard]] bool isSlower(std::size_t nic, std::size_t than) const {
        const auto &own = fabric().nics[nic].rate;
        const auto &other = fabric().nics[than].rate;
        return own && other && *own < *other;
    }

    /// A candidate as near and as fast as the NIC in use, and not used by any GPU.
    [[nodiscard]] std::optional<std::size_t> idleNic(const BasisPair &pair) const {
        const PathWord used = fabric().reach(pair.gpu, pair.nic).word;
        if (used == PathWord::Unknown)
            return std::nullopt;
        for (const std::size_t nic : m_judgement.ideal[pair.gpu])
            if (m_users[nic].empty() && !isNearer(used, fabric().reach(pair.gpu, nic).word) &&
                !isSlower(nic, pair.nic))
                return nic;
        return std::nullopt;
    }

    /// A candidate that is nearer than the NIC in use, but slower.
    [[nodiscard]] std::optional<std::size_t> slowerNic(const Pair &pair) const {
        for (std::size_t nic = 0; nic < fabric().nics.size(); ++nic)
            if (fabric().nics[nic].isCandidate() && isSlower(nic, *pair.nic) &&
                isNearer(fabric().reach(pair.gpu, nic).word, pair.reach.word))
                return nic;
        return std::nullopt;
    }

    /// The nearest NIC that is down, if it is nearer than the one in use.
    [[nodiscard]] std::optional<std::size_t> nearerDown(const Pair &pair) const {
        std::optional<std::size_t> nearest;
        for (std::size_t nic = 0; nic < fabric().nics.size(); ++nic)
            if (fabric().nics[nic].down &&
                isNearer(fabric().reach(pair.gpu, nic).word,
                         nearest ? fabric().reach(pair.gpu, *nearest).word : pair.reach.word))
                nearest = nic;
        return nearest;
    }

    /// Whether a candidate of its NUMA node is unused, or used from another node, at unknown distance.
    [[nodiscard]] bool couldStayOnItsNode(std::size_t gpu) const {
        const auto &numa = fabric().gpus[gpu].numa;
        const auto isOther = [&](std::size_t user) {
            return fabric().gpus[user].numa != numa;
        };
        for (std::size_t i = 0; numa && i < fabric().nics.size(); ++i) {
            const Nic &nic = fabric().nics[i];
            const auto &users = m_users[i];
            if (nic.isCandidate() && nic.numa == numa && fabric().reach(gpu, i).why != kNicOfVm &&
                (users.empty() || std::any_of(users.begin(), users.end(), isOther)))
                return true;
        }
        return false;
    }

    void decide(Pair &pair, PairFacts &facts) const {
        const PathWord word = pair.reach.word;
        // A file without a host cannot contradict itself.
        const bool isMeasure = fabric().claimOnly && pair.basis == Basis::File;
        const bool nearer = !pair.idealNics.empty() && !isMeasure && isNearer(pair.idealReach.word, word) &&
                            !isSlower(pair.idealNics.front(), *pair.nic);
        if (!nearer)
            facts.slower = slowerNic(pair);
        const bool across = word == PathWord::Sys;
        const Severity worst = mayBeOfModel(m_inputs, pair) ? Severity::Warning : Severity::Error;
        if (across && (nearer || (pair.idealNics.empty() && couldStayOnItsNode(pair.gpu)))) {
            set(pair, Kind::CrossSocket, true, worst);
        } else if (nearer) {
            const bool direct = topology::isBelowSwitch(word);
            set(pair, Kind::Mispaired, true, direct ? Severity::Warning : worst);
        } else if (pair.downNic) {
            set(pair, Kind::NearestDown, false, Severity::Warning);
        } else if (facts.sharers.size() > 1 && facts.idle && !contains(pair.idealNics, *pair.nic)) {
            set(pair, Kind::SharedWhileIdle, false, Severity::Warning);
        } else if (across) {
            set(pair, Kind::CrossSocket, false, Severity::Warning);
        } else if (facts.rail || facts.order) {
            set(pair, Kind::RailSwapped, false, Severity::Warning);
        } else if (pair.staged) {
            set(pair, Kind::NoGdr, false, Severity::Warning);
        } else if (word == PathWord::Unknown) {
            set(pair, Kind::Unknown, false, std::nullopt);
        } else if (facts.slower || !facts.faults.empty()) {
            set(pair, Kind::Fine, false, Severity::Note);
        }
    }

    static void set(Pair &pair, Kind kind, bool mispaired, std::optional<Severity> severity) {
        pair.kind = kind;
        pair.mispaired = mispaired;
        pair.severity = severity;
    }

    void findLeading() {
        m_judgement.leadingByGpu.assign(fabric().gpus.size(), Basis::Ideal);
        for (const Basis basis : {Basis::File, Basis::Library, Basis::Run}) // the strongest last
            for (const BasisPair &pair : m_basisPairs[basis])
                m_judgement.leadingByGpu[pair.gpu] = basis;
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
            if ((nic.isCandidate() || nic.down) &&
                (nic.state == host::NicEntry::State::Down || nic.state == host::NicEntry::State::Disabled))
                m_judgement.notes.push_back(
                    fmt::format("{} is {}, and nothing else on its card is up", nic.name,
                                nic.state == host::NicEntry::State::Disabled ? "switched off" : "down"));
    }

    const Inputs &m_inputs;
    Judgement m_judgement;
    std::map<Basis, std::vector<BasisPair>> m_basisPairs;
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

namespace {

/// A stronger basis takes precedence for the GPUs that it covers.
constexpr std::array kStrongestFirst = {Basis::Run, Basis::Library, Basis::File, Basis::Ideal};

std::size_t strength(Basis basis) {
    return static_cast<std::size_t>(std::find(kStrongestFirst.begin(), kStrongestFirst.end(), basis) -
                                    kStrongestFirst.begin());
}

} // namespace

Basis Judgement::leading(std::size_t gpu) const {
    if (gpu < leadingByGpu.size())
        return leadingByGpu[gpu];
    std::size_t best = strength(Basis::Ideal);
    for (const Pair &pair : pairs)
        if (pair.gpu == gpu)
            best = std::min(best, strength(pair.basis));
    return kStrongestFirst[best];
}

bool Judgement::isLeading(const Pair &pair) const {
    return pair.basis == leading(pair.gpu);
}

Basis Judgement::leading() const {
    std::map<std::size_t, std::size_t> byGpu; // the strongest basis of each
    for (const Pair &pair : pairs) {
        const auto [at, isNew] = byGpu.try_emplace(pair.gpu, strength(pair.basis));
        at->second = std::min(at->second, strength(pair.basis));
    }
    std::array<std::size_t, kStrongestFirst.size()> gpus{};
    for (const auto &[gpu, basis] : byGpu)
        ++gpus[basis];
    const auto last = gpus.end() - 1;                       // Ideal
    const auto most = std::max_element(gpus.begin(), last); // the first of equals
    return *most > 0 ? kStrongestFirst[static_cast<std::size_t>(most - gpus.begin())] : Basis::Ideal;
}

Judgement judge(Fabric fabric, const Inputs &inputs) {
    return JudgementBuilder(std::move(fabric), inputs).judge();
}

} // namespace fabricscope::affinity
