// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs/PreferencesController.h"

#include "app/jobs/run/RunUpkeep.h"
#include "app/window/bench/BenchHistory.h"
#include "app/window/dialogs/PreferencesDialog.h"
#include "app/window/session/SessionController.h"
#include "app/window/shell/Settings.h"
#include "app/window/shell/ThemeController.h"
#include "core/base/HostText.h"

namespace fabricscope::app::window {

namespace {

/// "1.2 GiB in 312 runs; most of it: 0.9 GiB on ai1 (rccl-tests), ..."
QString storedRunsText(const BenchHistory &history) {
    const bench::StoreUsage &usage = history.usage();
    QStringList largest;
    for (const bench::RunSize &run : history.largest())
        if (run.output > 0)
            largest << PreferencesController::tr("%1 on %2 (%3)")
                           .arg(QString::fromStdString(storageText(run.output)),
                                QString::fromStdString(HostText(run.host).plain(64)),
                                QString::fromStdString(HostText(run.tool).plain(32)));
    const QString all = PreferencesController::tr("%1 used by %2 runs.")
                            .arg(QString::fromStdString(storageText(usage.bytes)))
                            .arg(usage.runs);
    return largest.isEmpty()
               ? all
               : all + QLatin1Char(' ') +
                     PreferencesController::tr("Largest: %1.").arg(largest.join(QStringLiteral(", ")));
}

} // namespace

PreferencesController::PreferencesController(SessionController &sessions, ThemeController &theme,
                                             Settings &settings, BenchHistory &history, QWidget *window)
    : QObject(window)
    , m_sessions(sessions)
    , m_theme(theme)
    , m_settings(settings)
    , m_history(history)
    , m_window(window) {}

PreferencesController::~PreferencesController() {
    delete m_dialog;
}

void PreferencesController::open() {
    if (m_dialog == nullptr)
        build();
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void PreferencesController::build() {
    m_dialog = new PreferencesDialog(m_settings.preferences(),
                                     QString::fromStdString(m_sessions.access().fixedSshConfig().string()),
                                     m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &QObject::destroyed, this, [this] { m_dialog = nullptr; });
    connect(m_dialog, &PreferencesDialog::changed, this, [this] {
        m_settings.setPreferences(m_dialog->preferences());
        apply();
    });
    const auto showStored = [this] {
        if (m_dialog != nullptr)
            m_dialog->setRunStoreUsage(m_history.usage().limit, storedRunsText(m_history));
    };
    if (m_history.isRead())
        showStored();
    connect(&m_history, &BenchHistory::usageChanged, m_dialog, showStored);
    connect(m_dialog, &PreferencesDialog::runStoreLimitChanged, &m_history, &BenchHistory::setLimit);
    // Closes an older dialog, so that it cannot revert a choice in the View menu.
    connect(&m_theme, &ThemeController::themeChanged, m_dialog, [this] {
        if (m_settings.preferences() != m_dialog->preferences())
            m_dialog->close();
    });
}

void PreferencesController::apply() {
    const Preferences preferences = m_settings.preferences();
    m_sessions.setLimits(preferences.limits);
    m_sessions.access().setSshConfig(preferences.sshConfig.toStdString());
    m_theme.follow();
    Q_EMIT applied();
}

} // namespace fabricscope::app::window
