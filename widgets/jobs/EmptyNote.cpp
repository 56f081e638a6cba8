// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/EmptyNote.h"

#include "widgets/common/theme/UiSize.h"

#include <QAbstractItemView>
#include <QEvent>

namespace fabricscope::widgets {

EmptyNote::EmptyNote(const QString &text, QAbstractItemView *view) : QLabel(view->viewport()), m_view(view) {
    setTextFormat(Qt::PlainText);
    setText(text);
    setProperty("role", QLatin1String("caption"));
    applyFont(this, 12);
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setContentsMargins(14, 8, 14, 8);
    view->viewport()->installEventFilter(this);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(view->model(), signal, this, &EmptyNote::place);
    connect(view->model(), &QAbstractItemModel::modelReset, this, &EmptyNote::place);
    place();
}

bool EmptyNote::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::Resize)
        place();
    return QLabel::eventFilter(watched, event);
}

void EmptyNote::place() {
    setGeometry(m_view->viewport()->rect());
    setVisible(m_view->model()->rowCount() == 0);
}

} // namespace fabricscope::widgets
