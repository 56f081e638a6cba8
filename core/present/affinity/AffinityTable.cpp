// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/affinity/AffinityTable.h"

#include "core/affinity/Sentences.h"
#include "core/base/HostText.h"
#include "core/nccl/Version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>

namespace fabricscope::present {
namespace {

using affinity::Basis;
using affinity::Fabric;
using affinity::Kind;
using affinity::Pair;
using findings::Severity;

bool isIn(const std::vector<std::size_t> &list, std::size_t value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

int numaRank(const std::optional<NumaNode> &numa) {
    return numa ? numa->value : INT_MAX;
}

std::string withNuma(std::string text, const std::optional<NumaNode> &numa) {
    return numa ? fmt::format("{}, NUMA {}", text, numa->value) : text + ", NUMA unknown";
}

/// Devices of a tool's matrix have no address.
std::string withAddress(const std::string &name, const std::string &address) {
    return address.empty() ? name : name + ", " + address;
}

/// Whether the pair of this GPU is not the best one, so that the best can be suggested.
bool suggestsBetter(const Pair &pair) {
    return pair.mispaired || !pair.nic || pair.kind == Kind::SharedWhileIdle ||
           pair.kind == Kind::CrossSocket;
}

/// Whether a link between them has fewer lanes than possible.
bool isSlow(const affinity::Fabric &fabric, std::size_t gpu, std::size_t nic) {
    const auto faults = affinity::faultsBetween(fabric, gpu, nic);
    return std::any_of(faults.begin(), faults.end(), [](const affinity::PathFault *fault) {
        return fault->kind == affinity::PathFault::Kind::NarrowLink;
    });
}

} // namespace

std::string bandwidthText(const std::optional<GigabytesPerSecond> &bandwidth) {
    if (!bandwidth)
        return "·";
    return bandwidth->value < 999.95 ? fmt::format("{:.1f}", bandwidth->value)
                                     : fmt::format("{:.0f}", bandwidth->value);
}

CellMark markOf(const AffinityCell &cell) {
    if (cell.pair == nullptr)
        return cell.best ? CellMark::Best : CellMark::None;
    if (cell.pair->mispaired || cell.pair->severity == Severity::Error)
        return CellMark::Error;
    if (cell.pair->severity == Severity::Warning)
        return CellMark::Warning;
    return cell.slow ? CellMark::Slow : CellMark::Assigned;
}

std::string_view wordsOf(Kind kind) {
    switch (kind) {
    case Kind::Fine:
        return "best pair, path degraded";
    case Kind::Unknown:
        return "distance unknown";
    case Kind::NoGdr:
        return "without GDR";
    case Kind::RailSwapped:
        return "on another rail";
    case Kind::SharedWhileIdle:
        return "shared while another idles";
    case Kind::NearestDown:
        return "nearest NIC down";
    case Kind::Mispaired:
        return "mispaired";
    case Kind::CrossSocket:
        return "across NUMA nodes";
    }
    return {};
}

bool isCommand(std::string_view fix) {
    const auto isBetween = [](char c, char first, char last) {
        return c >= first && c <= last;
    };
    return fix.size() < 2 || !isBetween(fix[0], 'A', 'Z') || (!isBetween(fix[1], 'a', 'z') && fix[1] != ' ');
}

std::string_view wordsOf(Basis basis) {
    switch (basis) {
    case Basis::Ideal:
        return "best by hardware";
    case Basis::Library:
        return "library's choice";
    case Basis::File:
        return "from the NCCL file";
    case Basis::Run:
        return "used by the run";
    }
    return {};
}

std::string_view AffinityCell::gdrWord() const {
    if (library == nullptr)
        return {};
    const bool send = library->gdrSend.on(), recv = library->gdrRecv.on();
    return send && recv ? "GDR" : send ? "GDR send" : recv ? "GDR recv" : "no GDR";
}

AffinityTable::AffinityTable(const affinity::Judgement &judgement, const nccl::Decisions *decisions,
                             std::optional<Basis> basis)
    : m_judgement(&judgement)
    , m_decisions(decisions != nullptr && !decisions->error && !decisions->gpus.empty() ? decisions : nullptr)
    , m_basis(basis.value_or(judgement.leading()))
    , m_ofLeading(!basis) {
    const auto inDomain0 = [](const auto &device) {
        return device.bdf ? device.bdf->domain == 0 : device.busIdText.empty();
    };
    m_oneDomain = std::all_of(fabric().gpus.begin(), fabric().gpus.end(), inDomain0) &&
                  std::all_of(fabric().nics.begin(), fabric().nics.end(), inDomain0);
    findPairs();
    order();
}

void AffinityTable::findPairs() {
    const std::size_t gpus = fabric().gpus.size(), nics = fabric().nics.size();
    m_pairs.resize(gpus);
    m_best.resize(gpus);
    for (const Pair &pair : m_judgement->pairs)
        if ((m_ofLeading ? m_judgement->isLeading(pair) : pair.basis == m_basis) && pair.gpu < gpus &&
            (!pair.nic || *pair.nic < nics))
            m_pairs[pair.gpu].push_back(&pair);
    for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
        std::vector<std::size_t> used;
        for (const Pair *pair : m_pairs[gpu])
            if (pair->nic)
                used.push_back(*pair->nic);
        for (const Pair *pair : m_pairs[gpu])
            for (const std::size_t nic : pair->idealNics)
                if (suggestsBetter(*pair) && nic < nics && !isIn(used, nic) && !isIn(m_best[gpu], nic))
                    m_best[gpu].push_back(nic);
    }
}

void AffinityTable::order() {
    for (std::size_t gpu = 0; gpu < fabric().gpus.size(); ++gpu)
        m_rows.push_back(gpu);
    std::stable_sort(m_rows.begin(), m_rows.end(), [this](std::size_t a, std::size_t b) {
        return numaRank(fabric().gpus[a].numa) < numaRank(fabric().gpus[b].numa);
    });
    std::vector<bool> isUsed(fabric().nics.size());
    for (const auto &pairs : m_pairs)
        for (const Pair *pair : pairs)
            if (pair->nic)
                isUsed[*pair->nic] = true;
    std::vector<std::size_t> apart;
    for (std::size_t nic = 0; nic < fabric().nics.size(); ++nic) {
        const affinity::Nic &each = fabric().nics[nic];
        if (each.isVirtual && !isUsed[nic])
            ++m_hidden;
        else
            (each.isCandidate() ? m_columns : apart).push_back(nic);
    }
    const auto byNuma = [this](std::size_t a, std::size_t b) {
        return numaRank(fabric().nics[a].numa) < numaRank(fabric().nics[b].numa);
    };
    std::stable_sort(m_columns.begin(), m_columns.end(), byNuma);
    std::stable_sort(apart.begin(), apart.end(), byNuma);
    m_inFabric = m_columns.size();
    m_columns.insert(m_columns.end(), apart.begin(), apart.end());
}

std::vector<std::size_t> AffinityTable::usedColumns() const {
    std::vector<bool> paired(fabric().nics.size(), false);
    for (const auto &pairs : m_pairs)
        for (const affinity::Pair *pair : pairs)
            if (pair->nic)
                paired[*pair->nic] = true;
    std::vector<std::size_t> used;
    for (std::size_t column = 0; column < m_columns.size(); ++column)
        if (column < m_inFabric || paired[m_columns[column]])
            used.push_back(m_columns[column]);
    return used;
}

AffinityCell AffinityTable::cell(std::size_t gpu, std::size_t nic) const {
    AffinityCell cell;
    if (gpu >= fabric().gpus.size() || nic >= fabric().nics.size())
        return cell;
    cell.reach = fabric().reach(gpu, nic);
    for (const Pair *pair : m_pairs[gpu])
        if (pair->nic == nic && (cell.pair == nullptr || pair->mispaired))
            cell.pair = pair;
    cell.best = isIn(m_best[gpu], nic);
    for (const bench::MeasuredPair &measured : m_measured)
        if (measured.gpu == gpu && measured.nic == nic)
            cell.measured = &measured;
    cell.slow = cell.pair != nullptr && isSlow(fabric(), gpu, nic);
    const auto libraryGpu = fabric().gpus[gpu].library, libraryNic = fabric().nics[nic].library;
    if (m_decisions == nullptr || !libraryGpu || !libraryNic || *libraryGpu >= m_decisions->gpus.size() ||
        *libraryNic >= m_decisions->nics.size())
        return cell;
    cell.library = &m_decisions->pair(*libraryGpu, *libraryNic);
    if (m_decisions->library != nullptr)
        cell.libraryPath = std::string(m_decisions->library->pathName(cell.library->type));
    return cell;
}

AffinityCell AffinityTable::peer(std::size_t from, std::size_t to) const {
    AffinityCell cell;
    const std::size_t gpus = fabric().gpus.size();
    if (from >= gpus || to >= gpus)
        return cell;
    cell.self = from == to;
    if (fabric().gpuGpu.size() == gpus * gpus)
        cell.reach = fabric().gpuGpu[from * gpus + to];
    const auto a = fabric().gpus[from].library, b = fabric().gpus[to].library;
    if (cell.self || m_decisions == nullptr || !a || !b || *a == *b || *a >= m_decisions->gpus.size() ||
        *b >= m_decisions->gpus.size())
        return cell;
    cell.libraryPeer = &m_decisions->pairOfGpus(*a, *b);
    if (m_decisions->library != nullptr)
        cell.libraryPath = std::string(m_decisions->library->pathName(cell.libraryPeer->type));
    return cell;
}

std::string AffinityTable::addressText(const pci::Address &address) const {
    return m_oneDomain && address.domain == 0 ? address.toShortString() : address.toString();
}

std::string AffinityTable::gpuAddress(std::size_t gpu) const {
    const affinity::Gpu &each = fabric().gpus[gpu];
    return each.bdf ? addressText(*each.bdf) : each.busIdText;
}

std::string AffinityTable::nicAddress(std::size_t nic) const {
    const affinity::Nic &each = fabric().nics[nic];
    return each.bdf ? addressText(*each.bdf) : each.busIdText;
}

std::string_view AffinityTable::separateReason(std::size_t nic) const {
    const affinity::Nic &each = fabric().nics[nic];
    return each.frontEnd    ? "front end"
           : each.unused    ? "unused"
           : each.isVirtual ? "virtual"
           : each.down      ? "down"
                            : "";
}

std::string AffinityTable::libraryName() const {
    return affinity::libraryName(m_decisions);
}

std::string AffinityTable::libraryCaption() const {
    if (m_decisions == nullptr || m_decisions->installed.empty())
        return libraryName();
    return fmt::format("{} (installed: {})", libraryName(), HostText(m_decisions->installed).plain(32));
}

std::string AffinityTable::gpuLabel(std::size_t gpu) const {
    const affinity::Gpu &each = fabric().gpus[gpu];
    return withNuma(withAddress(each.name, gpuAddress(gpu)), each.numa);
}

std::string AffinityTable::nicLabel(std::size_t nic) const {
    const affinity::Nic &each = fabric().nics[nic];
    std::string text = withNuma(withAddress(each.name, nicAddress(nic)), each.numa);
    if (each.rate) { // cells are in bytes
        constexpr double kBits = 8;
        text += fmt::format(", port {}", toString(GigabytesPerSecond{each.rate->value / kBits}));
    }
    const std::string_view word = separateReason(nic);
    return word.empty() ? text : fmt::format("{}, {}", text, word);
}

std::string AffinityTable::label(std::size_t gpu, std::size_t nic) const {
    const AffinityCell cell = this->cell(gpu, nic);
    const bool unknown = cell.reach.word == topology::PathWord::Unknown;
    std::string text = fmt::format("{} to {}: {}", fabric().gpus[gpu].name, fabric().nics[nic].name,
                                   unknown ? "distance unknown" : topology::toString(cell.reach));
    if (cell.reach.bandwidth)
        text += ", " + toString(*cell.reach.bandwidth);
    if (cell.measured != nullptr)
        text += fmt::format(", {}", bench::measuredText(*cell.measured));
    if (cell.library != nullptr)
        text += fmt::format(", {} {}, {}", libraryName(), cell.libraryPath, cell.gdrWord());
    if (cell.pair != nullptr)
        text += cell.slow ? ", assigned, slow for its path" : ", assigned";
    if (cell.best)
        text += ", best, not used";
    if (cell.pair != nullptr && cell.pair->severity)
        text += fmt::format(", {}: {}", findings::toString(*cell.pair->severity), wordsOf(cell.pair->kind));
    return text;
}

std::string AffinityTable::peerLabel(std::size_t from, std::size_t to) const {
    const AffinityCell cell = peer(from, to);
    const std::string &a = fabric().gpus[from].name, &b = fabric().gpus[to].name;
    if (cell.self)
        return a + ", itself";
    const bool unknown = cell.reach.word == topology::PathWord::Unknown;
    std::string text =
        fmt::format("{} to {}: {}", a, b, unknown ? "distance unknown" : topology::toString(cell.reach));
    if (cell.reach.bandwidth)
        text += ", " + toString(*cell.reach.bandwidth);
    if (cell.libraryPeer != nullptr) {
        static constexpr std::array<std::string_view, 4> kTransports{"itself", "P2P", "SHM", "NET"};
        text += fmt::format(", {} {}, {}", libraryName(), cell.libraryPath,
                            kTransports[static_cast<std::size_t>(cell.libraryPeer->transport)]);
    }
    return text;
}

const Pair *AffinityTable::initialPair() const {
    const Pair *first = nullptr, *worst = nullptr;
    for (const std::size_t gpu : m_rows)
        for (const Pair *pair : m_pairs[gpu]) {
            if (!pair->nic)
                continue;
            first = first == nullptr ? pair : first;
            if (pair->severity && (worst == nullptr || *pair->severity > *worst->severity))
                worst = pair;
        }
    return worst != nullptr ? worst : first;
}

} // namespace fabricscope::present
