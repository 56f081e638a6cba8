// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/bench/judge/MeasuredPairs.h"
#include "core/nccl/Decision.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace fabricscope::present {

/// The content of one cell of a matrix of GPUs and NICs, or of GPUs and GPUs. Physical bandwidths are GB/s in
/// one direction (topology::Reach); the library's are separate and never shown in the same place.
struct AffinityCell {
    topology::Reach reach;
    const nccl::GpuNic *library = nullptr; ///< nullptr: not evaluated, or the library does not know the pair
    const nccl::GpuGpu *libraryPeer = nullptr;
    const bench::MeasuredPair *measured = nullptr; ///< measured by a run; nullptr: not measured
    std::string libraryPath;                       ///< "PHB"; empty if unknown
    const affinity::Pair *pair = nullptr;          ///< they are assigned to each other
    bool slow = false;                             ///< assigned, and a link on the path lacks lanes
    bool best = false;                             ///< the best for this GPU, which uses another one
    bool self = false;                             ///< a GPU and itself

    [[nodiscard]] bool isMispaired() const { return pair != nullptr && pair->mispaired; }
    /// "GDR", "no GDR", "GDR send", "GDR recv"; empty if the library was not evaluated.
    [[nodiscard]] std::string_view gdrWord() const;
};

/// The meaning of a cell's outline, the worst last.
enum class CellMark : std::uint8_t { None, Best, Assigned, Slow, Warning, Error };
[[nodiscard]] CellMark markOf(const AffinityCell &cell);

/// A judgement as two matrices, read by the picture, the table models and the exports. Holds references: must
/// not outlive its inputs.
class AffinityTable {
public:
    /// `decisions` may be nullptr. Without a basis, each GPU's leading one is used, and basis() is the most
    /// common.
    AffinityTable(const affinity::Judgement &judgement, const nccl::Decisions *decisions,
                  std::optional<affinity::Basis> basis = {});

    /// Measured results for its pairs; they must outlive the table.
    void setMeasured(std::span<const bench::MeasuredPair> pairs) { m_measured = pairs; }
    [[nodiscard]] std::span<const bench::MeasuredPair> measured() const { return m_measured; }

    [[nodiscard]] const affinity::Judgement &judgement() const { return *m_judgement; }
    [[nodiscard]] const affinity::Fabric &fabric() const { return m_judgement->fabric; }
    [[nodiscard]] const nccl::Decisions *decisions() const { return m_decisions; }
    [[nodiscard]] affinity::Basis basis() const { return m_basis; }

    /// GPUs by NUMA node, unknown nodes last; otherwise in their own order.
    [[nodiscard]] const std::vector<std::size_t> &rows() const { return m_rows; }
    /// NICs likewise, followed by the separate ones: front end, unused, and virtual functions that a pair
    /// uses.
    [[nodiscard]] const std::vector<std::size_t> &columns() const { return m_columns; }
    /// The number of columns before the separate ones.
    [[nodiscard]] std::size_t columnsInFabric() const { return m_inFabric; }
    /// The columns without the separate ones that no pair uses.
    [[nodiscard]] std::vector<std::size_t> usedColumns() const;
    /// Virtual functions that no pair uses: not shown.
    [[nodiscard]] std::size_t hiddenVirtual() const { return m_hidden; }

    [[nodiscard]] AffinityCell cell(std::size_t gpu, std::size_t nic) const;
    [[nodiscard]] AffinityCell peer(std::size_t from, std::size_t to) const;
    [[nodiscard]] const std::vector<const affinity::Pair *> &pairsOf(std::size_t gpu) const {
        return m_pairs[gpu];
    }

    /// "GPU2 to ionic_3: NODE, 63.0 GB/s, RCCL 2.21 PHB, no GDR, assigned, error: mispaired".
    [[nodiscard]] std::string label(std::size_t gpu, std::size_t nic) const;
    [[nodiscard]] std::string peerLabel(std::size_t from, std::size_t to) const;
    [[nodiscard]] std::string gpuLabel(std::size_t gpu) const; ///< "GPU2, 46:00.0, NUMA 0"
    [[nodiscard]] std::string nicLabel(std::size_t nic) const;
    /// As shown: without the domain if all devices have 0000.
    [[nodiscard]] std::string gpuAddress(std::size_t gpu) const;
    [[nodiscard]] std::string nicAddress(std::size_t nic) const;
    [[nodiscard]] std::string addressText(const pci::Address &address) const;
    /// Why the NIC is not a candidate: "front end", "unused", "virtual", "down", or nothing.
    [[nodiscard]] std::string_view separateReason(std::size_t nic) const;
    [[nodiscard]] std::string libraryName() const; ///< "RCCL 2.21", "the library"
    /// With the release that is installed, if known: "NCCL 2.27 (installed: 2.27.6)".
    [[nodiscard]] std::string libraryCaption() const;

    /// The pair to look at first: the worst one, else the first one.
    [[nodiscard]] const affinity::Pair *initialPair() const;

private:
    void findPairs();
    void order();

    const affinity::Judgement *m_judgement;
    const nccl::Decisions *m_decisions;
    std::span<const bench::MeasuredPair> m_measured;
    affinity::Basis m_basis;
    bool m_ofLeading = false; ///< pairs are those of each GPU's strongest basis
    std::vector<std::vector<const affinity::Pair *>> m_pairs; ///< of the basis, by GPU
    std::vector<std::vector<std::size_t>> m_best;             ///< by GPU
    std::vector<std::size_t> m_rows, m_columns;
    std::size_t m_inFabric = 0, m_hidden = 0;
    bool m_oneDomain = true;
};

/// "63.0", or "·" if unknown.
[[nodiscard]] std::string bandwidthText(const std::optional<GigabytesPerSecond> &bandwidth);
/// "mispaired", "shared while another idles".
[[nodiscard]] std::string_view wordsOf(affinity::Kind kind);
/// A line of a fix to be typed or pasted, not a sentence: sentences begin with a word in sentence case.
[[nodiscard]] bool isCommand(std::string_view fix);
/// "what the library picks".
[[nodiscard]] std::string_view wordsOf(affinity::Basis basis);

} // namespace fabricscope::present
