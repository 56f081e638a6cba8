// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which the header leads to.
namespace fabricscope::topology {
enum class Severity : std::uint8_t;
}

namespace fabricscope::widgets {

/// Something that is wrong, or worth knowing, about a device of a host.
struct Finding {
    topology::Severity severity{}; ///< a note, unless told
    QString title;                 ///< "mispaired with ionic_3"
    QString device;                ///< "GPU2"
    QString host;                  ///< as the sidebar calls it
    QString why;                   ///< a sentence; may be empty
    quint64 hostId = 0;
    std::optional<quint32> node; ///< of that host's topology
    friend bool operator==(const Finding &, const Finding &) = default;
};

/// The worst first; of equal severity in the order in which they were given.
class FindingsModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { SeverityRole = Qt::UserRole + 1, TargetRole, WhyRole };

    using QAbstractListModel::QAbstractListModel;

    void setFindings(std::vector<Finding> findings);
    [[nodiscard]] const Finding &at(int row) const { return m_findings[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    std::vector<Finding> m_findings;
};

} // namespace fabricscope::widgets
