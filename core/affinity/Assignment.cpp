// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Assignment.h"

#include "core/affinity/Sentences.h"

#include <algorithm>
#include <array>
#include <limits>

namespace fabricscope::affinity {

namespace {

using topology::PathWord;

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;

// Each unit is greater than the maximum sum of all below it, for 256 GPUs: distance and sharing, balance,
// bandwidth, order.
constexpr std::int64_t kMaxOrderDistance = 63;
constexpr std::int64_t kBandwidthUnit = 2'000'000;
constexpr std::int64_t kBandwidthSteps = 15;
constexpr std::int64_t kBalanceUnit = 10'000'000'000;
constexpr std::int64_t kWordUnit = 100'000'000'000'000;

struct WordCost {
    PathWord word;
    int cost;
};
constexpr std::array kWordCosts = {
    WordCost{PathWord::Self, 0},  WordCost{PathWord::NvLink, 0}, WordCost{PathWord::Xgmi, 0},
    WordCost{PathWord::Pix, 0},   WordCost{PathWord::Pxb, 2},    WordCost{PathWord::Phb, 8},
    WordCost{PathWord::Node, 10}, WordCost{PathWord::Sys, 20},
};

/// Dijkstra over a dense bipartite graph, with potentials that keep reduced costs at or above 0.
class Solver {
public:
    explicit Solver(const AssignmentProblem &problem)
        : m_problem(problem)
        , m_columnOf(problem.rows, kNone)
        , m_rowsOf(problem.columns)
        , m_rowHeight(problem.rows, 0)
        , m_columnHeight(problem.columns, 0) {}

    std::vector<std::optional<std::size_t>> solve() {
        for (std::size_t row = 0; row < m_problem.rows; ++row)
            place(row);
        std::vector<std::optional<std::size_t>> answer(m_problem.rows);
        for (std::size_t row = 0; row < m_problem.rows; ++row)
            if (m_columnOf[row] != kNone)
                answer[row] = m_columnOf[row];
        return answer;
    }

private:
    [[nodiscard]] std::int64_t reduced(std::size_t row, std::size_t column) const {
        return m_problem.costOf(row, column) + m_rowHeight[row] - m_columnHeight[column];
    }

    void relax(std::size_t row, std::int64_t distance) {
        for (std::size_t column = 0; column < m_problem.columns; ++column)
            if (!m_done[column] && m_problem.costOf(row, column) != AssignmentProblem::kNoEdge &&
                m_columnOf[row] != column) {
                const std::int64_t way = distance + reduced(row, column);
                if (way < m_distance[column]) {
                    m_distance[column] = way;
                    m_from[column] = row;
                }
            }
    }

    /// Sets a height at which none of the row's reduced costs is negative. False if it has no edge.
    bool lift(std::size_t row) {
        std::int64_t least = kFar;
        for (std::size_t column = 0; column < m_problem.columns; ++column)
            if (m_problem.costOf(row, column) != AssignmentProblem::kNoEdge)
                least = std::min(least, m_problem.costOf(row, column) - m_columnHeight[column]);
        m_rowHeight[row] = -least;
        return least != kFar;
    }

    void place(std::size_t source) {
        if (!lift(source))
            return;
        m_distance.assign(m_problem.columns, kFar);
        m_from.assign(m_problem.columns, kNone);
        m_done.assign(m_problem.columns, false);
        relax(source, 0);
        std::size_t target = kNone;
        std::int64_t best = kFar;
        std::int64_t farthest = 0;
        for (std::size_t column = nearest(); column != kNone; column = nearest()) {
            m_done[column] = true;
            farthest = m_distance[column];
            // The real cost of ending here: without the heights, with the load.
            const std::int64_t total = m_distance[column] + m_columnHeight[column] - m_rowHeight[source] +
                                       m_problem.loadCost(m_rowsOf[column].size());
            if (total < best) {
                best = total;
                target = column;
            }
            for (const std::size_t row : m_rowsOf[column])
                relax(row, m_distance[column]);
        }
        raise(source, farthest);
        augment(source, target);
    }

