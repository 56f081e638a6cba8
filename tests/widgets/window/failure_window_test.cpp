// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the window reports a failed connection, and how its settings are edited: with a real sshd.
#include "app/window/MainWindow.h"
#include "app/window/dialogs/PromptController.h"
#include "app/window/shell/ScreenNote.h"
#include "app/window/shell/ThemeController.h"
#include "app/window/workspace/WorkspaceController.h"
#include "core/workspace/Workspace.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/connect/HostKeyDialog.h"
#include "widgets/connect/UnreachablePage.h"
#include "widgets/models/FleetModel.h"
#include "widgets/topology/TopologyScreen.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

using widgets::HostLink;

class FailureWindow : public ::testing::Test {
protected:
    void open() {
        settings =
            std::make_unique<Settings>(QString::fromStdString((folder.path() / "settings.ini").string()));
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions = std::make_unique<SessionController>(SshFiles{sshd.configFile(), sshd.knownHosts()});
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->show();
    }
    void TearDown() override {
        window.reset();
        sessions.reset();
    }
    quint64 connect(const QString &target) {
        const quint64 id = sessions->connectTo({target, {}, 0, {}, false});
        window->showHost(id);
        return id;
    }
    bool wait() {
        return test::waitFor([this] { return !sessions->busy(); }, 110000);
    }
    const widgets::UnreachableInfo &page() const { return window->topology()->errorPage()->info(); }
    QString rowText(int row, int role) const {
        const auto *fleet = sessions->fleet();
        const QModelIndex group = fleet->index(0, 0);
        return fleet->index(row, 0, group).data(role).toString();
    }

    test::Sshd sshd;
    test::TemporaryFolder folder;
    std::unique_ptr<Settings> settings;
    std::unique_ptr<ThemeController> theme;
    std::unique_ptr<SessionController> sessions;
    std::unique_ptr<MainWindow> window;
};

TEST_F(FailureWindow, AChangedKeyIsNamedAsSuchEverywhere) {
    sshd.changeHostKey();
    open();
    const quint64 id = connect(QStringLiteral("sshd0"));
    ASSERT_TRUE(
        test::waitFor([this] { return window->prompts()->current() != nullptr || !sessions->busy(); }));
    auto *dialog = qobject_cast<widgets::HostKeyDialog *>(window->prompts()->current());
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(test::buttonNamed(*dialog, QStringLiteral("Connect once")), nullptr);
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
    ASSERT_TRUE(wait());
    EXPECT_EQ(page().title, QStringLiteral("sshd0: host key changed"));
    EXPECT_TRUE(page().since.startsWith(QStringLiteral("host key changed, ")));
    EXPECT_EQ(rowText(0, widgets::FleetModel::DetailRole), QStringLiteral("host key changed"));
    EXPECT_TRUE(rowText(0, Qt::ToolTipRole).endsWith(QStringLiteral(": host key changed")));
    EXPECT_TRUE(rowText(0, Qt::AccessibleTextRole).contains(QStringLiteral("host key changed")));
    EXPECT_EQ(failedHosts(sessions->sessions()).text, QStringLiteral("1 host key changed"));
    const QString command =
        QStringLiteral("ssh-keygen -f ") + QString::fromStdString(sshd.knownHosts().string());
    EXPECT_TRUE(std::any_of(page().advice.begin(), page().advice.end(), [&](const auto &advice) {
        return QString(advice.title).remove(QLatin1Char('\'')).contains(command);
    })) << sessions->find(id)->failure->hint;
}

TEST_F(FailureWindow, ADeniedLoginNamesTheCommandWithUserAndPort) {
    std::filesystem::remove(sshd.identity());
    open();
    const quint64 id = connect(QStringLiteral("sshd0"));
    ASSERT_TRUE(wait());
    EXPECT_EQ(page().title, QStringLiteral("sshd0: login refused"));
    const std::string command = "ssh -F " + sshd.configFile().string() + " -p " +
                                std::to_string(sshd.port()) + " " + sshd.user() + "@sshd0";
    EXPECT_NE(sessions->find(id)->failure->hint.find(command), std::string::npos)
        << sessions->find(id)->failure->hint;
}

