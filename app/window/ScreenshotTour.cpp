// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/ScreenshotTour.h"

#include "app/window/MainWindow.h"
#include "app/window/ThemeController.h"
#include "widgets/common/Fonts.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

#include <QCoreApplication>
#include <QDir>
#include <QListView>
#include <QTimer>

#include <cstdio>

namespace fabricscope::app::window {

namespace {

constexpr int kCannotWrite = 3;

/// The first GPU with a remark, else the first GPU, else nothing.
std::optional<topology::NodeId> tellingNode(const topology::Topology &topology) {
    std::optional<topology::NodeId> first;
    for (const topology::Node &node : topology.nodes()) {
        if (node.kind != topology::NodeKind::Gpu)
            continue;
        if (!node.remarks.empty())
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
        std::fprintf(stderr, "fabricscope-window: %s\n", fonts.error().toString().c_str());
        return QCoreApplication::exit(kCannotWrite);
    }
    if (!QDir().mkpath(m_folder)) {
        std::fprintf(stderr, "fabricscope-window: %s cannot be made\n", qPrintable(m_folder));
        return QCoreApplication::exit(kCannotWrite);
    }
    connect(&m_sessions, &SessionController::finished, this, &ScreenshotTour::waitForHosts,
            Qt::QueuedConnection);
    QTimer::singleShot(0, this, &ScreenshotTour::waitForHosts);
}

void ScreenshotTour::waitForHosts() {
    if (m_sessions.busy())
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
        m_theme.wear(theme);
        m_suffix = theme == widgets::ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light");
        takeWelcome();
        takeHosts();
        takeCompare();
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
            screen->select(tellingNode(*screen->content().topology));
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

void ScreenshotTour::takeCompare() {
    m_window.showScreen(Screen::Compare);
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

void ScreenshotTour::takeDialogs() {
    widgets::ConnectDialog connecting(&m_window);
    shoot(&connecting, QStringLiteral("connect"));
}

void ScreenshotTour::shoot(QWidget *widget, const QString &name) {
    widget->ensurePolished();
    for (int round = 0; round < 3; ++round) { // layouts settle, timers of 0 ms fire
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
        m_window.topology()->settle();
        m_window.compare()->settle();
    }
    const QString file = QStringLiteral("%1/%2-%3.png").arg(m_folder, name, m_suffix);
    if (!widget->grab().save(file, "PNG")) {
        std::fprintf(stderr, "fabricscope-window: %s cannot be written\n", qPrintable(file));
        m_status = kCannotWrite;
    }
}

} // namespace fabricscope::app::window
