// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityModel.h"

#include "core/layout/affinity/AffinityCellPainter.h"
#include "widgets/affinity/AffinityPresentation.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

using layout::AffinityId;
using present::AffinityCell;

QString cellText(const AffinityCell &cell) {
    QString shown = toQString(topology::toString(cell.reach));
    if (cell.measured != nullptr) {
        shown += QLatin1Char(' ') + toQString(present::bandwidthText(cell.measured->measured));
        return cell.measured->expected
                   ? AffinityModel::tr("%1 of %2")
                         .arg(shown, toQString(present::bandwidthText(cell.measured->expected)))
                   : shown;
    }
    if (cell.reach.bandwidth && !cell.self)
        shown += QLatin1Char(' ') + toQString(present::bandwidthText(cell.reach.bandwidth));
    return shown;
}

/// By CellMark.
const char *const kMarkTexts[] = {"",
                                  QT_TRANSLATE_NOOP("AffinityModel", "best"),
                                  QT_TRANSLATE_NOOP("AffinityModel", "assigned"),
                                  QT_TRANSLATE_NOOP("AffinityModel", "assigned, slow for its path"),
                                  QT_TRANSLATE_NOOP("AffinityModel", "assigned, warning"),
                                  QT_TRANSLATE_NOOP("AffinityModel", "mispaired")};

QString markText(const AffinityCell &cell) {
    const present::CellMark mark = present::markOf(cell);
    if (mark == present::CellMark::None)
        return {};
    // For an error other than a wrong pair: the path type of the pair itself.
    if (mark == present::CellMark::Error && !cell.isMispaired())
        return AffinityModel::tr("assigned, error");
    return AffinityModel::tr(kMarkTexts[static_cast<std::size_t>(mark)]);
}

/// The distance, and below it the state that a picture shows by its outline.
QString cellLines(const AffinityCell &cell) {
    QStringList marks;
    if (cell.measured != nullptr && cell.measured->isLoss())
        marks << AffinityModel::tr("%1 % lost").arg(qRound(cell.measured->lostShare() * 100));
    if (const QString mark = markText(cell); !mark.isEmpty())
        marks << mark;
    return marks.isEmpty() ? cellText(cell)
                           : cellText(cell) + QLatin1Char('\n') + marks.join(QStringLiteral(", "));
}

QVariant inkOf(const AffinityCell &cell) {
    const present::CellMark mark = present::markOf(cell);
    return mark == present::CellMark::Error  ? QVariant(tokenColour(Token::Error))
           : mark >= present::CellMark::Slow ? QVariant(tokenColour(Token::WarningText))
                                             : QVariant();
}

QVariant fontOf(const AffinityCell &cell) {
    return cell.pair != nullptr ? QVariant(monoFont(11.5, QFont::DemiBold)) : QVariant();
}

QString libraryText(const AffinityCell &cell) {
    QStringList words;
    if (!cell.libraryPath.empty())
        words << toQString(cell.libraryPath);
    if (const std::string_view gdr = cell.gdrWord(); !gdr.empty())
        words << toQString(gdr);
    return words.join(QLatin1String(", "));
}

} // namespace

AffinityModel::AffinityModel(Matrix matrix, QObject *parent)
    : QAbstractTableModel(parent), m_matrix(matrix) {}

void AffinityModel::setShown(std::shared_ptr<const AffinityPresentation> shown) {
    beginResetModel();
    m_shown = std::move(shown);
    m_nics = m_shown ? m_shown->table().usedColumns() : std::vector<std::size_t>();
    endResetModel();
}

const std::vector<std::size_t> &AffinityModel::columns() const {
    return m_matrix == Matrix::GpuToNic ? m_nics : m_shown->table().rows();
}

int AffinityModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() || !m_shown ? 0 : static_cast<int>(m_shown->table().rows().size());
}
int AffinityModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() || !m_shown ? 0 : static_cast<int>(columns().size());
}

AffinityId AffinityModel::idAt(const QModelIndex &index) const {
    const auto part = m_matrix == Matrix::GpuToNic ? AffinityId::Part::Cell : AffinityId::Part::Peer;
    return {part, m_shown->table().rows()[static_cast<std::size_t>(index.row())],
            columns()[static_cast<std::size_t>(index.column())]};
}

QModelIndex AffinityModel::indexOf(const AffinityId &id) const {
    const auto part = m_matrix == Matrix::GpuToNic ? AffinityId::Part::Cell : AffinityId::Part::Peer;
    if (!m_shown || id.part != part)
        return {};
    const auto placeOf = [](const std::vector<std::size_t> &list, std::size_t item) {
        return static_cast<int>(std::find(list.begin(), list.end(), item) - list.begin());
    };
    return index(placeOf(m_shown->table().rows(), id.row), placeOf(columns(), id.column)); // else invalid
}

QVariant AffinityModel::data(const QModelIndex &index, int role) const {
    if (!m_shown || !index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const AffinityId id = idAt(index);
    const bool isPeer = m_matrix == Matrix::GpuToGpu;
    const present::AffinityTable &table = m_shown->table();
    const AffinityCell cell = isPeer ? table.peer(id.row, id.column) : table.cell(id.row, id.column);
    switch (role) {
    case Qt::DisplayRole:
        return cellLines(cell);
    case Qt::ForegroundRole:
        return inkOf(cell);
    case Qt::FontRole:
        return fontOf(cell);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        const QString label =
            toQString(isPeer ? table.peerLabel(id.row, id.column) : table.label(id.row, id.column));
        return role == Qt::ToolTipRole ? plainToolTip(label) : label;
    }
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    case CellRole:
        return id.encoded();
    case MarkRole:
        return static_cast<int>(present::markOf(cell));
    case BandwidthRole:
        return cell.reach.bandwidth ? QVariant(cell.reach.bandwidth->value) : QVariant();
    case LibraryRole:
        return libraryText(cell);
    default:
        return {};
    }
}

QVariant AffinityModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (!m_shown || section < 0 || section >= (orientation == Qt::Vertical ? rowCount() : columnCount()))
        return {};
    const present::AffinityTable &table = m_shown->table();
    const auto at = static_cast<std::size_t>(section);
    const bool isGpu = orientation == Qt::Vertical || m_matrix == Matrix::GpuToGpu;
    const std::size_t device = orientation == Qt::Vertical ? table.rows()[at] : columns()[at];
    switch (role) {
    case Qt::DisplayRole:
        return toQString(isGpu ? table.fabric().gpus[device].name : table.fabric().nics[device].name);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        const QString label = toQString(isGpu ? table.gpuLabel(device) : table.nicLabel(device));
        return role == Qt::ToolTipRole ? plainToolTip(label) : label;
    }
    default:
        return {};
    }
}

} // namespace fabricscope::widgets
