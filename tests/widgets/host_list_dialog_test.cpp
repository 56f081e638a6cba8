// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/SessionController.h"
#include "app/window/workspace/WorkspaceController.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/connect/HostListDialog.h"
#include "widgets/connect/HostPicker.h"
#include "widgets/models/FleetModel.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

#include <gtest/gtest.h>

namespace fabricscope {
namespace {

using widgets::HostListDialog;

constexpr std::string_view kInventory =
    "login\n[gpu]\nmi300x-[01:03] ansible_user=root\nbad/host\n[storage]\nnas "
    "ansible_port=2222 ansible_ssh_common_args='-J hop@bastion'\n";

workspace::HostList listOf(std::string_view text) {
    auto list = workspace::readHostList(text, "inventory");
    EXPECT_TRUE(list) << list.error().toString();
    return list.value_or(workspace::HostList());
}

QPushButton *connectButton(const HostListDialog &dialog) {
    return test::child<QPushButton>(dialog, [](const QPushButton &button) {
        return button.text().startsWith(QStringLiteral("Connect to"));
    });
}

QStringList namesOf(const HostListDialog &dialog) {
    QStringList names;
    for (const workspace::HostEntry &host : dialog.chosen())
        names << QString::fromStdString(host.name);
    return names;
}

TEST(HostListDialog, ShowsGroupsHostsAndWhatWasNotRead) {
    const HostListDialog dialog(listOf(kInventory), QStringLiteral("/lab/inventory"));
    const QTreeWidget *tree = dialog.tree();
    ASSERT_EQ(tree->topLevelItemCount(), 3);
    EXPECT_EQ(tree->topLevelItem(0)->text(0), QStringLiteral("No group"));
    EXPECT_EQ(tree->topLevelItem(1)->text(0), QStringLiteral("gpu"));
    EXPECT_EQ(tree->topLevelItem(1)->childCount(), 3);
    EXPECT_EQ(tree->topLevelItem(1)->child(0)->text(2), QStringLiteral("root"));
    EXPECT_EQ(tree->topLevelItem(2)->child(0)->text(1), QStringLiteral("nas:2222, through hop@bastion"));
    const auto *warnings = dialog.findChild<QPlainTextEdit *>();
    ASSERT_NE(warnings, nullptr);
    EXPECT_TRUE(warnings->toPlainText().startsWith(QStringLiteral("line 4: ")));
    EXPECT_EQ(connectButton(dialog)->text(), QStringLiteral("Connect to 5 hosts"));
}

TEST(HostListDialog, GivesTheTickedOnesAndAGroupsTickIsAllItsHosts) {
    HostListDialog dialog(listOf(kInventory), QStringLiteral("inventory"));
    dialog.tree()->topLevelItem(1)->setCheckState(0, Qt::Unchecked);
    EXPECT_EQ(namesOf(dialog), QStringList({QStringLiteral("login"), QStringLiteral("nas")}));
    dialog.tree()->topLevelItem(1)->child(1)->setCheckState(0, Qt::Checked);
    EXPECT_EQ(dialog.tree()->topLevelItem(1)->checkState(0), Qt::PartiallyChecked);
    EXPECT_EQ(connectButton(dialog)->text(), QStringLiteral("Connect to 3 hosts"));
    QTest::mouseClick(test::buttonNamed(dialog, QStringLiteral("None")), Qt::LeftButton);
    EXPECT_FALSE(connectButton(dialog)->isEnabled());
}

TEST(HostListDialog, TicksWhatTheFilterShows) {
    HostListDialog dialog(listOf(kInventory), QStringLiteral("inventory"));
    QTest::mouseClick(test::buttonNamed(dialog, QStringLiteral("None")), Qt::LeftButton);
    QTest::keyClicks(dialog.filter(), QStringLiteral("x-02"));
    EXPECT_TRUE(dialog.tree()->topLevelItem(0)->isHidden());
    EXPECT_FALSE(dialog.tree()->topLevelItem(1)->isHidden());
    QTest::mouseClick(test::buttonNamed(dialog, QStringLiteral("Tick all shown")), Qt::LeftButton);
    dialog.filter()->clear();
    EXPECT_EQ(namesOf(dialog), QStringList(QStringLiteral("mi300x-02")));
}

TEST(HostListDialog, TicksNoneOfVeryMany) {
    const HostListDialog dialog(listOf("n[1-300]\n"), QStringLiteral("list"));
    EXPECT_TRUE(dialog.chosen().empty());
    EXPECT_EQ(dialog.tree()->topLevelItemCount(), 300);
}

QLineEdit *hostField(const QWidget &dialog) {
    return test::child<QLineEdit>(
        dialog, [](const QLineEdit &edit) { return edit.accessibleName() == QStringLiteral("Host"); });
}

TEST(HostPicker, IsFilteredByWhatIsTypedAndChosenWithTheKeyboard) {
    widgets::ConnectDialog dialog;
    auto *picker = dialog.findChild<widgets::HostPicker *>();
    ASSERT_NE(picker, nullptr);
    EXPECT_TRUE(picker->isHidden()) << "nothing to choose from";
    dialog.setRecent({QStringLiteral("gpu-07"), QStringLiteral("old")});
    dialog.setAliases({{QStringLiteral("gpu-07"), QStringLiteral("ops@10.0.0.7")},
                       {QStringLiteral("gpu-08"), {}},
                       {QStringLiteral("bastion"), {}}});
    EXPECT_FALSE(picker->isHidden());
    const QAbstractItemModel *rows = picker->view()->model();
    EXPECT_EQ(rows->rowCount(), 4) << "recent and alias is one row";
    dialog.show();
    QTest::keyClicks(hostField(dialog), QStringLiteral("GPU"));
    ASSERT_EQ(rows->rowCount(), 2);
    QTest::keyClick(hostField(dialog), Qt::Key_Down);
    QTest::keyClick(picker->view(), Qt::Key_Down);
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    QTest::keyClick(picker->view(), Qt::Key_Return);
    EXPECT_EQ(accepted.count(), 1);
    EXPECT_EQ(dialog.request().target, QStringLiteral("gpu-08"));
}

TEST(HostPicker, AClickFillsTheFieldAndWhatFitsNothingIsTakenAsTyped) {
    widgets::ConnectDialog dialog;
    dialog.setAliases({{QStringLiteral("gpu-07"), {}}, {QStringLiteral("gpu-08"), {}}});
    dialog.show();
    auto *picker = dialog.findChild<widgets::HostPicker *>();
    const QRect second = picker->view()->visualRect(picker->view()->model()->index(1, 0));
    QTest::mouseClick(picker->view()->viewport(), Qt::LeftButton, {}, second.center());
    EXPECT_EQ(dialog.request().target, QStringLiteral("gpu-08"));
    hostField(dialog)->setText(QStringLiteral("elsewhere"));
    EXPECT_TRUE(picker->isEmpty());
    EXPECT_TRUE(test::buttonNamed(dialog, QStringLiteral("Connect"))->isEnabled());
}

TEST(ConnectDialog, ExplainsRangesAndContainers) {
    widgets::ConnectDialog dialog;
    const auto hasText = [&](const char *target, const char *what) {
        hostField(dialog)->setText(QLatin1String(target));
        return test::child<QLabel>(dialog, [&](const QLabel &label) {
                   return label.text().contains(QLatin1String(what));
               }) != nullptr;
    };
    EXPECT_TRUE(hasText("mi300x-[001-064]", "64 hosts: mi300x-001 to mi300x-064"));
    EXPECT_TRUE(hasText("gpu[5-1]", "'5-1' in brackets is not a range"));
    EXPECT_TRUE(hasText("gpu-07/docker:train", "A container on gpu-07."));
    EXPECT_TRUE(hasText("gpu-07/docker:-v", "'-v' is not a container name"));
}

TEST(FleetModel, ListsGroupedHostsBeforeUngroupedHosts) {
    widgets::FleetModel model;
    const auto entry = [](quint64 id, const char *name, quint64 group) {
        widgets::FleetEntry made;
        made.id = id;
        made.name = QLatin1String(name);
        made.group = group;
        return made;
    };
    model.setEntries({entry(1, "a", 1), entry(2, "b", 0), entry(3, "c", 2), entry(4, "d", 1)},
                     {{1, QStringLiteral("gpu")}, {2, QStringLiteral("storage")}});
    QStringList groups;
    for (int row = 0; row < model.rowCount(); ++row)
        groups << QStringLiteral("%1:%2")
                      .arg(model.index(row, 0).data().toString())
                      .arg(model.rowCount(model.index(row, 0)));
    EXPECT_EQ(groups,
              QStringList({QStringLiteral("gpu:2"), QStringLiteral("storage:1"), QStringLiteral("Hosts:1")}));
    EXPECT_TRUE(model.indexOf(4).isValid());
}

TEST(HostLists, AreReadOnAWorkerAndTheirHostsCollectedWithTheListedSettings) {
    test::SshdOptions options;
    options.ports = 2;
    const test::Sshd sshd(options);
    const test::TemporaryFolder folder;
    const auto file =
        folder.write("inventory", "[gpu]\ngpu-01 ansible_port=" + std::to_string(sshd.port(0)) +
                                      "\n[lab]\ngpu-02 ansible_port=" + std::to_string(sshd.port(1)) +
                                      "\n[all:vars]\nansible_host=127.0.0.1\nansible_user=" + sshd.user() +
                                      "\nansible_ssh_private_key_file=" + sshd.identity().string() + "\n");
    const auto empty = folder.write("empty", "");
    app::window::SessionController sessions({empty, sshd.knownHosts()});
    const app::window::WorkspaceController workspace(sessions); // provides the groups
    std::optional<Result<workspace::HostList>> read;
    QObject::connect(&sessions, &app::window::SessionController::listRead,
                     [&](const QString &, const Result<workspace::HostList> &list) { read = list; });
    sessions.queries().readList(QString::fromStdString(file.string()));
    ASSERT_TRUE(test::waitFor([&] { return read.has_value(); }));
    ASSERT_TRUE(*read) << read->error().toString();
    for (const workspace::HostEntry &host : (*read)->hosts)
        sessions.connectTo(host, false);
    ASSERT_TRUE(test::waitFor([&] { return !sessions.busy(); }));
    ASSERT_EQ(sessions.sessions().size(), 2U);
    for (const auto &session : sessions.sessions()) {
        ASSERT_FALSE(session->failure) << session->failure->what;
        EXPECT_EQ(session->snapshot.capture->target, session->name().toStdString());
    }
    EXPECT_EQ(sessions.sessions()[0]->name(), QStringLiteral("gpu-01"));
    EXPECT_EQ(workspace.current().group(sessions.sessions()[1]->group)->name, "lab");
}

TEST(HostLists, ARangeThatIsTypedIsAHostEach) {
    app::window::SessionController sessions({});
    const quint64 first = sessions.connectTo({QStringLiteral("local:/docker:none-[1-3]"), {}, 0, {}, false});
    ASSERT_EQ(sessions.sessions().size(), 3U);
    EXPECT_EQ(sessions.sessions().front()->id, first);
    EXPECT_EQ(sessions.sessions().back()->name(), QStringLiteral("docker:none-3"));
    ASSERT_TRUE(test::waitFor([&] { return !sessions.busy(); }));
    EXPECT_TRUE(sessions.sessions().back()->failure) << "there is no such container";
}

TEST(HostLists, TheNamesOfTheSshConfigurationAreReadOnAWorker) {
    const test::TemporaryFolder folder;
    const auto file = folder.write("config", "Host gpu-07\n  HostName 10.0.0.7\n  User ops\nHost *\n");
    app::window::SessionController sessions({file, {}});
    std::optional<std::vector<widgets::HostSuggestion>> rows;
    QObject::connect(&sessions, &app::window::SessionController::aliasesRead,
                     [&](const std::vector<widgets::HostSuggestion> &aliases) { rows = aliases; });
    sessions.queries().readAliases();
    ASSERT_TRUE(test::waitFor([&] { return rows.has_value(); }));
    ASSERT_EQ(rows->size(), 1U);
    EXPECT_EQ(rows->front().name, QStringLiteral("gpu-07"));
    EXPECT_EQ(rows->front().detail, QStringLiteral("ops@10.0.0.7"));
}

TEST(HostSession, IsCalledByItsHostAndItsContainer) {
    app::window::HostSession session;
    session.endpoint.target = "root@gpu-07:2222/docker:train";
    EXPECT_EQ(session.name(), QStringLiteral("gpu-07/docker:train"));
    session.endpoint.target = "local:/podman:x";
    EXPECT_EQ(session.name(), QStringLiteral("podman:x"));
    session.endpoint.target = "kubectl:jobs/train-0";
    EXPECT_EQ(session.name(), QStringLiteral("kubectl:jobs/train-0"));
    session.label = QStringLiteral("gpu-01");
    EXPECT_EQ(session.name(), QStringLiteral("gpu-01"));
}

} // namespace
} // namespace fabricscope
