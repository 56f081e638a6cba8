// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/HardwareTreeModel.h"

#include "core/layout/scene/LinkPainter.h"
#include "core/present/affinity/Pairing.h"
#include "core/topology/Topology.h"
#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/facts/DeviceFacts.h"
#include "widgets/facts/FactRows.h"

#include <QStringList>

#include <algorithm>
#include <iterator>

namespace fabricscope::widgets {

using topology::Node;
using topology::NodeId;

namespace {

constexpr int kGlyphPx = 12; ///< of the design
constexpr double kTextPx = 12, kMonoPx = 11;

/// One line per column, in the order of Column.
constexpr struct {
    const char *head;
    bool mono;
} kColumns[] = {
    {QT_TRANSLATE_NOOP("HardwareTree", "Name"), false},
    {QT_TRANSLATE_NOOP("HardwareTree", "BDF"), true},
    {QT_TRANSLATE_NOOP("HardwareTree", "Kind"), false},
    {QT_TRANSLATE_NOOP("HardwareTree", "Link"), true},
    {QT_TRANSLATE_NOOP("HardwareTree", "Driver"), false},
    {QT_TRANSLATE_NOOP("HardwareTree", "Group"), true},
    {QT_TRANSLATE_NOOP("HardwareTree", "Owner"), false},
    {QT_TRANSLATE_NOOP("HardwareTree", "Severity"), false},
};
static_assert(std::size(kColumns) == HardwareTreeModel::Columns);

/// One line per severity, in the order of findings::Severity.
constexpr struct {
    const char *word;
    draw::Glyph glyph;
    draw::Token token;
} kSeverities[] = {
    {QT_TRANSLATE_NOOP("HardwareTree", "note"), draw::Glyph::Note, Token::Text2},
    {QT_TRANSLATE_NOOP("HardwareTree", "warning"), draw::Glyph::Warning, Token::WarningText},
    {QT_TRANSLATE_NOOP("HardwareTree", "error"), draw::Glyph::Error, Token::Error},
};

struct HardwareTree {
    Q_DECLARE_TR_FUNCTIONS(HardwareTree)
};

const auto &look(findings::Severity severity) {
    return kSeverities[static_cast<std::size_t>(severity)];
}

/// "Switch" of "Switch 41:00.0", since the address has its own column.
QString nameOf(const Node &node) {
    QString name = toQString(node.name);
    if (node.bdf)
        for (const std::string &address : {node.bdf->toString(), node.bdf->toShortString()})
            if (name.endsWith(toQString(address)))
                name.chop(static_cast<qsizetype>(address.size()));
    name = name.trimmed();
    return name.isEmpty() ? kindName(node) : name;
}

} // namespace

/// The place of a node in this tree, which may differ from that on the bus: VFs are below their PF.
struct HardwareTreeModel::Place {
    std::optional<NodeId> parent; ///< none: at the top
    int row = 0;
    std::vector<NodeId> children;
    std::optional<findings::Severity> severity;
    QString findings; ///< a line each
};

HardwareTreeModel::HardwareTreeModel(QObject *parent) : QAbstractItemModel(parent) {}
HardwareTreeModel::~HardwareTreeModel() = default;

void HardwareTreeModel::setTopology(std::shared_ptr<const topology::Topology> topology,
                                    std::shared_ptr<const affinity::Judgement> judgement) {
    beginResetModel();
    m_topology = std::move(topology);
    m_places.clear();
    if (m_topology) {
        arrange();
        judge(judgement.get());
    }
    endResetModel();
}

/// A VF is below its PF, unless that would make a cycle.
NodeId HardwareTreeModel::parentOf(const Node &node) const {
    if (node.physfn && node.children.empty()) {
        const auto physical = m_topology->find(*node.physfn);
        if (physical && *physical != node.id && m_topology->node(*physical).bdf == node.physfn &&
            !m_topology->node(*physical).physfn)
            return *physical;
    }
    return node.parent.value_or(0);
}

void HardwareTreeModel::arrange() {
    const auto &nodes = m_topology->nodes();
    m_oneDomain = std::all_of(nodes.begin(), nodes.end(),
                              [](const Node &node) { return !node.bdf || node.bdf->domain == 0; });
    m_places.resize(nodes.size());
    for (const Node &node : nodes) {
        if (node.id == 0)
            continue;
        const NodeId above = parentOf(node);
        Place &place = m_places[node.id];
        if (above != 0)
            place.parent = above;
        place.row = static_cast<int>(m_places[above].children.size());
        m_places[above].children.push_back(node.id);
    }
}

void HardwareTreeModel::judge(const affinity::Judgement *judgement) {
    const present::Pairing pairing(judgement, [](NodeId node) { return node; });
    for (const Node &node : m_topology->nodes()) {
        Place &place = m_places[node.id];
        QStringList lines;
        place.severity = pairing.severity(node.id);
        if (node.dead)
            place.severity = findings::Severity::Error;
        for (const std::string &finding : pairing.findings(node.id))
            lines << toQString(finding);
        for (const findings::Finding &finding : node.findings) {
            place.severity = place.severity ? std::max(*place.severity, finding.severity) : finding.severity;
            lines << QStringLiteral("%1: %2").arg(HardwareTree::tr(look(finding.severity).word),
                                                  toQString(findings::titleWithCost(finding)));
        }
        place.findings = lines.join(QLatin1Char('\n'));
    }
}

const std::vector<NodeId> &HardwareTreeModel::childrenOf(const QModelIndex &index) const {
    static const std::vector<NodeId> kNone;
    if (m_places.empty() || index.column() > 0)
        return kNone;
    return m_places[index.isValid() ? static_cast<std::size_t>(index.internalId()) : 0].children;
}

QModelIndex HardwareTreeModel::indexOf(NodeId node, int column) const {
    if (node == 0 || node >= m_places.size())
        return {};
    return createIndex(m_places[node].row, column, static_cast<quintptr>(node));
}

std::optional<NodeId> HardwareTreeModel::nodeAt(const QModelIndex &index) const {
    if (!index.isValid() || index.model() != this)
        return std::nullopt;
    return static_cast<NodeId>(index.internalId());
}

QModelIndex HardwareTreeModel::index(int row, int column, const QModelIndex &parent) const {
    const auto &children = childrenOf(parent);
    if (row < 0 || row >= static_cast<int>(children.size()) || column < 0 || column >= Columns)
        return {};
    return createIndex(row, column, static_cast<quintptr>(children[static_cast<std::size_t>(row)]));
}

QModelIndex HardwareTreeModel::parent(const QModelIndex &child) const {
    const auto node = nodeAt(child);
    const auto above = node ? m_places[*node].parent : std::nullopt;
    return above ? indexOf(*above) : QModelIndex();
}

int HardwareTreeModel::rowCount(const QModelIndex &parent) const {
    return static_cast<int>(childrenOf(parent).size());
}

int HardwareTreeModel::columnCount(const QModelIndex &) const {
    return Columns;
}

QString HardwareTreeModel::text(const Node &node, int column) const {
    switch (column) {
    case Name:
        return nameOf(node);
    case Bdf:
        return node.bdf ? toQString(m_oneDomain ? node.bdf->toShortString() : node.bdf->toString())
                        : QString();
    case Kind:
        return node.physfn ? HardwareTree::tr("%1, VF").arg(kindName(node)) : kindName(node);
    case Link:
        return node.link ? toQString(layout::linkText(*node.link)) : QString();
    case Driver:
        return node.driver ? toQString(*node.driver) : QString();
    case Group:
        return node.iommuGroup ? QStringLiteral("g%1").arg(node.iommuGroup->value) : QString();
    case Owner:
        return node.owner ? toQString(*node.owner) : QString();
    case Severity:
        return m_places[node.id].severity ? HardwareTree::tr(look(*m_places[node.id].severity).word)
                                          : QString();
    default:
        return {};
    }
}

/// The address; else the path to the node by names, with an index if several have the same name.
QString HardwareTreeModel::key(const Node &node) const {
    if (node.bdf)
        return toQString(node.bdf->toString());
    const Place &place = m_places[node.id];
    const QString above = place.parent ? key(m_topology->node(*place.parent)) : QString();
    return QStringLiteral("%1/%2").arg(above,
                                       node.name.empty() ? QString::number(place.row) : toQString(node.name));
}

QVariant HardwareTreeModel::data(const QModelIndex &index, int role) const {
    const auto id = nodeAt(index);
    if (!id)
        return {};
    const Node &node = m_topology->node(*id);
    const Place &place = m_places[*id];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(node, column);
    case Qt::ToolTipRole:
        return place.findings.isEmpty() ? QVariant() : plainToolTip(place.findings);
    case Qt::AccessibleDescriptionRole:
        return place.findings;
    case Qt::DecorationRole:
        return column == Severity && place.severity
                   ? glyphIcon(look(*place.severity).glyph, scaledToUi(kGlyphPx))
                   : QVariant();
    case Qt::FontRole:
        return kColumns[column].mono ? monoFont(kMonoPx) : uiFont(kTextPx);
    case Qt::ForegroundRole:
        if (column == Severity && place.severity)
            return tokenColour(look(*place.severity).token);
        return tokenColour(column == Name || column == Bdf ? Token::Text : Token::Text2);
    case NodeRole:
        return QVariant::fromValue(*id);
    case KeyRole:
        return key(node);
    default:
        return {};
    }
}

QVariant HardwareTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= Columns)
        return {};
    return HardwareTree::tr(kColumns[section].head);
}

} // namespace fabricscope::widgets
