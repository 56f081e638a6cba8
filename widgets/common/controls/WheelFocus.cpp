// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/WheelFocus.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>

namespace fabricscope::widgets {

namespace {

QWidget *boxOf(QObject *watched) {
    if (auto *spin = qobject_cast<QAbstractSpinBox *>(watched))
        return spin;
    return qobject_cast<QComboBox *>(watched);
}

class WheelFocus : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override {
        if (event->type() != QEvent::Polish && event->type() != QEvent::Wheel)
            return false;
        QWidget *box = boxOf(watched);
        if (box == nullptr)
            return false;
        if (event->type() == QEvent::Polish) {
            if (box->focusPolicy() == Qt::WheelFocus) // Qt sets the focus before it sends the event
                box->setFocusPolicy(Qt::StrongFocus);
            return false;
        }
        if (box->hasFocus())
            return false;
        event->ignore(); // the widget below gets it then
        return true;
    }
};

} // namespace

void requireFocusForWheel() {
    const auto name = QStringLiteral("wheelFocus");
    if (qApp->findChild<QObject *>(name, Qt::FindDirectChildrenOnly) != nullptr)
        return;
    auto *filter = new WheelFocus(qApp);
    filter->setObjectName(name);
    qApp->installEventFilter(filter);
}

} // namespace fabricscope::widgets
