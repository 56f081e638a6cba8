// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/hwloc/HwlocDevices.h"
#include "core/formats/hwloc/HwlocSource.h"
#include "core/formats/hwloc/XmlTags.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::formats {

/// hwloc's matrices of NUMA node latency and of links between GPUs; others are
/// skipped.
class HwlocDistances {
public:
    /// Reads the current element to its end: distances2, distances2hetero (format 2 and later), distances
    /// (format 1).
    void read(XmlTags &tags, const HwlocSource &source);

    /// To be called after the whole text. `numaNodes`: the node numbers in text order.
    void deliver(const std::vector<unsigned> &numaNodes, const HwlocDevices &devices,
                 const HwlocSource &source);
    /// Whether one of the matrices contained XGMI links.
    [[nodiscard]] bool haveXgmi() const;

    enum class Meaning : std::uint8_t { None, Numa, NumaInOrder, XgmiHops, XgmiBandwidth, NvlinkBandwidth };

private:
    /// A number already read, with the blank after it: the same bytes mean the same number.
    struct ReadNumber {
        std::uint64_t value = 0;
        std::uint64_t bytes = 1, mask = 0; ///< of the text; initially matches nothing
        std::ptrdiff_t length = 0;
    };
    /// The last two different numbers: a matrix of links has few rates.
    struct ReadNumbers {
        ReadNumber last, other;
    };
    struct Matrix {
        Meaning meaning = Meaning::None;
        std::size_t size = 0;
        double base = 1; ///< format 1: values are multiples of it
        std::vector<std::optional<std::uint64_t>>
            indexes;                ///< os_index or gp_index; unknown if it is not a GPU's
        std::vector<double> values; ///< while they are read, with room for more behind the first `count`
        std::size_t count = 0;
        ReadNumbers recent;
        std::string_view piece; ///< of the text, for the evidence
    };
    static void readNumbers(XmlTags &tags, Matrix &matrix, const HwlocSource &source);
    static void readValues(std::string_view list, const char *behind, Matrix &matrix);
    template<class Take>
    static void forEachNumber(std::string_view list, const char *behind, ReadNumbers &recent, Take take);
    static void readLatency(XmlTags &tags, Matrix &matrix);
    void deliverNuma(const Matrix &matrix, const std::vector<unsigned> &numaNodes,
                     const HwlocSource &source) const;
    void deliverLinks(const HwlocDevices &devices, const HwlocSource &source) const;
    [[nodiscard]] const Matrix *find(Meaning meaning) const;

    std::vector<Matrix> m_matrices;
};

} // namespace fabricscope::formats
