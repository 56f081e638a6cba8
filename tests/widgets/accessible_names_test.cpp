// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/MainWindow.h"
#include "app/window/shell/ThemeController.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/connect/HostKeyDialog.h"
#include "widgets/connect/SecretDialog.h"
#include "widgets/topology/TopologyScreen.h"

#include <QAccessible>
#include <QMenu>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

using namespace fabricscope::widgets;

/// Whether the user interacts with the widget, by mouse or keyboard. Parts of Qt's own widgets (the field of
/// a spin box) need no name from us.
bool isActedOn(const QWidget &widget) {
    const QString part = widget.objectName();
    if (part.startsWith(QLatin1String("qt_")) || widget.inherits("QTableCornerButton") ||
        widget.inherits("QHeaderView"))
        return false;
    for (const QWidget *above = widget.parentWidget(); above != nullptr; above = above->parentWidget())
        if (above->inherits("QAbstractSpinBox") || above->inherits("QComboBox") ||
            above->inherits("QMenuBar") || above->inherits("QLineEdit"))
            return false;
    return widget.inherits("QAbstractButton") || widget.inherits("QLineEdit") ||
           widget.inherits("QAbstractSpinBox") || widget.inherits("QComboBox") ||
           widget.inherits("QAbstractItemView") || widget.inherits("QPlainTextEdit") ||
           widget.inherits("QTextEdit") || widget.inherits("QGraphicsView");
}

void expectNames(const QWidget &window) {
    int seen = 0;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisibleTo(&window) || !isActedOn(*widget))
            continue;
        ++seen;
        QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(widget);
        ASSERT_NE(spoken, nullptr) << widget->metaObject()->className();
        EXPECT_FALSE(spoken->text(QAccessible::Name).trimmed().isEmpty())
            << widget->metaObject()->className() << " '" << widget->objectName().toStdString() << "' in "
            << widget->parentWidget()->metaObject()->className() << " '"
            << widget->parentWidget()->objectName().toStdString() << "' of "
            << window.metaObject()->className();
    }
    EXPECT_GT(seen, 0) << window.metaObject()->className();
}

TEST(AccessibleNames, AreOnEveryButtonFieldAndListOfTheWholeWindow) {
    const test::TemporaryFolder folder;
    Settings settings(QString::fromStdString((folder.path() / "settings.ini").string()));
    ThemeController theme(*qApp, settings);
    SessionController sessions{SshFiles{}};
    MainWindow window(sessions, theme, settings);
    window.show();
    expectNames(window);
    const auto file = folder.path() / "host.fscope";
    ASSERT_TRUE(capture::save(samples::toCapture(samples::mi355xServer()), file));
    window.showHost(sessions.openCapture(QString::fromStdString(file.string())));
    ASSERT_TRUE(test::waitFor([&] { return !sessions.busy(); }));
    window.topology()->select(test::nodeAt(*window.topology()->content().topology, "46:00.0"));
    window.topology()->setTreeShown(true);
    for (int screen = 0; screen < kScreens; ++screen) {
        window.showScreen(static_cast<Screen>(screen));
        expectNames(window);
    }
    int actions = 0;
    for (const QMenu *menu : window.findChildren<QMenu *>())
        for (const QAction *action : menu->actions()) {
            ++actions;
            EXPECT_TRUE(action->isSeparator() || !action->text().isEmpty()) << menu->title().toStdString();
        }
    EXPECT_GT(actions, 20);
}

TEST(AccessibleNames, AreOnEveryButtonAndFieldOfTheDialogs) {
    const ConnectDialog connecting;
    expectNames(connecting);
    HostKeyPrompt changed;
    changed.changed = true;
    for (const HostKeyPrompt &prompt : {HostKeyPrompt{}, changed}) {
        const HostKeyDialog key(prompt);
        expectNames(key);
    }
    SecretPrompt secret;
    secret.title = secret.accept = QStringLiteral("Log in");
    secret.fields = {{QStringLiteral("Password"), false}, {QStringLiteral("Code"), true}};
    const SecretDialog asking(secret);
    expectNames(asking);
}

} // namespace
} // namespace fabricscope::app::window
