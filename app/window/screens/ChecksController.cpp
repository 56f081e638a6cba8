// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/ChecksController.h"

#include "app/jobs/judge/CheckHost.h"
#include "app/window/dialogs/HostDialogs.h"
#include "app/window/session/RelatedHostViews.h"
#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/Navigation.h"
#include "app/window/workspace/OpenController.h"
#include "app/window/workspace/SiteController.h"
#include "app/window/workspace/WorkspaceController.h"
#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/checks/Report.h"
#include "widgets/checks/ChecksScreen.h"
#include "widgets/checks/MuteDialog.h"
#include "widgets/checks/SiteFileStrip.h"
#include "widgets/inspector/EvidenceViewer.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

using widgets::ChecksScreen;

namespace {

constexpr qsizetype kMostNamed = 6; ///< of mutes, and of hosts without expectations
constexpr std::size_t kNameBytes = 256;

QString shown(const std::string &text) {
    return QString::fromStdString(HostText(text).line(kNameBytes));
}

/// "link.narrow on gpu-01".
QString nameOf(const findings::Finding &finding, const HostSession &session) {
    return ChecksController::tr("%1 on %2").arg(shown(finding.rule), session.name());
}

QString numberOf(std::size_t count, const char *one, const char *many) {
    return QString::fromStdString(plural(count, one, many));
}

/// What the file has, and the hosts of which it expects nothing.
QString stateOf(const site::Site &file, const std::vector<std::unique_ptr<HostSession>> &sessions) {
    std::size_t expectations = 0;
    for (const site::HostExpectations &hosts : file.hosts)
        expectations += hosts.expected.size();
    QString state = numberOf(expectations, "expectation", "expectations") + QStringLiteral(", ") +
                    numberOf(file.mutes.size(), "mute", "mutes");
    if (!file.problems.empty())
        state += QStringLiteral(", ") + numberOf(file.problems.size(), "error", "errors");
    QStringList without;
    for (const auto &session : sessions)
        if (session->withSite.report && session->withSite.expectations == 0)
            without += session->name();
    const qsizetype more = std::max<qsizetype>(without.size() - kMostNamed, 0);
    without.resize(without.size() - more);
    if (more > 0)
        without += ChecksController::tr("%1 more").arg(more);
    if (expectations > 0 && !without.isEmpty())
        state += ChecksController::tr("; no expectations of %1").arg(without.join(QStringLiteral(", ")));
    return state;
}

} // namespace

ChecksController::ChecksController(const Parts &parts, QWidget *window)
    : QObject(window), m_parts(parts), m_site(new SiteController(parts.sessions, parts.workspace, window)) {
    m_site->bindTo(m_parts.actions);
    m_parts.actions.bind(ActionId::Mute, [this] { m_parts.screen.mute(); });
    connect(&m_parts.files, &OpenController::siteFileRequested, this, &ChecksController::openSite);
    connect(&m_parts.sessions, &SessionController::listChanged, this, &ChecksController::markChanged);
    connect(&m_parts.navigation, &Navigation::chosen, this, [this](Screen chosen) {
        if (chosen == Screen::Checks) // only Checks shows them
            showHosts();
    });
    connect(&m_parts.shown, &ShownHost::chosen, &m_parts.screen, &ChecksScreen::selectHost);
    connect(&m_parts.screen, &ChecksScreen::deviceRequested, this, &ChecksController::showDevice);
    connect(&m_parts.screen, &ChecksScreen::evidenceRequested, this, &ChecksController::showEvidence);
    connect(&m_parts.screen, &ChecksScreen::muteRequested, this, &ChecksController::mute);
    connect(&m_parts.screen, &ChecksScreen::unmuteRequested, this, &ChecksController::unmute);
    connect(&m_parts.screen, &ChecksScreen::siteFileRequested, m_site, &SiteController::choose);
    connect(m_parts.screen.siteFile(), &widgets::SiteFileStrip::reloadRequested, m_site,
            &SiteController::reload);
    connect(m_parts.screen.siteFile(), &widgets::SiteFileStrip::closeRequested, m_site,
            &SiteController::close);
    connect(m_site, &SiteController::changed, this, &ChecksController::markChanged);
    connect(&m_parts.screen, &ChecksScreen::connectRequested, this,
            [this] { m_parts.dialogs.openConnect(); });
    connect(&m_parts.screen, &ChecksScreen::hostRequested, this,
            [this](quint64 host) { m_parts.navigation.showDevice(host, std::nullopt); });
}