    [[nodiscard]] std::size_t nearest() const {
        std::size_t column = kNone;
        for (std::size_t i = 0; i < m_problem.columns; ++i)
            if (!m_done[i] && m_distance[i] < kFar && (column == kNone || m_distance[i] < m_distance[column]))
                column = i;
        return column;
    }

    void raise(std::size_t source, std::int64_t farthest) {
        for (std::size_t column = 0; column < m_problem.columns; ++column) {
            const std::int64_t by = m_done[column] ? m_distance[column] : farthest;
            m_columnHeight[column] += by;
            for (const std::size_t row : m_rowsOf[column])
                m_rowHeight[row] += by;
        }
        (void)source; // at distance 0
    }

    void augment(std::size_t source, std::size_t target) {
        for (std::size_t column = target; column != kNone;) {
            const std::size_t row = m_from[column];
            const std::size_t left = m_columnOf[row];
            if (left != kNone)
                std::erase(m_rowsOf[left], row);
            m_columnOf[row] = column;
            m_rowsOf[column].push_back(row);
            column = row == source ? kNone : left;
        }
    }

    const AssignmentProblem &m_problem;
    std::vector<std::size_t> m_columnOf;
    std::vector<std::vector<std::size_t>> m_rowsOf;
    std::vector<std::int64_t> m_rowHeight, m_columnHeight;
    std::vector<std::int64_t> m_distance;
    std::vector<std::size_t> m_from;
    std::vector<bool> m_done;
};

std::int64_t square(std::int64_t value) {
    return value * value;
}

/// Tie-breakers below the distance: bandwidth first, then order.
std::int64_t fineCost(const topology::Reach &reach, double widest, std::size_t gpu, std::size_t nic) {
    std::int64_t narrow = 0;
    if (reach.bandwidth && widest > 0)
        narrow = std::clamp<std::int64_t>(
            static_cast<std::int64_t>((widest - reach.bandwidth->value) / widest * kBandwidthSteps), 0,
            kBandwidthSteps);
    const auto apart = static_cast<std::int64_t>(gpu > nic ? gpu - nic : nic - gpu);
    return narrow * kBandwidthUnit + square(std::min(apart, kMaxOrderDistance));
}

class Ideal {
public:
    explicit Ideal(const Fabric &fabric) : m_fabric(fabric), m_nicsOf(fabric.gpus.size()) {
        for (std::size_t nic = 0; nic < fabric.nics.size(); ++nic)
            if (fabric.nics[nic].isCandidate() && !isMuchSlower(nic))
                m_candidates.push_back(nic);
        for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu)
            if (isKnown(gpu))
                m_knownGpus.push_back(gpu);
        for (const auto &reach : fabric.gpuNic)
            if (reach.bandwidth)
                m_widest = std::max(m_widest, reach.bandwidth->value);
    }

    std::vector<std::vector<std::size_t>> find() {
        if (m_candidates.empty() || m_knownGpus.empty())
            return std::move(m_nicsOf);
        one();
        rest();
        return std::move(m_nicsOf);
    }

private:
    /// A file states no roles: ports with less than half the rate of the fastest one are not of the fabric.
    /// On a real machine a slow port may be an error, and stays with its GPU.
    [[nodiscard]] bool isMuchSlower(std::size_t nic) const {
        constexpr double kHalf = 2;
        const auto &own = m_fabric.nics[nic].rate;
        return m_fabric.claimOnly && own &&
               std::any_of(m_fabric.nics.begin(), m_fabric.nics.end(), [&](const Nic &other) {
                   return other.isCandidate() && other.rate && own->value * kHalf < other.rate->value;
               });
    }

