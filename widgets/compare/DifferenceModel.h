// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/Difference.h"

#include <QAbstractListModel>

#include <memory>
#include <optional>
#include <set>

namespace fabricscope::widgets {

/// The differences as text, errors first, and what could not be compared last; filtered by category.
class DifferenceModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        SeverityRole = Qt::UserRole,
        CategoryRole,
        KnownRole,
    };

    explicit DifferenceModel(QObject *parent = nullptr);
    void setComparison(std::shared_ptr<const fleet::Comparison> comparison);
    /// Unset: all of them.
    void setCategory(std::optional<fleet::Category> category);
    [[nodiscard]] std::optional<fleet::Category> category() const { return m_category; }
    [[nodiscard]] bool shows(const fleet::Difference &difference) const;
    /// The number of rows of a category; unset: of all.
    [[nodiscard]] int countOf(std::optional<fleet::Category> category) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    /// nullptr if the row is something that could not be compared.
    [[nodiscard]] const fleet::DifferenceGroup *groupAt(int row) const;
    /// The first row of this difference; -1 if it is not shown.
    [[nodiscard]] int rowOf(std::size_t difference) const;

private:
    void filter();

    std::shared_ptr<const fleet::Comparison> m_comparison;
    std::vector<fleet::DifferenceGroup> m_groups;
    std::optional<fleet::Category> m_category;
    std::vector<std::size_t> m_shownGroups, m_shownUnknown;
};

} // namespace fabricscope::widgets
