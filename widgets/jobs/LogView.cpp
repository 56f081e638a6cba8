// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/LogView.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/RowText.h"
#include "widgets/common/theme/Fonts.h"

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kRow = 19;
constexpr int kSide = 14, kGap = 4;
constexpr int kWidestVerb = 90;
constexpr int kHostShare = 3; ///< a host's name takes at most so great a part of the width

/// A line of the log: time faint, text in mono.
class LogDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override {
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, tokenColour(Token::AccentBg));
        const int column = index.column();
        const Token token = column == LogModel::Text   ? Token::Text
                            : column == LogModel::Host ? Token::Text2
                                                       : Token::Text3;
        const QRect rect = option.rect.adjusted(column == LogModel::Time ? kSide : kGap, 0, -kGap, 0);
        paintRowText(*painter, rect, index.data().toString().simplified(), monoFont(11), token);
        painter->restore();
    }
};

int widthOf(const QString &text) {
    return QFontMetrics(monoFont(11)).horizontalAdvance(text) + 2 * kGap + 2;
}

} // namespace

LogView::LogView(LogModel *log, QWidget *parent)
    : QTableView(parent), m_log(log), m_filter(new QSortFilterProxyModel(this)) {
    m_filter->setSourceModel(log);
    m_filter->setFilterKeyColumn(LogModel::Host);
    setModel(m_filter);
    setItemDelegate(new LogDelegate(this));
    verticalHeader()->hide();
    horizontalHeader()->hide();
    horizontalHeader()->setMinimumSectionSize(kRow / 2); // else the text's column extends beyond the edge
    verticalHeader()->setMinimumSectionSize(kRow / 2);
    verticalHeader()->setDefaultSectionSize(scaledToUi(kRow));
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabKeyNavigation(false);
    setAccessibleName(tr("Log"));
    horizontalHeader()->setStretchLastSection(true);
    setColumnWidth(LogModel::Time, widthOf(QStringLiteral("00:00:00")) + kSide - kGap);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *copy = new QAction(tr("Copy lines"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this] {
        if (const QString lines = chosenLines(); !lines.isEmpty())
            copyText(lines);
    });
    addAction(copy);
    connect(log, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { measure(first, last); });
    measure(0, log->rowCount() - 1);
    connect(m_filter, &QAbstractItemModel::rowsInserted, this, [this] {
        const QScrollBar *bar = verticalScrollBar();
        if (bar->value() >= bar->maximum() - 1)
            QMetaObject::invokeMethod(
                this, [this] { scrollToBottom(); }, Qt::QueuedConnection);
    });
}

void LogView::measure(int first, int last) {
    // Thousands of lines share a few words: each is measured once.
    const auto widen = [](MeasuredColumn &words, const QString &word) {
        if (words.measured.contains(word))
            return false;
        words.measured.insert(word);
        words.width = std::max(words.width, widthOf(word));
        return true;
    };
    bool isWider = false;
    for (int row = first; row <= last; ++row) {
        isWider = widen(m_verbs, m_log->at(row).channel) || isWider;
        isWider = widen(m_hosts, m_log->at(row).host) || isWider;
    }
    if (isWider)
        fitColumns();
}

void LogView::fitColumns() {
    setColumnWidth(LogModel::Channel, std::min(m_verbs.width, scaledToUi(kWidestVerb)));
    setColumnWidth(LogModel::Host, std::min(m_hosts.width, std::max(40, width() / kHostShare)));
}

bool LogView::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange) {
        verticalHeader()->setDefaultSectionSize(scaledToUi(kRow));
        setColumnWidth(LogModel::Time, widthOf(QStringLiteral("00:00:00")) + kSide - kGap);
        m_verbs = m_hosts = {};
        measure(0, m_log->rowCount() - 1);
    }
    return QTableView::event(event);
}

void LogView::resizeEvent(QResizeEvent *event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

void LogView::setHost(const QString &host) {
    m_host = host;
    m_filter->setFilterRegularExpression(
        host.isEmpty()
            ? QRegularExpression()
            : QRegularExpression(QRegularExpression::anchoredPattern(QRegularExpression::escape(host))));
    scrollToBottom();
}

QString LogView::chosenLines() const {
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex &row : rows)
        lines << m_log->line(m_filter->mapToSource(row).row());
    return lines.join(QLatin1Char('\n'));
}

} // namespace fabricscope::widgets
