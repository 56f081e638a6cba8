// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/PanelDock.h"

#include "app/window/PanelGrip.h"

#include <QCloseEvent>
#include <QVBoxLayout>

namespace fabricscope::app::window {

namespace {

/// Asks for the size that the panel shall have at first: a dock knows no other way.
class PanelBody : public QWidget {
public:
    PanelBody(QWidget *panel, QSize size, QWidget *parent) : QWidget(parent), m_size(size) {
        auto *column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(panel);
    }
    [[nodiscard]] QSize sizeHint() const override { return m_size; }
    void setWanted(QSize size) {
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
    auto *grip = new PanelGrip(this);
    setTitleBarWidget(grip);
    connect(this, &QDockWidget::topLevelChanged, grip, &PanelGrip::follow);
}

void PanelDock::setWanted(QSize size) {
    static_cast<PanelBody *>(widget())->setWanted(size);
}

void PanelDock::closeEvent(QCloseEvent *event) {
    event->ignore(); // whoever shows and hides it shall know
    Q_EMIT hideWanted();
}

} // namespace fabricscope::app::window