void ChecksController::markChanged() {
    m_changed = true;
    if (m_parts.navigation.screen() == Screen::Checks)
        showHosts();
}

void ChecksController::showHosts() {
    if (!std::exchange(m_changed, false))
        return;
    m_parts.screen.setHosts(checkedHosts(m_parts.sessions.sessions(), m_parts.sessions.groups()));
    showSite();
}

/// Its errors, if it has some, are on this screen.
void ChecksController::openSite(const QString &path) {
    m_site->open(path);
    m_parts.navigation.showScreen(Screen::Checks);
}

void ChecksController::showSite() {
    widgets::SiteFileContent content;
    const SiteController &site = *m_site;
    if (!site.path().isEmpty())
        content.name = shown(QFileInfo(site.path()).fileName().toStdString());
    content.isFailed = !site.error().isEmpty();
    if (content.isFailed) {
        content.state = site.error();
    } else if (site.file() == nullptr) {
        content.state = tr("being read");
    } else {
        content.state = stateOf(*site.file(), m_parts.sessions.sessions());
        for (const site::Problem &problem : site.file()->problems)
            content.problems += QString::fromStdString(site::toString(problem));
    }
    m_parts.screen.setSiteFile(content);
    m_parts.screen.setUnusedMutes(unusedMutes());
}

/// What they muted is remedied, or their names are wrong.
QStringList ChecksController::unusedMutes() const {
    QStringList texts;
    const SiteJudging &judging = m_parts.sessions.site();
    const std::vector<std::size_t> unused = judging.unusedMutes();
    const auto count = static_cast<qsizetype>(unused.size());
    for (qsizetype i = 0; i < std::min(count, kMostNamed); ++i) {
        const checks::Mute &mute = judging.rules()->site.mutes[unused[static_cast<std::size_t>(i)]];
        const QString where = shown(!mute.from.empty() ? mute.from : mute.host);
        texts += tr("%1 (%2)").arg(shown(mute.rule), where);
    }
    if (count > kMostNamed)
        texts += tr("%1 more").arg(count - kMostNamed);
    return texts;
}

void ChecksController::mute(quint64 host, const findings::Finding &finding) {
    const HostSession *session = m_parts.sessions.find(host);
    const auto report = session != nullptr ? session->report() : nullptr;
    auto proposed = report ? checks::muteFor(finding, report->host) : std::nullopt;
    if (!proposed)
        return;
    for (const checks::Mute &each : m_parts.workspace.current().mutes)
        if (each.rule == proposed->rule && each.host == proposed->host && each.device == proposed->device)
            proposed = each; // it has ended
    const QString title = QString::fromStdString(findings::capitalized(findings::headline(finding), finding));
    auto *dialog = new widgets::MuteDialog(*proposed, tr("%1: %2").arg(session->name(), title),
                                           m_site->today(), m_parts.screen.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, what = nameOf(finding, *session)] { m_site->mute(dialog->mute(), what); });
    dialog->open();
}

void ChecksController::unmute(quint64 host, const QString &check, const findings::Finding &finding) {
    const HostSession *session = m_parts.sessions.find(host);
    const auto report = session != nullptr ? session->report() : nullptr;
    if (!report)
        return;
    const std::vector<std::string> names = namesOf(session->snapshot, *report);
    std::vector<checks::Mute> about;
    for (const checks::Mute &mute : m_parts.workspace.current().mutes)
        if (checks::matches(mute, check.toStdString(), finding, names))
            about.push_back(mute);
    m_site->unmute(about, nameOf(finding, *session));
}

void ChecksController::showDevice(quint64 host, const findings::Finding &finding) {
    if (const HostSession *session = m_parts.sessions.find(host); session != nullptr)
        m_parts.navigation.showDevice(host, nodeOf(*session, finding));
}

void ChecksController::showEvidence(quint64 host, const findings::Evidence &evidence, const QString &what) {
    const HostSession *session = m_parts.sessions.find(host);
    if (session == nullptr || !session->snapshot.capture)
        return;
    const auto place = widgets::rawPlace(*session->snapshot.capture, evidence);
    if (!place)
        return Q_EMIT statusMessageRequested(
            tr("This evidence is derived from other facts; it has no raw lines."));
    if (m_viewer == nullptr)
        m_viewer = new widgets::EvidenceViewer(&m_parts.screen);
    m_viewer->show(session->snapshot.capture, *place, what);
}

} // namespace fabricscope::app::window
