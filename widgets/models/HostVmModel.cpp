// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/HostVmModel.h"

#include "core/present/hostvm/HostVmExamination.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Theme.h"

namespace fabricscope::widgets {

namespace {

using present::HostVmCurve;
using present::HostVmRow;

constexpr const char *kTitles[HostVmModel::kColumns] = {
    QT_TRANSLATE_NOOP("HostVmModel", "In the VM"),        QT_TRANSLATE_NOOP("HostVmModel", "VM address"),
    QT_TRANSLATE_NOOP("HostVmModel", "On the host"),      QT_TRANSLATE_NOOP("HostVmModel", "Host address"),
    QT_TRANSLATE_NOOP("HostVmModel", "In the NCCL file"), QT_TRANSLATE_NOOP("HostVmModel", "Known"),
};

} // namespace

void HostVmModel::setExamination(std::shared_ptr<const present::HostVmExamination> examination) {
    beginResetModel();
    m_examination = std::move(examination);
    m_pairs.clear();
    if (m_examination) {
        const present::HostVmTable &table = m_examination->table;
        std::vector<bool> isJoined(table.hostRows().size(), false);
        m_pairs.resize(table.guestRows().size());
        for (std::size_t guest = 0; guest < m_pairs.size(); ++guest)
            m_pairs[guest].guest = guest;
        for (std::size_t index = 0; index < table.curves().size(); ++index) {
            const HostVmCurve &curve = table.curves()[index];
            if (curve.claimedBy == HostVmCurve::ClaimedBy::File)
                continue; // claims of the file belong to the device, not to a row
            m_pairs[curve.guest].host = curve.host;
            m_pairs[curve.guest].curve = index;
            isJoined[curve.host] = true;
        }
        for (std::size_t host = 0; host < isJoined.size(); ++host)
            if (!isJoined[host])
                m_pairs.push_back({host, {}, {}});
    }
    endResetModel();
}

QModelIndex HostVmModel::indexOf(std::uint32_t row) const {
    const auto is = [row](const std::vector<HostVmRow> &rows, const std::optional<std::size_t> &at) {
        return at && rows[*at].id.encoded() == row;
    };
    for (std::size_t index = 0; index < m_pairs.size(); ++index)
        if (is(m_examination->table.guestRows(), m_pairs[index].guest) ||
            is(m_examination->table.hostRows(), m_pairs[index].host))
            return this->index(static_cast<int>(index), 0);
    return {};
}

int HostVmModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_pairs.size());
}

int HostVmModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QString HostVmModel::knownText(const Pair &pair) const {
    if (!pair.curve) {
        const bool alone = pair.guest && m_examination->table.guestRows()[*pair.guest].alone;
        return alone ? tr("not found on the host") : QString();
    }
    const present::HostVmTable &table = m_examination->table;
    const HostVmRow &guest = table.guestRows()[*pair.guest];
    QString words = toQString(std::string(present::wordsOf(table.curves()[*pair.curve].confidence)));
    const auto *node = m_examination->guest ? &m_examination->guest->node(guest.id.node) : nullptr;
    for (const hostvm::Match &match : m_examination->guestMapping.matches)
        if (node != nullptr && match.guest == node->bdf && !match.proofs.empty())
            words += QLatin1Char(' ') + toQString(std::string(present::wordsOf(match.proofs.front().source)));
    return guest.conflict ? tr("%1; sources conflict").arg(words) : words;
}

QString HostVmModel::fileText(const Pair &pair) const {
    if (!pair.guest || !m_examination->table.hasFile())
        return {};
    const HostVmRow &row = m_examination->table.guestRows()[*pair.guest];
    if (row.pair.empty())
        return tr("not in a pair");
    return row.wrong ? tr("pair %1, not as wired").arg(toQString(row.pair))
                     : tr("pair %1").arg(toQString(row.pair));
}

QString HostVmModel::textOf(const Pair &pair, int column) const {
    const present::HostVmTable &table = m_examination->table;
    const HostVmRow *guest = pair.guest ? &table.guestRows()[*pair.guest] : nullptr;
    const HostVmRow *host = pair.host ? &table.hostRows()[*pair.host] : nullptr;
    switch (column) {
    case Guest:
        return guest != nullptr ? toQString(guest->name) : QString();
    case GuestAddress:
        return guest != nullptr ? toQString(guest->address) : QString();
    case Host:
        return host != nullptr ? toQString(host->name) : QString();
    case HostAddress:
        return host != nullptr ? toQString(host->address) : QString();
    case Known:
        return knownText(pair);
    default:
        return fileText(pair);
    }
}

QVariant HostVmModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= kColumns)
        return {};
    const Pair &pair = m_pairs[static_cast<std::size_t>(index.row())];
    const present::HostVmTable &table = m_examination->table;
    const HostVmRow &row = pair.guest ? table.guestRows()[*pair.guest] : table.hostRows()[*pair.host];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(pair, index.column());
    case Qt::ToolTipRole:
        return plainToolTip(toQString(row.label));
    case Qt::AccessibleTextRole:
        return toQString(row.label);
    case Qt::ForegroundRole:
        return row.wrong && index.column() == File ? QVariant(tokenColour(Token::Error)) : QVariant();
    case RowRole:
        return row.id.encoded();
    default:
        return {};
    }
}

QVariant HostVmModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= kColumns)
        return {};
    return tr(kTitles[section]);
}

} // namespace fabricscope::widgets
