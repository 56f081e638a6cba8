// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/present/affinity/AffinityTable.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricscope::layout {

/// Identifies the areas of the picture; `node` of a display list is one of these as a number.
struct AffinityId {
    enum class Part : std::uint8_t { Cell = 1, Peer, Gpu, Nic };
    Part part = Part::Cell;
    std::size_t row = 0;    ///< GPU, as in Fabric; Nic: 0
    std::size_t column = 0; ///< Cell, Nic: NIC; Peer: GPU; Gpu: 0

    [[nodiscard]] std::uint32_t encoded() const;
    /// std::nullopt if the number is invalid.
    [[nodiscard]] static std::optional<AffinityId> decoded(std::uint32_t number);
    friend bool operator==(const AffinityId &, const AffinityId &) = default;
};

/// Width of the row names at the left, in px.
inline constexpr double kAffinityRowHeads = 108;

enum class AffinityValues : std::uint8_t { PathAndBandwidth, Path, Bandwidth };

struct AffinityMatrixOptions {
    double width = 880; ///< px for titles and legends; a matrix may be wider
    AffinityValues values = AffinityValues::PathAndBandwidth;
    /// The judgement before a hypothesis: differences from it are marked, and "what-if" is shown
    /// above.
    const affinity::Judgement *before = nullptr;
    draw::MeasureText measure = draw::approximateTextWidth;
    /// Whether NICs apart (front end, unused) are drawn that no pair uses; the legend counts the others.
    bool separateIdle = true;

    /// Larger matrices are truncated, with a note; the table and the exports are complete.
    static constexpr std::size_t kMaxRows = 64, kMaxColumns = 128;
};

/// The NICs that are drawn, as indices in Fabric, in the order of the table's columns; more than kMaxColumns
/// are truncated.
[[nodiscard]] std::vector<std::size_t> drawnNics(const present::AffinityTable &table,
                                                 const AffinityMatrixOptions &options);

/// The matrices GPU x NIC and GPU x GPU, one below the other (visual language, "Matrix cell"). Pure.
[[nodiscard]] draw::DisplayList layoutAffinity(const present::AffinityTable &table,
                                               const AffinityMatrixOptions &options = {});

} // namespace fabricscope::layout