TEST_F(FailureWindow, HostsThatFailedForSeveralReasonsAreCountedAsNotConnected) {
    std::filesystem::remove(sshd.identity());
    open();
    connect(QStringLiteral("sshd0"));
    connect(QStringLiteral("nobody@127.0.0.1:1"));
    ASSERT_TRUE(wait());
    const FailedHosts failed = failedHosts(sessions->sessions());
    EXPECT_EQ(failed.text, QStringLiteral("2 not connected"));
    EXPECT_EQ(failed.names, QStringLiteral("sshd0: login refused\n127.0.0.1: connection refused"));
}

TEST_F(FailureWindow, RestoredHostWithInteractiveLoginPromptsOnlyWhenCollected) {
    open();
    QSignalSpy asked(sessions.get(), &SessionController::asked);
    workspace::Member member;
    member.connection.target = "sshd0";
    const quint64 byKey = sessions->add(member, true);
    ASSERT_TRUE(wait());
    EXPECT_EQ(sessions->find(byKey)->link, HostLink::Connected) << "nothing was to be asked";
    sessions->remove(byKey);
    ASSERT_TRUE(test::waitFor([this] { return sshd.sessions().empty(); }))
        << "else its connection is used again";

    test::run({"ssh-keygen", "-q", "-p", "-P", "", "-N", "secret", "-f", sshd.identity().string()});
    const quint64 id = sessions->add(member, true);
    window->showHost(id);
    ASSERT_TRUE(wait());
    EXPECT_EQ(asked.count(), 0);
    EXPECT_EQ(window->prompts()->current(), nullptr);
    EXPECT_EQ(sessions->find(id)->link, HostLink::Disconnected);
    EXPECT_FALSE(sessions->find(id)->failure.has_value());
    EXPECT_TRUE(sessions->jobs()
                    ->find(sessions->find(id)->jobId)
                    ->step.contains(QStringLiteral("password or passphrase")));

    sessions->collect(id, false);
    ASSERT_TRUE(
        test::waitFor([this] { return window->prompts()->current() != nullptr || !sessions->busy(); }));
    ASSERT_NE(window->prompts()->current(), nullptr);
    window->prompts()->current()->reject();
    ASSERT_TRUE(wait());
}

TEST_F(FailureWindow, RestoredHostWithUnknownKeyPromptsOnlyWhenCollected) {
    std::filesystem::resize_file(sshd.knownHosts(), 0);
    open();
    QSignalSpy asked(sessions.get(), &SessionController::asked);
    workspace::Member member;
    member.connection.target = "sshd0";
    const quint64 id = sessions->add(member, true);
    window->showHost(id);
    ASSERT_TRUE(wait());
    EXPECT_EQ(asked.count(), 0);
    EXPECT_EQ(window->prompts()->current(), nullptr);
    EXPECT_EQ(sessions->find(id)->link, HostLink::Disconnected);
    EXPECT_FALSE(sessions->find(id)->failure.has_value());
    EXPECT_EQ(failedHosts(sessions->sessions()).text, QString());
    EXPECT_TRUE(sessions->jobs()->find(sessions->find(id)->jobId)->step.contains(QStringLiteral("host key")));

    sessions->collect(id, false);
    ASSERT_TRUE(
        test::waitFor([this] { return window->prompts()->current() != nullptr || !sessions->busy(); }));
    EXPECT_NE(qobject_cast<widgets::HostKeyDialog *>(window->prompts()->current()), nullptr);
    EXPECT_EQ(asked.count(), 1);
    if (window->prompts()->current() != nullptr)
        window->prompts()->current()->reject();
    ASSERT_TRUE(wait());
    ASSERT_TRUE(sessions->find(id)->failure.has_value()) << "who refuses it is told so";
    EXPECT_EQ(sessions->find(id)->failure->kind, remote::FailureKind::HostKeyUnknown);
}

TEST_F(FailureWindow, ARestoredHostWhoseKeyHasChangedIsAFailure) {
    sshd.changeHostKey();
    open();
    workspace::Member member;
    member.connection.target = "sshd0";
    const quint64 id = sessions->add(member, true);
    ASSERT_TRUE(wait());
    ASSERT_TRUE(sessions->find(id)->failure.has_value());
    EXPECT_EQ(sessions->find(id)->failure->kind, remote::FailureKind::HostKeyChanged);
    EXPECT_EQ(sessions->find(id)->link, HostLink::Unreachable);
}

