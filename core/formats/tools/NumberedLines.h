// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/PastedLines.h"
#include "core/formats/SectionText.h"
#include "core/formats/tools/GpuTable.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::formats {

/// A table with a line for each GPU, as `rocm-smi` and `amd-smi monitor` print: a header that begins with
/// "GPU" or "Device", then lines that begin with the GPU's number. Columns are at least two blanks apart.
class NumberedLines {
public:
    NumberedLines(const SectionText &text, GpuTable &table) : m_text(text), m_table(table) {}
    void feed(const PastedLine &line);
    /// The first line with several rows, which a copy glued together and which is left out; empty if none.
    [[nodiscard]] std::string_view leftOut() const { return m_leftOut; }

    /// Gets each cell below its column, also those that the table does not keep.
    using Observer = std::function<void(unsigned gpu, std::string_view column, std::string_view cell,
                                        host::EvidenceRef evidence)>;
    void observe(Observer observer) { m_observer = std::move(observer); }

    /// A cell with where it begins and ends in its line, in bytes.
    struct Cell {
        std::string text;
        std::size_t begin = 0, end = 0;
    };

private:
    void setHeads(const PastedLine &line);
    void leaveOut(const PastedLine &line);
    void addCells(unsigned gpu, std::vector<Cell> cells, std::size_t indent, host::EvidenceRef evidence);

    const SectionText &m_text;
    GpuTable &m_table;
    Observer m_observer;
    std::vector<Cell> m_heads;
    std::size_t m_headIndent = 0;
    std::string_view m_leftOut;
    std::optional<unsigned> m_last; ///< the GPU of the line before, whose name may follow
};

} // namespace fabricscope::formats
