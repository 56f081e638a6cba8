// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/HostListDialog.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/connect/DialogFrame.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kWidth = 760;
constexpr int kTreeHeight = 280;
constexpr int kRowHeight = 24;
constexpr int kWarningHeight = 72;
enum Column { Host, Address, User, Key, Columns };

/// "10.0.0.1:2222, through bastion"; without the port if the name already shows it.
QString addressText(const workspace::HostEntry &host) {
    QString route = toQString(host.address);
    if (host.port != 0)
        route += QStringLiteral(":%1").arg(host.port);
    if (!host.jump.empty())
        route += HostListDialog::tr(", through %1").arg(toQString(host.jump));
    return route;
}

/// Rows of 24 px with our own check mark: a style sheet cannot draw one in the theme's colours without a
/// file.
class Delegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override {
        painter->save();
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
        if (selected || hovered)
            painter->fillRect(option.rect, tokenColour(selected ? Token::AccentBg : Token::Hover));
        QRect words = option.rect.adjusted(6, 0, -4, 0);
        if (index.column() == Host) {
            QStyleOptionViewItem whole = option;
            initStyleOption(&whole, index);
            const QRect place = whole.widget->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator,
                                                                      &whole, whole.widget);
            painter->setRenderHint(QPainter::Antialiasing);
            paintTick(*painter, QRectF(place.left(), option.rect.center().y() - 6.5, 14, 14),
                      whole.checkState, hovered);
            words.setLeft(place.left() + 22);
        }
        painter->setFont(uiFont(12.5, index.parent().isValid() || index.model()->rowCount(index) == 0
                                          ? QFont::Normal
                                          : QFont::DemiBold));
        painter->setPen(tokenColour(index.column() == Host ? Token::Text : Token::Text2));
        painter->drawText(
            words, Qt::AlignLeft | Qt::AlignVCenter,
            painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, words.width()));
        painter->restore();
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override {
        return {80, scaledToUi(kRowHeight)};
    }
};

/// "1 host", "15 hosts".
QString hostCount(std::size_t count) {
    return count == 1 ? HostListDialog::tr("1 host") : HostListDialog::tr("%1 hosts").arg(count);
}

} // namespace

HostListDialog::HostListDialog(workspace::HostList list, const QString &file, QWidget *parent)
    : QDialog(parent)
    , m_list(std::move(list))
    , m_filter(new QLineEdit(this))
    , m_tree(new QTreeWidget(this))
    , m_root(new CheckBox(tr("Also read as root, with sudo"), this))
    , m_connect(button({}, "primary", this)) {
    setWindowTitle(tr("Import host list"));
    const DialogFrame frame = frameDialog(this, kWidth);
    QVBoxLayout *body = frame.body;
    body->setSpacing(8);
    body->addWidget(label(QFileInfo(file).fileName(), "title", 15, this));
    const std::string_view form = workspace::toString(m_list.form);
    QLabel *about = label(
        tr("%1, read as %2. Users, ports, keys and jump hosts in the list override your ssh configuration.")
            .arg(hostCount(m_list.hosts.size()),
                 QString::fromUtf8(form.data(), static_cast<qsizetype>(form.size()))),
        "secondary", 12.5, this);
    about->setWordWrap(true);
    body->addWidget(about);
    auto *top = new QHBoxLayout;
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter the hosts"));
    m_filter->setClearButtonEnabled(true);
    top->addWidget(m_filter, 1);
    auto *all = button(tr("Tick all shown"), "link", this);
    auto *none = button(tr("None"), "link", this);
    top->addSpacing(12);
    top->addWidget(all);
    top->addWidget(none);
    body->addLayout(top);
    m_tree->setAccessibleName(tr("Hosts in the list"));
    m_tree->setObjectName(QStringLiteral("hostList"));
    m_tree->setColumnCount(Columns);
    m_tree->setHeaderLabels({tr("Host"), tr("Address"), tr("User"), tr("Key file")});
    m_tree->setUniformRowHeights(true);
    m_tree->setItemDelegate(new Delegate(m_tree));
    m_tree->setMouseTracking(true);
    applyFont(m_tree, 12.5);
    setScaledMinimumHeight(m_tree, kTreeHeight);
    m_tree->setSelectionMode(QAbstractItemView::SingleSelection);
    fill();
    body->addWidget(m_tree, 1);
    if (!m_list.warnings.empty())
        body->addWidget(warningBox());
    body->addWidget(m_root);
    auto *cancel = button(tr("Cancel"), "", frame.foot);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    frame.buttons->addWidget(cancel);
    frame.buttons->addWidget(m_connect);
    m_connect->setDefault(true);
    connect(m_connect, &QPushButton::clicked, this, &QDialog::accept);
    connect(all, &QPushButton::clicked, this, [this] { tickShown(true); });
    connect(none, &QPushButton::clicked, this, [this] { tickShown(false); });
    connect(m_filter, &QLineEdit::textChanged, this, &HostListDialog::setFilter);
    connect(m_tree, &QTreeWidget::itemChanged, this, [this] {
        if (!m_ticking)
            update();
    });
    update();
    m_tree->setFocus();
}