TEST_F(FailureWindow, EditingAConnectionChangesThatHostAndAddsNone) {
    open();
    const quint64 first = connect(QStringLiteral("sshd0"));
    ASSERT_TRUE(wait());
    const quint64 id = connect(QStringLiteral("127.0.0.1:1"));
    ASSERT_TRUE(wait());
    ASSERT_EQ(sessions->find(id)->link, HostLink::Unreachable);
    window->workspace()->rename(id, QStringLiteral("my gpu"));
    const auto group = window->workspace()->addGroup(QStringLiteral("Rack 1"), {id});
    auto *edit = test::buttonNamed(*window->topology()->errorPage(), QStringLiteral("Edit connection…"));
    QTest::mouseClick(edit, Qt::LeftButton);
    auto *dialog = window->findChild<widgets::ConnectDialog *>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->windowTitle(), QStringLiteral("Edit connection"));
    EXPECT_EQ(dialog->request().target, QStringLiteral("127.0.0.1:1"));
    widgets::ConnectRequest right;
    right.target = QStringLiteral("127.0.0.1");
    right.user = QString::fromStdString(sshd.user());
    right.port = sshd.port();
    right.keyFile = QString::fromStdString(sshd.identity().string());
    dialog->setRequest(right);
    QTest::mouseClick(test::buttonNamed(*dialog, QStringLiteral("Connect")), Qt::LeftButton);
    ASSERT_TRUE(wait());
    ASSERT_EQ(sessions->sessions().size(), 2u) << "no third row";
    const HostSession *host = sessions->find(id);
    ASSERT_NE(host, nullptr);
    EXPECT_EQ(host->link, HostLink::Connected) << (host->failure ? host->failure->what : "");
    EXPECT_EQ(host->endpoint.target, "127.0.0.1");
    EXPECT_EQ(host->endpoint.port, sshd.port());
    EXPECT_EQ(host->name(), QStringLiteral("my gpu"));
    EXPECT_EQ(host->group, group);
    const workspace::Member *member = window->workspace()->current().member(id);
    ASSERT_NE(member, nullptr);
    EXPECT_EQ(member->connection.port, sshd.port()) << "the workspace's file has the new way";
    EXPECT_NE(sessions->find(first), nullptr);
}

TEST_F(FailureWindow, EditingIntoAHostThatIsThereShowsThatOne) {
    open();
    const quint64 first = connect(QStringLiteral("sshd0"));
    ASSERT_TRUE(wait());
    const quint64 id = connect(QStringLiteral("127.0.0.1:1"));
    ASSERT_TRUE(wait());
    EXPECT_EQ(sessions->editConnection(id, {QStringLiteral("sshd0"), {}, 0, {}, false}), first);
    EXPECT_EQ(sessions->editConnection(id, {QStringLiteral("gpu-[01-03]"), {}, 0, {}, false}), 0u);
    ASSERT_TRUE(wait());
    EXPECT_EQ(sessions->sessions().size(), 2u);
    EXPECT_EQ(sessions->find(id)->endpoint.target, "127.0.0.1:1");
}

TEST_F(FailureWindow, TheEditDialogTakesOneHostOnly) {
    open();
    widgets::ConnectDialog dialog;
    dialog.setEdited(QStringLiteral("gpu-01"));
    dialog.setRequest({QStringLiteral("gpu-[01-03]"), {}, 0, {}, false});
    EXPECT_FALSE(test::buttonNamed(dialog, QStringLiteral("Connect"))->isEnabled());
    dialog.setRequest({QStringLiteral("gpu-02"), {}, 0, {}, false});
    EXPECT_TRUE(test::buttonNamed(dialog, QStringLiteral("Connect"))->isEnabled());
}

TEST_F(FailureWindow, ThePageKeepsTheKeyboardAfterAnotherFailure) {
    open();
    const quint64 id = connect(QStringLiteral("127.0.0.1:1"));
    ASSERT_TRUE(wait());
    window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
    auto *again = test::buttonNamed(*window->topology()->errorPage(), QStringLiteral("Try again"));
    again->setFocus();
    widgets::UnreachableInfo info = page();
    info.what += QStringLiteral(" again");
    window->topology()->errorPage()->setInfo(info);
    again = test::buttonNamed(*window->topology()->errorPage(), QStringLiteral("Try again"));
    EXPECT_TRUE(again->hasFocus());
    const quint64 job = sessions->find(id)->jobId;
    QTest::keyClick(again, Qt::Key_Return);
    EXPECT_NE(sessions->find(id)->jobId, job) << "Enter pressed it";
    ASSERT_TRUE(wait());
}

} // namespace
} // namespace fabricscope::app::window
