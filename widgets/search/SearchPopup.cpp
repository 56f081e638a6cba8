// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/SearchPopup.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/search/SearchDelegate.h"
#include "widgets/search/SearchModel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kWidth = 600;
constexpr int kMargin = 12; ///< to the edges of the window
constexpr int kSide = 12;
const QString kWordSeparator = QStringLiteral("   ");

} // namespace

SearchPopup::SearchPopup(SearchModel *model, QWidget *window)
    : QFrame(window)
    , m_model(model)
    , m_view(new QListView(this))
    , m_messageBox(new QWidget(this))
    , m_warningGlyph(new GlyphLabel(draw::Glyph::Warning, 14, m_messageBox))
    , m_message(label({}, "secondary", 12.5, m_messageBox))
    , m_hint(label({}, "caption", 11.5, this)) {
    setObjectName(QStringLiteral("searchPopup"));
    setFocusPolicy(Qt::NoFocus);
    m_view->setObjectName(QStringLiteral("searchList"));
    m_view->setModel(model);
    m_view->setItemDelegate(new SearchDelegate(m_view));
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->viewport()->setFocusPolicy(Qt::NoFocus);
    m_view->setMouseTracking(true);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setAccessibleName(tr("Search results"));
    m_message->setWordWrap(true);
    auto *messageRow = new QHBoxLayout(m_messageBox);
    messageRow->setContentsMargins(kSide, 12, kSide, 12);
    messageRow->setSpacing(8);
    messageRow->addWidget(m_warningGlyph, 0, Qt::AlignTop);
    messageRow->addWidget(m_message, 1);
    m_hint->setContentsMargins(kSide, 6, kSide, 6);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(m_view, 1);
    column->addWidget(m_messageBox);
    column->addWidget(rule(this));
    column->addWidget(m_hint);
    connect(m_view, &QListView::clicked, this, &SearchPopup::chosen);
    setMessage({}, false);
    hide();
}

void SearchPopup::setHint(const QString &before, const QStringList &words) {
    m_words = words;
    const int room = scaledToUi(kWidth) - 2 * kSide;
    QString text = before;
    for (const QString &word : words) {
        const QString longer = text.isEmpty() ? word : text + kWordSeparator + word;
        if (m_hint->fontMetrics().horizontalAdvance(longer) > room)
            break;
        text = longer;
    }
    m_hint->setText(text);
}

void SearchPopup::setMessage(const QString &text, bool isError) {
    m_message->setText(text);
    m_warningGlyph->setVisible(isError);
    m_messageBox->setVisible(!text.isEmpty());
    m_view->setVisible(text.isEmpty());
}

void SearchPopup::setCurrentRow(int row) {
    const QModelIndex index = m_model->index(row, 0);
    m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    if (row == m_model->nextRow(-1, 1))
        m_view->scrollToTop(); // with the header above it
    else
        m_view->scrollTo(index);
}

int SearchPopup::currentRow() const {
    return m_view->currentIndex().row();
}

QString SearchPopup::message() const {
    return m_message->text();
}

void SearchPopup::place(const QRect &anchor) {
    const QWidget *window = parentWidget();
    const int width = std::min(std::max(scaledToUi(kWidth), anchor.width()), window->width() - 2 * kMargin);
    int rows = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        rows += m_view->sizeHintForRow(row);
    const int foot = m_hint->sizeHint().height() + 3;
    const int most = window->height() - anchor.bottom() - kMargin - 24;
    const int body = m_messageBox->isVisibleTo(this) ? std::max(m_messageBox->heightForWidth(width - 2),
                                                                m_messageBox->sizeHint().height())
                                                     : rows + 6;
    const int left =
        std::max(kMargin, std::min(anchor.right() - width + 1, window->width() - width - kMargin));
    setGeometry(left, anchor.bottom() + 5, width, std::min(most, body + foot));
}

} // namespace fabricscope::widgets
