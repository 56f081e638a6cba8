// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/dialog/DialogSize.h"

#include "widgets/common/theme/Fonts.h"

#include <QDialog>
#include <QEvent>
#include <QLayout>
#include <QScreen>
#include <QTimer>

#include <functional>
#include <utility>

namespace fabricscope::widgets {

namespace {

/// Calls back once everything in the dialog has the new font, since the dialog is notified before its
/// contents; also needed while it is shown.
class FontWatch : public QObject {
public:
    FontWatch(QDialog *dialog, bool atShow, std::function<void(QDialog &)> changed)
        : QObject(dialog), m_dialog(*dialog), m_atShow(atShow), m_changed(std::move(changed)) {
        dialog->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override {
        if (watched == &m_dialog && event->type() == QEvent::ApplicationFontChange)
            QTimer::singleShot(0, this, [this] { m_changed(m_dialog); });
        else if (watched == &m_dialog && event->type() == QEvent::Show && m_atShow)
            m_changed(m_dialog);
        return QObject::eventFilter(watched, event);
    }

private:
    QDialog &m_dialog;
    bool m_atShow;
    std::function<void(QDialog &)> m_changed;
};

QSize onScreen(const QDialog &dialog, const QSize &size) {
    const QScreen *screen = dialog.screen();
    return screen != nullptr ? size.boundedTo(screen->availableSize()) : size;
}

} // namespace

void fitHeight(QDialog &dialog) {
    QLayout *layout = dialog.layout();
    layout->activate();
    const int height = layout->hasHeightForWidth() ? layout->totalHeightForWidth(dialog.width())
                                                   : layout->totalSizeHint().height();
    if (height > 0)
        dialog.resize(dialog.width(), height);
}

void keepHeightFitted(QDialog *dialog) {
    new FontWatch(dialog, true, fitHeight);
}

void resizeScaled(QDialog *dialog, QSize px) {
    dialog->resize(onScreen(*dialog, px * uiScale()));
    new FontWatch(dialog, false, [px, scale = uiScale()](QDialog &changed) mutable {
        const double before = std::exchange(scale, uiScale());
        if (before == scale)
            return; // it is called more than once
        const bool hasInitialSize = changed.size() == onScreen(changed, px * before);
        changed.resize(onScreen(changed, hasInitialSize ? px * scale : changed.size() * (scale / before)));
    });
}

} // namespace fabricscope::widgets
