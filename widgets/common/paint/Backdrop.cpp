// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint/Backdrop.h"

#include "widgets/common/theme/Theme.h"

#include <QDialog>
#include <QEvent>
#include <QPainter>

namespace fabricscope::widgets {

namespace {

constexpr double kOpacity = 0.55; ///< opacity of the window's colour over the window behind

class Cover : public QWidget {
public:
    explicit Cover(QWidget *window) : QWidget(window) {
        setObjectName(QStringLiteral("backdrop"));
        setAttribute(Qt::WA_TransparentForMouseEvents); // the dialog itself is modal
        setGeometry(window->rect());
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setOpacity(kOpacity);
        painter.fillRect(rect(),
                         draw::isDark(currentTheme()) ? QColor(Qt::black) : tokenColour(Token::Text3));
    }
};

} // namespace

Backdrop::Backdrop(QDialog *dialog) : QObject(dialog), m_dialog(dialog) {
    dialog->installEventFilter(this);
}

Backdrop::~Backdrop() {
    delete m_cover;
}

void Backdrop::raiseCover() {
    QWidget *window = m_dialog->parentWidget() != nullptr ? m_dialog->parentWidget()->window() : nullptr;
    if (window == nullptr || !m_dialog->isModal() || m_cover != nullptr)
        return;
    m_cover = new Cover(window);
    window->installEventFilter(this);
    m_cover->show();
    m_cover->raise();
}

bool Backdrop::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_dialog && event->type() == QEvent::Show)
        raiseCover();
    else if (watched == m_dialog && event->type() == QEvent::Hide)
        delete m_cover;
    else if (m_cover != nullptr && watched == m_cover->parent() && event->type() == QEvent::Resize)
        m_cover->setGeometry(m_cover->parentWidget()->rect());
    return QObject::eventFilter(watched, event);
}

} // namespace fabricscope::widgets
