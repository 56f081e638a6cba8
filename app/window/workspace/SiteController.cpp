// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/SiteController.h"

#include "app/jobs/judge/CheckHost.h"
#include "app/window/session/SessionController.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/workspace/WorkspaceController.h"
#include "core/base/HostText.h"

#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

SiteController::SiteController(SessionController &sessions, WorkspaceController &workspace, QWidget *window)
    : QObject(window)
    , m_sessions(sessions)
    , m_workspace(workspace)
    , m_window(window)
    , m_midnight(new QTimer(this))
    , m_today(app::today()) {
    m_midnight->setSingleShot(true);
    connect(m_midnight, &QTimer::timeout, this, [this] { setToday(app::today()); });
    connect(&m_workspace, &WorkspaceController::changed, this, &SiteController::update);
    connect(&m_sessions.queries(), &ScreenQueries::siteRead, this, &SiteController::take);
}

void SiteController::bindTo(ActionRegistry &actions) {
    actions.bind(ActionId::OpenSiteFile, [this] { choose(); });
}

void SiteController::choose() {
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open site file"), m_path,
                                                      tr("Site files (*.toml);;All files (*)"));
    if (!path.isEmpty())
        open(path);
}

void SiteController::open(const QString &path) {
    const QString whole = QFileInfo(path).absoluteFilePath();
    if (whole == m_path)
        return read();
    m_workspace.change(withSiteFile(m_workspace.current(), whole.toStdString()),
                       tr("Open site file %1").arg(QFileInfo(whole).fileName()));
}

void SiteController::reload() {
    if (!m_path.isEmpty())
        read();
}

void SiteController::close() {
    m_workspace.change(withSiteFile(m_workspace.current(), {}),
                       tr("Close site file %1").arg(QFileInfo(m_path).fileName()));
}

void SiteController::mute(const checks::Mute &mute, const QString &what) {
    m_workspace.change(withMute(m_workspace.current(), mute, m_today), tr("Mute %1").arg(what));
}

void SiteController::unmute(const std::vector<checks::Mute> &mutes, const QString &what) {
    m_workspace.change(withoutMutes(m_workspace.current(), mutes), tr("Unmute %1").arg(what));
}

void SiteController::update() {
    const workspace::Workspace &now = m_workspace.current();
    const QString path = QString::fromStdString(now.siteFile);
    const bool isOtherFile = path != std::exchange(m_path, path);
    if (isOtherFile) {
        m_file.reset();
        m_error.clear();
        m_isReading = false;
        ++m_question; // an answer about the other file is dropped
    }
    if (!isOtherFile && now.mutes == m_mutes)
        return;
    m_mutes = now.mutes;
    if (isOtherFile && !m_path.isEmpty())
        read(); // the mutes are applied with the file
    else
        applyRules();
    if (isOtherFile)
        Q_EMIT changed();
}

void SiteController::read() {
    m_isReading = true;
    m_sessions.queries().readSite(++m_question, m_path);
}

void SiteController::take(quint64 question, const std::shared_ptr<const site::Site> &site,
                          const QString &error) {
    if (question != m_question)
        return; // a newer request was sent
    m_isReading = false;
    m_error = error;
    m_file = site ? std::make_unique<const site::Site>(*site) : nullptr;
    applyRules();
    Q_EMIT changed();
}

/// The workspace's own mutes count first: they can be removed here.
void SiteController::applyRules() {
    startDay();
    if (m_mutes.empty() && !m_file) {
        if (m_sessions.site().rules())
            m_sessions.site().setRules(nullptr);
        return;
    }
    auto rules = std::make_shared<SiteRules>();
    rules->today = m_today;
    rules->site.mutes = m_mutes;
    rules->site.muteLines.assign(m_mutes.size(), 0);
    if (m_file) {
        const std::string name =
            HostText(QFileInfo(m_path).fileName().toStdString()).line(site::SiteLimits::kText);
        rules->site.hosts = m_file->hosts;
        for (std::size_t i = 0; i < m_file->mutes.size(); ++i) {
            checks::Mute mute = m_file->mutes[i];
            mute.from = name + ", line " + std::to_string(m_file->muteLines[i]);
            rules->site.mutes.push_back(std::move(mute));
            rules->site.muteLines.push_back(m_file->muteLines[i]);
        }
    }
    m_sessions.site().setRules(std::move(rules));
}

void SiteController::setToday(checks::Date today) {
    m_today = today;
    applyRules();
}

/// Mutes end when a day does. Without them nothing has to be awake for it.
void SiteController::startDay() {
    const auto isDated = [](const checks::Mute &mute) {
        return mute.until.has_value();
    };
    if (std::none_of(m_mutes.begin(), m_mutes.end(), isDated) &&
        (!m_file || std::none_of(m_file->mutes.begin(), m_file->mutes.end(), isDated)))
        return m_midnight->stop();
    const QDateTime now = QDateTime::currentDateTime();
    constexpr qint64 kAfterwardsMs = 1000;
    m_midnight->start(static_cast<int>(now.msecsTo(now.date().addDays(1).startOfDay()) + kAfterwardsMs));
}

} // namespace fabricscope::app::window
