// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/MatrixDevices.h"

#include "core/base/HostText.h"
#include "core/base/Plural.h"

#include <algorithm>
#include <array>
#include <set>

namespace fabricscope::host {

namespace {

constexpr std::size_t kMaxName = 64;

/// The tables of one tool have the same devices; the first kind in this list states most about their paths.
const DeviceMatrix *best(const std::vector<DeviceMatrix> &matrices) {
    static constexpr std::array<std::string_view, 2> kKinds = {"Path", "Link type"};
    for (const std::string_view kind : kKinds)
        for (const DeviceMatrix &matrix : matrices)
            if (matrix.what == kind && !matrix.rows.empty())
                return &matrix;
    for (const DeviceMatrix &matrix : matrices)
        if (matrix.what != kGpuFacts)
            return &matrix;
    return matrices.empty() ? nullptr : &matrices.front();
}

/// AMD's tools print only GPUs, by number or address.
bool isGpu(std::string_view label) {
    const bool numbered = label.starts_with("GPU") && label.size() > 3 && label[3] >= '0' && label[3] <= '9';
    return numbered || Address::parse(label).has_value();
}

} // namespace

MatrixDevices::MatrixDevices(const Host &host) : m_matrix(best(host.deviceMatrices)) {
    if (m_matrix == nullptr)
        return;
    std::map<std::string_view, const DeviceMatrix::Row *> rows;
    for (const DeviceMatrix::Row &row : m_matrix->rows)
        rows.try_emplace(row.name, &row);
    const std::size_t devices = m_matrix->what == kGpuFacts ? 0 : m_matrix->columns.size();
    for (std::size_t i = 0; i < devices; ++i) {
        const std::string &label = m_matrix->columns[i];
        if (label.empty() || !m_columns.try_emplace(label, i).second)
            continue;
        const auto row = rows.find(label);
        add(label, row == rows.end() ? nullptr : row->second);
    }
    std::set<std::string_view> added;
    for (const DeviceMatrix::Row &row : m_matrix->rows)
        if (!row.name.empty() && !m_columns.contains(row.name) && added.insert(row.name).second)
            add(row.name, &row);
}

void MatrixDevices::add(const std::string &label, const DeviceMatrix::Row *row) {
    const bool named = row != nullptr && !row->device.empty();
    auto &list = isGpu(label) ? m_gpus : m_nics;
    list.push_back({label, HostText(named ? row->device : label).plain(kMaxName), row});
}

std::string_view MatrixDevices::cellOf(const DeviceMatrix::Row *row, const std::string &column) const {
    const auto at = m_columns.find(column);
    return row != nullptr && at != m_columns.end() && at->second < row->cells.size()
               ? std::string_view(row->cells[at->second])
               : std::string_view();
}

std::string_view MatrixDevices::cell(const MatrixDevice &from, const MatrixDevice &to) const {
    const std::string_view there = cellOf(from.row, to.label);
    return there.empty() ? cellOf(to.row, from.label) : there;
}

std::string MatrixDevices::summary() const {
    std::string text = plural(m_gpus.size(), "GPU", "GPUs");
    if (!m_nics.empty())
        text += ", " + plural(m_nics.size(), "NIC", "NICs");
    const auto hasPlace = [](const MatrixDevice &device) {
        return device.row != nullptr && device.row->address.has_value();
    };
    const bool unplaced = std::none_of(m_gpus.begin(), m_gpus.end(), hasPlace);
    return text + ", from " + HostText(tool()).plain(kMaxName) + (unplaced ? "; PCI addresses unknown" : "");
}

} // namespace fabricscope::host
