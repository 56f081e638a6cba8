// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/ScreenshotTour.h"

#include "app/window/MainWindow.h"
#include "app/window/dialogs/KeyMapDialog.h"
#include "app/window/hostvm/HostVmController.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/ThemeController.h"
#include "core/affinity/Affinity.h"
#include "core/base/Print.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/TriedPairs.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/search/SearchField.h"
#include "widgets/topology/DeviceSearchBar.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QTimer>

namespace fabricscope::app::window {

namespace {

constexpr int kCannotWrite = 3;

/// The log or the host of the run on the Benchmarks screen; empty: none is shown.
QString shownSource(const widgets::BenchScreen &bench) {
    return bench.view() != nullptr ? QString::fromStdString(bench.view()->source) : QString();
}

/// The first GPU that is mispaired, else with a finding, else the first GPU, else nothing.
std::optional<topology::NodeId> exampleNode(const widgets::TopologyContent &content) {
    std::optional<topology::NodeId> first;
    if (content.judgement)
        for (const affinity::Pair &pair : content.judgement->pairs)
            if (pair.mispaired && content.judgement->fabric.gpus[pair.gpu].node)
                return content.judgement->fabric.gpus[pair.gpu].node;
    for (const topology::Node &node : content.topology->nodes()) {
        if (node.kind != topology::NodeKind::Gpu)
            continue;
        if (!node.findings.empty())
            return node.id;
        first = first ? first : std::optional(node.id);
    }
    return first;
}

} // namespace

ScreenshotTour::ScreenshotTour(MainWindow &window, SessionController &sessions, ThemeController &theme,
                               QString folder)
    : QObject(&window), m_window(window), m_sessions(sessions), m_theme(theme), m_folder(std::move(folder)) {}

void ScreenshotTour::start() {
    if (const auto fonts = widgets::usableFonts(); !fonts) {
        printText(stderr, "fabricscope-window: {}\n", fonts.error().toString());
        return QCoreApplication::exit(kCannotWrite);
    }
    if (!QDir().mkpath(m_folder)) {
        printText(stderr, "fabricscope-window: {} cannot be created\n", m_folder.toStdString());
        return QCoreApplication::exit(kCannotWrite);
    }
    connect(&m_sessions, &SessionController::settled, this, &ScreenshotTour::waitForHosts,
            Qt::QueuedConnection);
    QTimer::singleShot(0, this, &ScreenshotTour::waitForHosts);
}

void ScreenshotTour::waitForHosts() {
    if (m_sessions.busy() || std::exchange(m_begun, true))
        return;
    disconnect(&m_sessions, nullptr, this, nullptr);
    for (const auto &session : m_sessions.sessions())
        if (session->failure)
            m_status = kCannotWrite;
    takeAll();
    QCoreApplication::exit(m_status);
}

void ScreenshotTour::takeAll() {
    for (const auto theme : {widgets::ThemeKind::Dark, widgets::ThemeKind::Light}) {
        m_theme.applyTheme(theme);
        m_suffix = draw::isDark(theme) ? QStringLiteral("dark") : QStringLiteral("light");
        takeWelcome();
        takeHosts();
        takeAffinity();
        takeHostVm();
        takeCompare();
        takePlaceholders();
        takeSearch();
        takeDialogs();
    }
}

void ScreenshotTour::takeWelcome() {
    if (m_sessions.sessions().empty())
        shoot(&m_window, QStringLiteral("welcome"));
}

void ScreenshotTour::takeHosts() {
    m_window.showScreen(Screen::Topology);
    for (const auto &session : m_sessions.sessions()) {
        m_window.showHost(session->id);
        QString name = session->name();
        name.replace(QLatin1Char('/'), QLatin1Char('-')).replace(QLatin1Char(' '), QLatin1Char('-'));
        widgets::TopologyScreen *screen = m_window.topology();
        if (screen->content().topology)
            screen->select(exampleNode(screen->content()));
        shoot(&m_window, QStringLiteral("topology-%1").arg(name));
        if (!screen->content().topology || session != m_sessions.sessions().front())
            continue;
        screen->setColourBy(layout::ColourBy::Owner);
        shoot(&m_window, QStringLiteral("topology-%1-by-owner").arg(name));
        screen->setColourBy(layout::ColourBy::IommuGroup);
        shoot(&m_window, QStringLiteral("topology-%1-by-group").arg(name));
        screen->setColourBy(layout::ColourBy::Kind);
        screen->view()->setZoom(0.4);
        shoot(&m_window, QStringLiteral("topology-%1-at-40").arg(name));
        screen->view()->setZoom(1);
        const QSize size = m_window.size();
        m_window.resize(m_window.minimumSize());
        shoot(&m_window, QStringLiteral("topology-%1-smallest").arg(name));
        m_window.resize(size);
    }
}

/// Each host that has pairs; the first one also in the smallest window, as a table, and with a what-if pair.
void ScreenshotTour::takeAffinity() {
    m_window.showScreen(Screen::Affinity);
    bool first = true;
    for (const auto &session : m_sessions.sessions()) {
        m_window.showHost(session->id);
        widgets::AffinityScreen *screen = m_window.affinity();
        if (!screen->hasPicture())
            continue;
        QString name = session->name();
        name.replace(QLatin1Char('/'), QLatin1Char('-')).replace(QLatin1Char(' '), QLatin1Char('-'));
        shoot(&m_window, QStringLiteral("affinity-%1").arg(name));
        if (!first)
            continue;
        first = false;
        screen->showTable(true);
        shoot(&m_window, QStringLiteral("affinity-%1-table").arg(name));
        screen->showTable(false);
        const QSize size = m_window.size();
        m_window.resize(m_window.minimumSize());
        shoot(&m_window, QStringLiteral("affinity-%1-smallest").arg(name));
        m_window.resize(size);
        const present::AffinityTable &table = screen->shown()->table();
        if (const auto cell = screen->selectedCell(); cell && table.columnsInFabric() > 1) {
            const auto &pairs = table.pairsOf(cell->row);
            std::size_t nic = table.columns()[cell->column == table.columns().front() ? 1 : 0];
            if (!pairs.empty() && pairs.front()->mispaired && !pairs.front()->idealNics.empty())
                nic = pairs.front()->idealNics.front();
            screen->tryPair(cell->row, nic);
            shoot(&m_window, QStringLiteral("affinity-%1-what-if").arg(name));
            while (screen->shown()->isHypothesis())
                screen->tried().undo();
        }
    }
    m_window.showScreen(Screen::Topology);
}

/// Each guest with its host and each host with its first guest; the first one also in the smallest
/// window, and its host as the guest sees it.
void ScreenshotTour::takeHostVm() {
    bool first = true;
    for (const auto &session : m_sessions.sessions()) {
        m_window.showScreen(Screen::HostVm);
        m_window.showHost(session->id);
        while (!m_window.hostVmController()->isSettled())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        if (!m_window.hostVm()->hasPicture())
            continue;
        QString name = session->name();
        name.replace(QLatin1Char('/'), QLatin1Char('-')).replace(QLatin1Char(' '), QLatin1Char('-'));
        shoot(&m_window, QStringLiteral("host-vm-%1").arg(name));
        const QSize size = m_window.size();
        if (std::exchange(first, false)) {
            m_window.resize(m_window.minimumSize());
            shoot(&m_window, QStringLiteral("host-vm-%1-smallest").arg(name));
            m_window.resize(size);
        }
        if (m_window.hostVmController()->guestViewNames().isEmpty())
            continue;
        m_window.hostVmController()->setGuestViewIndex(0);
        while (!m_window.hostVmController()->isSettled())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        m_window.showScreen(Screen::Topology);
        shoot(&m_window, QStringLiteral("topology-%1-as-seen").arg(name));
        m_window.hostVmController()->setGuestViewIndex(-1);
    }
    m_window.showScreen(Screen::Topology);
}

void ScreenshotTour::takeCompare() {
    m_window.showScreen(Screen::Compare);
    while (m_window.compare()->comparing())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    shoot(&m_window, QStringLiteral("compare"));
    if (QListView *list = m_window.compare()->list(); list->model()->rowCount() > 0) {
        list->setCurrentIndex(list->model()->index(0, 0));
        shoot(&m_window, QStringLiteral("compare-selected"));
        const QSize size = m_window.size();
        m_window.resize(m_window.minimumSize());
        shoot(&m_window, QStringLiteral("compare-smallest"));
        m_window.resize(size);
        list->setCurrentIndex({});
    }
    m_window.showScreen(Screen::Topology);
}

/// Checks, and the screens that have no data yet.
void ScreenshotTour::takePlaceholders() {
    m_window.showScreen(Screen::Fleet);
    shoot(&m_window, QStringLiteral("later-1"));
    m_window.showScreen(Screen::Checks);
    shoot(&m_window, QStringLiteral("checks"));
    const QSize size = m_window.size();
    m_window.resize(m_window.minimumSize());
    shoot(&m_window, QStringLiteral("checks-smallest"));
    m_window.resize(size);
    m_window.showScreen(Screen::Benchmarks);
    m_window.bench()->settle();
    shoot(&m_window,
          QStringLiteral("benchmarks-%1").arg(QFileInfo(shownSource(*m_window.bench())).baseName()));
    m_window.showScreen(Screen::Topology);
}

/// "Go to anything" with no text, with a keyword, and with text that has no results; and "find here".
void ScreenshotTour::takeSearch() {
    if (m_sessions.sessions().empty())
        return;
    m_window.showHost(m_sessions.sessions().front()->id);
    m_window.topology()->select(std::nullopt);
    widgets::SearchField *field = m_window.modes()->search();
    const struct {
        const char *name;
        const char *text;
    } searches[] = {{"search", ""},
                    {"search-words", "kind:gpu numa:1"},
                    {"search-action", "fit"},
                    {"search-trouble", "is:broken"}};
    for (const auto &[name, text] : searches) {
        field->open(QLatin1String(text));
        field->settle();
        shoot(&m_window, QLatin1String(name));
        field->clear();
        field->close();
    }
    widgets::DeviceSearchBar *bar = m_window.findBar();
    bar->open();
    bar->field()->setText(QStringLiteral("kind:nic numa:0"));
    bar->step(1);
    shoot(&m_window, QStringLiteral("find-here"));
    const QSize size = m_window.size();
    m_window.resize(m_window.minimumSize());
    shoot(&m_window, QStringLiteral("find-here-smallest"));
    bar->close();
    field->open(QStringLiteral("is:mispaired"));
    field->settle();
    shoot(&m_window, QStringLiteral("search-smallest"));
    field->clear();
    field->close();
    m_window.showScreen(Screen::Topology);
    m_window.resize(size);
    m_window.topology()->select(std::nullopt);
}

void ScreenshotTour::takeDialogs() {
    for (int index = 0; index < kMenus; ++index)
        shoot(m_window.actions().menu(static_cast<MenuId>(index)), QStringLiteral("menu-%1").arg(index + 1));
    KeyMapDialog keys(keyMapRows(m_window.actions()), &m_window);
    shoot(&keys, QStringLiteral("keyboard-map"));
    widgets::ConnectDialog connecting(&m_window);
    shoot(&connecting, QStringLiteral("connect"));
}

void ScreenshotTour::shoot(QWidget *widget, const QString &name) {
    widget->ensurePolished();
    for (int round = 0; round < 3; ++round) { // layouts settle, timers of 0 ms fire
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
        m_window.topology()->settle();
        m_window.affinity()->settle();
        m_window.hostVm()->settle();
        m_window.compare()->settle();
    }
    const QString file = QStringLiteral("%1/%2-%3.png").arg(m_folder, name, m_suffix);
    if (!widget->grab().save(file, "PNG")) {
        printText(stderr, "fabricscope-window: {} cannot be written\n", file.toStdString());
        m_status = kCannotWrite;
    }
}

} // namespace fabricscope::app::window