    /// Whether all distances to NICs that it may use are known, or one that cannot be beaten.
    [[nodiscard]] bool isKnown(std::size_t gpu) const {
        bool all = true;
        bool direct = false;
        for (const std::size_t nic : m_candidates) {
            const topology::Reach &reach = m_fabric.reach(gpu, nic);
            const PathWord word = reach.word;
            if (reach.why == kNicOfVm)
                continue;
            all = all && word != PathWord::Unknown;
            direct = direct || word == PathWord::Pix;
        }
        return all || direct;
    }

    void one() {
        AssignmentProblem problem;
        problem.rows = m_knownGpus.size();
        problem.columns = m_candidates.size();
        problem.sharing = kCostOfSharing * kWordUnit;
        problem.balance = kBalanceUnit;
        problem.cost.assign(problem.rows * problem.columns, AssignmentProblem::kNoEdge);
        for (std::size_t row = 0; row < problem.rows; ++row)
            for (std::size_t column = 0; column < problem.columns; ++column) {
                const auto &reach = m_fabric.reach(m_knownGpus[row], m_candidates[column]);
                if (const auto word = costOfWord(reach.word))
                    problem.cost[row * problem.columns + column] =
                        *word * kWordUnit + fineCost(reach, m_widest, row, column);
            }
        const auto answer = cheapest(problem);
        m_used.assign(m_candidates.size(), false);
        for (std::size_t row = 0; row < problem.rows; ++row)
            if (answer[row]) {
                m_nicsOf[m_knownGpus[row]].push_back(m_candidates[*answer[row]]);
                m_used[*answer[row]] = true;
            }
    }

    /// Assigns the NICs that no GPU took: here rows are NICs, and GPUs are shared.
    void rest() {
        std::vector<std::size_t> left;
        for (std::size_t i = 0; i < m_candidates.size(); ++i)
            if (!m_used[i])
                left.push_back(i);
        AssignmentProblem problem;
        problem.rows = left.size();
        problem.columns = m_knownGpus.size();
        problem.balance = kBalanceUnit;
        problem.cost.assign(problem.rows * problem.columns, AssignmentProblem::kNoEdge);
        for (std::size_t row = 0; row < problem.rows; ++row)
            for (std::size_t column = 0; column < problem.columns; ++column) {
                const std::size_t gpu = m_knownGpus[column];
                const auto &reach = m_fabric.reach(gpu, m_candidates[left[row]]);
                if (!m_nicsOf[gpu].empty() && reach.why != kNicOfVm &&
                    reach.word == m_fabric.reach(gpu, m_nicsOf[gpu].front()).word)
                    problem.cost[row * problem.columns + column] =
                        fineCost(reach, m_widest, column, left[row]);
            }
        const auto answer = cheapest(problem);
        for (std::size_t row = 0; row < problem.rows; ++row)
            if (answer[row])
                m_nicsOf[m_knownGpus[*answer[row]]].push_back(m_candidates[left[row]]);
    }

    const Fabric &m_fabric;
    std::vector<std::size_t> m_candidates, m_knownGpus;
    double m_widest = 0;
    std::vector<bool> m_used; ///< parallel to m_candidates
    std::vector<std::vector<std::size_t>> m_nicsOf;
};

} // namespace

std::int64_t AssignmentProblem::loadCost(std::size_t load) const {
    return load == 0
               ? 0
               : sharing + balance * std::min<std::int64_t>(static_cast<std::int64_t>(load), kMaxBalance);
}

std::vector<std::optional<std::size_t>> cheapest(const AssignmentProblem &problem) {
    return Solver(problem).solve();
}

std::optional<int> costOfWord(topology::PathWord word) {
    for (const WordCost &row : kWordCosts)
        if (row.word == word)
            return row.cost;
    return std::nullopt;
}

std::vector<std::vector<std::size_t>> idealNics(const Fabric &fabric) {
    return Ideal(fabric).find();
}

} // namespace fabricscope::affinity
