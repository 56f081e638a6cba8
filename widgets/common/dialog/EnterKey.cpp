// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/dialog/EnterKey.h"

#include "widgets/common/controls/Controls.h"

#include <QApplication>
#include <QCheckBox>
#include <QKeyEvent>
#include <QRadioButton>
#include <QToolButton>

namespace fabricscope::widgets {

namespace {

bool isEnter(const QKeyEvent &event) {
    return (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) &&
           (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
}

bool isTicked(const QAbstractButton &button) {
    return qobject_cast<const QCheckBox *>(&button) != nullptr ||
           qobject_cast<const QRadioButton *>(&button) != nullptr ||
           qobject_cast<const CheckBox *>(&button) != nullptr ||
           qobject_cast<const ToggleSwitch *>(&button) != nullptr;
}

void press(QAbstractButton &button) {
    auto *tool = qobject_cast<QToolButton *>(&button);
    if (tool != nullptr && tool->menu() != nullptr && tool->popupMode() != QToolButton::MenuButtonPopup)
        return tool->showMenu();
    button.click();
}

class EnterKey : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override {
        const bool isPress = event->type() == QEvent::KeyPress;
        if (!isPress && event->type() != QEvent::ShortcutOverride)
            return false;
        auto *button = qobject_cast<QAbstractButton *>(watched);
        auto &key = *static_cast<QKeyEvent *>(event);
        if (button == nullptr || !isEnter(key) || isTicked(*button))
            return false;
        event->accept(); // a shortcut of the window does not take the key away
        if (isPress && !key.isAutoRepeat())
            press(*button); // it may be deleted now
        return isPress;
    }
};

} // namespace

void makeEnterPressFocusedButton() {
    const auto name = QStringLiteral("enterKey");
    if (qApp->findChild<QObject *>(name, Qt::FindDirectChildrenOnly) != nullptr)
        return;
    auto *filter = new EnterKey(qApp);
    filter->setObjectName(name);
    qApp->installEventFilter(filter);
}

} // namespace fabricscope::widgets
