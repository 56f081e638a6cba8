// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/ThemeController.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>

namespace fabricscope::app::window {

using widgets::ThemeKind;

ThemeController::ThemeController(QApplication &application, Settings &settings, QObject *parent)
    : QObject(parent), m_application(application), m_settings(settings), m_system(widgets::systemTheme()) {
    const ThemeChoice choice = settings.theme();
    widgets::applyTheme(application, choice == ThemeChoice::System  ? m_system
                                     : choice == ThemeChoice::Light ? ThemeKind::Light
                                                                    : ThemeKind::Dark);
}

void ThemeController::choose(ThemeChoice choice) {
    m_settings.setTheme(choice);
    wear(choice == ThemeChoice::System  ? m_system
         : choice == ThemeChoice::Light ? ThemeKind::Light
                                        : ThemeKind::Dark);
}

void ThemeController::wear(ThemeKind theme) {
    widgets::applyTheme(m_application, theme);
    Q_EMIT themeChanged();
}

void ThemeController::addTo(QMenu &menu) {
    QMenu *themes = menu.addMenu(tr("&Theme"));
    auto *group = new QActionGroup(themes);
    const struct {
        QString name;
        ThemeChoice choice;
    } choices[] = {{tr("As the &system"), ThemeChoice::System},
                   {tr("&Dark"), ThemeChoice::Dark},
                   {tr("&Light"), ThemeChoice::Light}};
    for (const auto &[name, choice] : choices) {
        QAction *action = themes->addAction(name);
        action->setCheckable(true);
        action->setActionGroup(group);
        action->setChecked(m_settings.theme() == choice);
        connect(action, &QAction::triggered, this, [this, wanted = choice] { choose(wanted); });
    }
}

} // namespace fabricscope::app::window
