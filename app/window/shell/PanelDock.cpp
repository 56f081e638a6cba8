// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/PanelDock.h"

#include "app/window/shell/PanelTitleBar.h"

#include <QCloseEvent>
#include <QVBoxLayout>

namespace fabricscope::app::window {

namespace {

/// Its size hint is the initial size of the panel: a dock has no other way to set it.
class PanelBody : public QWidget {
public:
    PanelBody(QWidget *panel, QSize size, QWidget *parent) : QWidget(parent), m_size(size) {
        auto *column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(panel);
    }
    [[nodiscard]] QSize sizeHint() const override { return m_size; }
    void setPreferredSize(QSize size) {
        m_size = size;
        updateGeometry();
    }

private:
    QSize m_size;
};

} // namespace

PanelDock::PanelDock(const QString &name, QWidget *panel, QSize size, QWidget *parent)
    : QDockWidget(name, parent) {
    setWidget(new PanelBody(panel, size, this));
    auto *titleBar = new PanelTitleBar(this);
    setTitleBarWidget(titleBar);
    connect(this, &QDockWidget::topLevelChanged, titleBar, &PanelTitleBar::follow);
}

void PanelDock::setPreferredSize(QSize size) {
    static_cast<PanelBody *>(widget())->setPreferredSize(size);
}

void PanelDock::closeEvent(QCloseEvent *event) {
    event->ignore(); // the owner shows and hides it
    Q_EMIT hideRequested();
}

} // namespace fabricscope::app::window