QTreeWidgetItem *HostListDialog::groupItem(const QString &name) {
    QTreeWidgetItem *&item = m_groups[name];
    if (item != nullptr)
        return item;
    item = new QTreeWidgetItem(m_tree, {name});
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                   Qt::ItemIsAutoTristate);
    item->setFirstColumnSpanned(true);
    return item;
}

void HostListDialog::fill() {
    const bool hasGroups = std::any_of(m_list.hosts.begin(), m_list.hosts.end(),
                                       [](const workspace::HostEntry &host) { return !host.groups.empty(); });
    const auto ticked = m_list.hosts.size() <= kTickedAtFirst ? Qt::Checked : Qt::Unchecked;
    m_tree->setRootIsDecorated(hasGroups);
    for (const workspace::HostEntry &host : m_list.hosts) {
        const QStringList cells{toQString(host.name), addressText(host), toQString(host.user),
                                toQString(host.identityFile)};
        QTreeWidgetItem *above =
            hasGroups ? groupItem(host.groups.empty() ? tr("No group") : toQString(host.groups.front()))
                      : nullptr;
        auto *item =
            above == nullptr ? new QTreeWidgetItem(m_tree, cells) : new QTreeWidgetItem(above, cells);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                       Qt::ItemNeverHasChildren);
        item->setCheckState(Host, ticked);
        QStringList groups;
        for (const std::string &group : host.groups)
            groups << toQString(group);
        item->setToolTip(
            Host,
            plainToolTip(groups.isEmpty()
                             ? tr("line %1").arg(host.line)
                             : tr("line %1, in %2").arg(host.line).arg(groups.join(QStringLiteral(", ")))));
        item->setToolTip(Key, plainToolTip(toQString(host.identityFile)));
        m_items.push_back(item);
    }
    m_tree->expandAll();
    QHeaderView *header = m_tree->header();
    header->setStretchLastSection(true);
    header->resizeSection(Host, 240);
    header->resizeSection(Address, 250);
    header->resizeSection(User, 72);
}

QWidget *HostListDialog::warningBox() {
    auto *box = new QWidget(this);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto *head = new QHBoxLayout;
    head->setSpacing(6);
    head->addWidget(new GlyphLabel(draw::Glyph::Warning, 14, box));
    head->addWidget(label(tr("Lines not read"), "secondary", 12.5, box), 1);
    column->addLayout(head);
    auto *lines = new QPlainTextEdit(box);
    lines->setReadOnly(true);
    applyFont(lines, 12);
    setScaledFixedHeight(lines, kWarningHeight);
    lines->setAccessibleName(tr("Lines not read"));
    lines->setLineWrapMode(QPlainTextEdit::NoWrap);
    QStringList texts;
    for (const workspace::ListWarning &warning : m_list.warnings)
        texts << (warning.line > 0 ? tr("line %1: %2").arg(warning.line).arg(toQString(warning.text))
                                   : toQString(warning.text));
    lines->setPlainText(texts.join(QLatin1Char('\n')));
    column->addWidget(lines);
    return box;
}

void HostListDialog::setFilter(const QString &filter) {
    const QString needle = filter.trimmed();
    for (QTreeWidgetItem *item : m_items) {
        bool fits = needle.isEmpty();
        for (int column = 0; column < Columns && !fits; ++column)
            fits = item->text(column).contains(needle, Qt::CaseInsensitive);
        if (item->parent() != nullptr && !fits)
            fits = item->parent()->text(Host).contains(needle, Qt::CaseInsensitive);
        item->setHidden(!fits);
    }
    for (int row = 0; row < m_tree->topLevelItemCount(); ++row) {
        QTreeWidgetItem *group = m_tree->topLevelItem(row);
        bool any = group->childCount() == 0 && !group->isHidden();
        for (int child = 0; child < group->childCount() && !any; ++child)
            any = !group->child(child)->isHidden();
        group->setHidden(!any);
    }
}

void HostListDialog::tickShown(bool ticked) {
    m_ticking = true;
    for (QTreeWidgetItem *item : m_items)
        if (!item->isHidden())
            item->setCheckState(Host, ticked ? Qt::Checked : Qt::Unchecked);
    m_ticking = false;
    update();
}

void HostListDialog::update() {
    const auto count = std::count_if(m_items.begin(), m_items.end(), [](const QTreeWidgetItem *item) {
        return item->checkState(Host) == Qt::Checked;
    });
    m_connect->setText(tr("Connect to %1").arg(hostCount(static_cast<std::size_t>(count))));
    m_connect->setEnabled(count > 0);
}

std::vector<workspace::HostEntry> HostListDialog::chosen() const {
    std::vector<workspace::HostEntry> hosts;
    for (std::size_t place = 0; place < m_items.size(); ++place)
        if (m_items[place]->checkState(Host) == Qt::Checked)
            hosts.push_back(m_list.hosts[place]);
    return hosts;
}

bool HostListDialog::root() const {
    return m_root->isChecked();
}

} // namespace fabricscope::widgets
