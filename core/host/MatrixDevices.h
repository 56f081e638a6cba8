// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::host {

/// DeviceMatrix::what of a table whose columns are facts about the GPUs of its rows, not devices.
inline constexpr std::string_view kGpuFacts = "GPU";

/// A GPU or NIC as a matrix of a tool names it.
struct MatrixDevice {
    std::string label;                 ///< in the matrix: "GPU0", "NIC0"
    std::string name;                  ///< by the legend: "mlx5_0"; else the label
    const DeviceMatrix::Row *row = {}; ///< absent where the table was cut before its row
};

/// The devices of a pasted `nvidia-smi topo -m` or the like, for hosts where no other source states any, or
/// none states where they are. Of several matrices, the one that states paths; the others repeat its devices.
/// The host must outlive it.
class MatrixDevices {
public:
    MatrixDevices() = default;
    explicit MatrixDevices(const Host &host);

    [[nodiscard]] bool empty() const { return m_gpus.empty(); }
    [[nodiscard]] const std::vector<MatrixDevice> &gpus() const { return m_gpus; }
    [[nodiscard]] const std::vector<MatrixDevice> &nics() const { return m_nics; }
    [[nodiscard]] std::string_view tool() const { return m_matrix ? m_matrix->tool : std::string_view(); }
    /// "PIX", "NV18", also from the cell of the other direction; "" where neither is there.
    [[nodiscard]] std::string_view cell(const MatrixDevice &from, const MatrixDevice &to) const;
    /// "4 GPUs, 2 NICs, from nvidia-smi topo -m; PCI addresses unknown"
    [[nodiscard]] std::string summary() const;

private:
    void add(const std::string &label, const DeviceMatrix::Row *row);
    [[nodiscard]] std::string_view cellOf(const DeviceMatrix::Row *row, const std::string &column) const;

    const DeviceMatrix *m_matrix = nullptr;
    std::map<std::string, std::size_t, std::less<>> m_columns; ///< index of each label
    std::vector<MatrixDevice> m_gpus, m_nics;
};

} // namespace fabricscope::host
