// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/AffinityTable.h"
#include "core/layout/DisplayList.h"

#include <cstdint>
#include <optional>

namespace fabricscope::layout {

/// What the areas of the picture stand for; `node` of a display list is one of these as a number.
struct AffinityId {
    enum class Part : std::uint8_t { Cell = 1, Peer, Gpu, Nic };
    Part part = Part::Cell;
    std::size_t row = 0;    ///< GPU, as in Fabric; Nic: 0
    std::size_t column = 0; ///< Cell, Nic: NIC; Peer: GPU; Gpu: 0

    [[nodiscard]] std::uint32_t encoded() const;
    /// std::nullopt where the number is none of ours.
    [[nodiscard]] static std::optional<AffinityId> decoded(std::uint32_t number);
    friend bool operator==(const AffinityId &, const AffinityId &) = default;
};

/// The names of the rows take so many px at the left.
inline constexpr double kAffinityRowHeads = 108;

enum class AffinityValues : std::uint8_t { PathAndBandwidth, Path, Bandwidth };

struct AffinityMatrixOptions {
    double width = 880; ///< px for titles and legends; a matrix may be wider
    AffinityValues values = AffinityValues::PathAndBandwidth;
    /// The judgement as it was before a hypothesis: what differs from it is marked, and "what-if" is
    /// above.
    const affinity::Judgement *before = nullptr;
    MeasureText measure = approximateTextWidth;
    /// Whether NICs apart (front end, unused) are drawn that no pair uses; the legend counts the others.
    bool separateIdle = true;

    /// Larger matrices are cut, and say so; the table and the exports have all.
    static constexpr std::size_t kMaxRows = 64, kMaxColumns = 128;
};

/// The matrices GPU x NIC and GPU x GPU, one below the other (visual language, "Matrix cell"). Pure.
[[nodiscard]] DisplayList layoutAffinity(const AffinityTable &table,
                                         const AffinityMatrixOptions &options = {});

} // namespace fabricscope::layout
