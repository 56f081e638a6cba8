// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint/OpaqueBackground.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <QWidget>

namespace fabricscope::widgets {

namespace {

/// Paints the background before the panel paints itself: for an opaque one, Qt does not.
class Background : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject *watched, QEvent *event) override {
        auto *panel = qobject_cast<QWidget *>(watched);
        if (event->type() != QEvent::Paint || panel == nullptr)
            return false;
        QStyleOption option;
        option.initFrom(panel);
        QPainter painter(panel);
        panel->style()->drawPrimitive(QStyle::PE_Widget, &option, &painter, panel);
        return false;
    }
};

} // namespace

void setOpaqueBackground(QWidget *panel) {
    panel->setAttribute(Qt::WA_OpaquePaintEvent);
    panel->installEventFilter(new Background(panel));
}

} // namespace fabricscope::widgets
