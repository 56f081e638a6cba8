// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/ThemeController.h"

#include "widgets/common/theme/Fonts.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>

#include <utility>

namespace fabricscope::app::window {

using widgets::ThemeKind;

ThemeController::ThemeController(QApplication &application, Settings &settings, QObject *parent)
    : QObject(parent), m_application(application), m_settings(settings), m_system(widgets::systemTheme()) {
    follow();
}

void ThemeController::follow() {
    const Preferences preferences = m_settings.preferences();
    widgets::setReducedMotion(preferences.reducedMotion);
    widgets::setUiFontSize(preferences.fontSize);
    const ThemeKind theme = preferences.theme == ThemeChoice::System  ? m_system
                            : preferences.theme == ThemeChoice::Light ? ThemeKind::Light
                                                                      : ThemeKind::Dark;
    for (QAction *action : m_choices)
        action->setChecked(m_choices.indexOf(action) == static_cast<int>(preferences.theme));
    if (m_contrast != nullptr)
        m_contrast->setChecked(preferences.highContrast);
    applyTheme(widgets::withContrast(theme, preferences.highContrast));
}

void ThemeController::change(const std::function<void(Preferences &)> &how) {
    Preferences preferences = m_settings.preferences();
    how(preferences);
    m_settings.setPreferences(preferences);
    follow();
}

void ThemeController::choose(ThemeChoice choice) {
    change([choice](Preferences &preferences) { preferences.theme = choice; });
}

void ThemeController::setHighContrast(bool high) {
    change([high](Preferences &preferences) { preferences.highContrast = high; });
}

void ThemeController::applyTheme(ThemeKind theme) {
    // Otherwise every widget would be polished again for nothing.
    const int fontSize = m_settings.preferences().fontSize;
    if (std::exchange(m_appliedFontSize, fontSize) != fontSize || widgets::currentTheme() != theme)
        widgets::applyTheme(m_application, theme);
    Q_EMIT themeChanged();
}

void ThemeController::addTo(QMenu &menu) {
    QMenu *themes = menu.addMenu(tr("&Theme"));
    auto *group = new QActionGroup(themes);
    const QString names[] = {tr("&System"), tr("&Dark"), tr("&Light")}; // in the order of ThemeChoice
    for (const QString &name : names) {
        QAction *action = themes->addAction(name);
        action->setCheckable(true);
        action->setActionGroup(group);
        const auto choice = static_cast<ThemeChoice>(m_choices.size());
        action->setChecked(m_settings.theme() == choice);
        m_choices << action;
        connect(action, &QAction::triggered, this, [this, choice] { choose(choice); });
    }
    themes->addSeparator();
    m_contrast = themes->addAction(tr("&High contrast"));
    m_contrast->setCheckable(true);
    m_contrast->setChecked(m_settings.preferences().highContrast);
    connect(m_contrast, &QAction::triggered, this, &ThemeController::setHighContrast);
}

} // namespace fabricscope::app::window
