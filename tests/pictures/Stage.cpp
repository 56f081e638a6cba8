// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/Stage.h"

#include "tests/widgets/Support.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/jobs/JobsLogStrip.h"
#include "widgets/topology/TopologyScreen.h"

#include <QApplication>
#include <QMenu>

#include <stdexcept>

namespace fabricscope::test {

namespace {

const std::vector<std::string> kHosts{"mi355x-01", "mi355x-02", "vm-02a"};
/// Nothing is listening there: refused at once by the machine itself.
constexpr const char *kDeaf = "localhost:1";
constexpr int kMaxRounds = 50;

/// Counts layout requests.
class Requests : public QObject {
public:
    Requests() { qApp->installEventFilter(this); }
    [[nodiscard]] int count() const { return m_count; }

protected:
    bool eventFilter(QObject *, QEvent *event) override {
        m_count += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return false;
    }

private:
    int m_count = 0;
};

} // namespace

Stage::Program::Program(const QString &settingsFile)
    : settings([&] {
        app::window::Settings fresh(settingsFile);
        app::window::Preferences changed = fresh.preferences();
        changed.reducedMotion = true; // no blinking text cursor
        if (const int px = qEnvironmentVariableIntValue("FABRICSCOPE_PICTURE_FONT"); px != 0)
            changed.fontSize = px;
        fresh.setPreferences(changed);
        return settingsFile;
    }())
    , theme(*qApp, settings) {}

Stage::Stage()
    : m_captures(kHosts)
    , m_empty(std::make_unique<Program>(m_folder.filePath(QStringLiteral("empty.ini"))))
    , m_full(std::make_unique<Program>(m_folder.filePath(QStringLiteral("full.ini")))) {
    m_empty->window.showScreen(app::window::Screen::Topology);
    fill();
}

Stage::~Stage() = default;

void Stage::fill() {
    auto &sessions = m_full->sessions;
    for (const std::string &name : kHosts)
        sessions.openCapture(m_captures.file(name));
    sessions.connectTo({QLatin1String(kDeaf), QStringLiteral("ops"), 0, {}, false});
    if (!waitFor([&] { return !sessions.busy(); }))
        throw std::runtime_error("the demo hosts cannot be read");
    const qint64 start = QDateTime::currentMSecsSinceEpoch() - 60'000;
    const char *const lines[] = {"connected, host key known",
                                 "exec /bin/sh -s (part safe)",
                                 "part safe: 61 sections, 214 functions",
                                 "exec /bin/sh -s (part touch)",
                                 "part touch: config space of 214 functions",
                                 "tools: rocm-smi is not installed: GPUs' serial numbers are unknown"};
    std::vector<widgets::LogRow> rows;
    for (const char *line : lines)
        rows.push_back({start, QStringLiteral("ssh"), QStringLiteral("mi355x-01"), QLatin1String(line)});
    sessions.log()->append(rows);
    m_full->window.showHost(host(QStringLiteral("mi355x-01")));
}

quint64 Stage::host(const QString &name) const {
    for (const auto &session : m_full->sessions.sessions())
        if (session->name() == name)
            return session->id;
    throw std::runtime_error("there is no host " + name.toStdString());
}

void Stage::applyTheme(widgets::ThemeKind theme) {
    m_empty->theme.applyTheme(theme);
    m_full->theme.applyTheme(theme);
}

QWidget *Stage::keep(std::unique_ptr<QWidget> dialog) {
    m_dialog = std::move(dialog);
    return m_dialog.get();
}

/// Runs the event loop until there are no more layout requests: each widget forwards them to its parent in
/// another turn.
void Stage::settle() {
    Requests requests;
    int before = -1;
    for (int round = 0; round < kMaxRounds && (round < 3 || requests.count() != before); ++round) {
        before = requests.count();
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        for (app::window::MainWindow *window : {&m_empty->window, &m_full->window}) {
            window->topology()->settle();
            window->affinity()->settle();
            window->compare()->settle();
            window->hostVm()->settle();
            window->bench()->settle();
        }
    }
}

QWidget *popped(QMenu *menu, QWidget *instead) {
    if (menu == nullptr)
        return instead;
    menu->popup(QPoint(0, 0));
    return menu;
}

void closePopup(Stage &) {
    while (QWidget *popup = QApplication::activePopupWidget())
        if (!popup->close())
            break;
}

} // namespace fabricscope::test
