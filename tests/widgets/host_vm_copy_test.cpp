// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Copy to VM..." with the mouse, against a real sshd.
#include "core/present/hostvm/HostVmExamination.h"
#include "tests/support/samples/SampleHostVm.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/hostvm/HostVmCopyDialog.h"
#include "widgets/hostvm/HostVmFileView.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/hostvm/HostVmToolbar.h"

#include <QPointer>
#include <QPushButton>

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace fabricscope::app::window {
namespace {

using widgets::HostLink;
using widgets::HostVmCopyDialog;
using State = widgets::HostVmCopyPlan::State;

constexpr const char *kOld = "<system version=\"2\">\n  <cpu numaid=\"0\"/>\n</system>\n";
constexpr const char *kNew = "<system version=\"2\">\n  <cpu numaid=\"1\"/>\n</system>\n";

/// A guest connected over SSH, with a known correct file.
class HostVmCopy : public ShellTest {
protected:
    void SetUp() override {
        ShellTest::SetUp();
        ShellTest::TearDown(); // replaced by a session with this server
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions = std::make_unique<SessionController>(SshFiles{sshd.configFile(), sshd.knownHosts()});
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->show();
        std::filesystem::create_directory(etc());
        guest = sessions->connectTo({QStringLiteral("sshd0"), {}, 0, {}, false});
        window->showHost(guest);
        ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }, 110000));
        ASSERT_EQ(sessions->find(guest)->link, HostLink::Connected) << sshd.log();
        ASSERT_TRUE(test::waitFor([this] { return sessions->find(guest)->transport != nullptr; }));
        window->showScreen(Screen::HostVm);
    }
    [[nodiscard]] std::filesystem::path etc() const { return folder.path() / "etc"; }
    [[nodiscard]] std::filesystem::path path() const { return etc() / "topo it's.xml"; }
    [[nodiscard]] std::set<std::string> names() const {
        std::set<std::string> all;
        for (const auto &entry : std::filesystem::directory_iterator(etc()))
            all.insert(entry.path().filename().string());
        return all;
    }
    /// Presses the button on the Host <-> VM screen, with the file of a sample mapping.
    void press() {
        const samples::MappedGuest made = samples::mappedGuest();
        auto result = std::make_shared<present::HostVmExamination>(made.examination());
        result->path = path().string();
        result->text = "what an earlier collection read";
        result->expected = kNew;
        result->difference = present::differenceOf(result->text, result->expected);
        widgets::HostVmContent content = window->hostVm()->content();
        content.guest = {guest, QStringLiteral("sshd0")};
        content.examination = result;
        window->hostVm()->setContent(content);
        QTest::mouseClick(window->hostVm()->toolbar()->copyButton(), Qt::LeftButton);
        dialog = window->findChild<HostVmCopyDialog *>();
        ASSERT_NE(dialog, nullptr);
    }
    void pressAndWait() {
        press();
        EXPECT_EQ(dialog->plan().state, State::Checking);
        EXPECT_FALSE(dialog->writeButton()->isEnabled());
        ASSERT_TRUE(test::waitFor([this] { return dialog->plan().state != State::Checking; }));
    }
    [[nodiscard]] bool hasText(const QString &text) const {
        return test::child<QLabel>(*dialog, [&](const QLabel &label) {
                   return label.isVisible() && label.text().contains(text);
               }) != nullptr;
    }
    [[nodiscard]] bool isLogged(const QString &text) const {
        for (int row = 0; row < sessions->log()->rowCount(); ++row)
            if (sessions->log()->at(row).channel == QStringLiteral("copy") &&
                sessions->log()->at(row).text.contains(text))
                return true;
        return false;
    }

    test::Sshd sshd;
    QPointer<HostVmCopyDialog> dialog;
    quint64 guest = 0;
};

TEST_F(HostVmCopy, CopiesTheFileOverTheConnectionThatIsThereAndKeepsTheOldOne) {
    const auto file = folder.write("etc/topo it's.xml", kOld);
    ASSERT_EQ(file, path());
    const auto connections = sshd.sessions().size();
    pressAndWait();
    ASSERT_EQ(dialog->plan().state, State::Ready) << qPrintable(dialog->plan().message);
    EXPECT_EQ(dialog->plan().before, kOld) << "as it is now, not as it was read";
    EXPECT_TRUE(hasText(QStringLiteral("sshd0")) && hasText(QString::fromStdString(path().string())));
    EXPECT_TRUE(hasText(dialog->plan().backup));
    EXPECT_TRUE(dialog->difference()->toPlainText().contains(QStringLiteral("numaid=\"0\"")));
    EXPECT_TRUE(dialog->difference()->toPlainText().contains(QStringLiteral("numaid=\"1\"")));
    EXPECT_TRUE(dialog->commandText().contains(QStringLiteral("sshd0: /bin/sh -s")));
    EXPECT_TRUE(dialog->commandText().contains(QStringLiteral("mv -f")));
    EXPECT_EQ(names(), std::set<std::string>{"topo it's.xml"}) << "looking changes nothing";

    QTest::mouseClick(dialog->writeButton(), Qt::LeftButton);
    EXPECT_EQ(dialog->plan().state, State::Copying);
    EXPECT_FALSE(dialog->writeButton()->isEnabled());
    EXPECT_EQ(sessions->jobs()->running(), 1);
    ASSERT_TRUE(test::waitFor([this] { return dialog->plan().state != State::Copying; }));
    ASSERT_EQ(dialog->plan().state, State::Copied) << qPrintable(dialog->plan().message);
    EXPECT_TRUE(hasText(QStringLiteral("%1 bytes received").arg(std::string(kNew).size())));
    EXPECT_EQ(test::readFile(path()), kNew);
    const std::string backup = dialog->plan().backup.toStdString();
    EXPECT_EQ(test::readFile(backup), kOld);
    EXPECT_EQ(names().size(), 2U) << "the file and its backup, nothing else";
    EXPECT_EQ(sessions->jobs()->running(), 0);
    EXPECT_EQ(sessions->jobs()->at(0).name, QStringLiteral("Copy file"));
    EXPECT_EQ(sessions->jobs()->at(0).state, widgets::JobEntry::State::Done);
    EXPECT_TRUE(isLogged(QStringLiteral("bytes received")) && isLogged(QStringLiteral("mv -f")));
    EXPECT_TRUE(test::waitFor([&] { return sshd.sessions().size() <= connections; }))
        << "no other connection was made";

    const quint64 collected = sessions->find(guest)->jobId;
    QTest::mouseClick(dialog->collectButton(), Qt::LeftButton);
    EXPECT_NE(sessions->find(guest)->jobId, collected);
    EXPECT_TRUE(test::waitFor([this] { return dialog.isNull(); }));
}

TEST_F(HostVmCopy, WritesNothingWhenCancelled) {
    folder.write("etc/topo it's.xml", kOld);
    pressAndWait();
    ASSERT_EQ(dialog->plan().state, State::Ready);
    QTest::keyClick(dialog, Qt::Key_Return);
    QTest::mouseClick(dialog->cancelButton(), Qt::LeftButton);
    ASSERT_TRUE(test::waitFor([this] { return dialog.isNull(); }));
    EXPECT_EQ(sessions->jobs()->at(0).name, QStringLiteral("Collect snapshot"));
    EXPECT_EQ(test::readFile(path()), kOld);
    EXPECT_EQ(names().size(), 1U);
}

TEST_F(HostVmCopy, ReportsTheOutcomeOfACancelledCopy) {
    folder.write("etc/topo it's.xml", kOld);
    pressAndWait();
    ASSERT_EQ(dialog->plan().state, State::Ready);
    sshd.stop(); // nothing reads the script
    QTest::mouseClick(dialog->writeButton(), Qt::LeftButton);
    QTest::mouseClick(dialog->cancelButton(), Qt::LeftButton);
    ASSERT_FALSE(dialog.isNull());
    ASSERT_TRUE(test::waitFor([this] { return dialog->plan().state != State::Copying; }));
    EXPECT_EQ(dialog->plan().state, State::Failed);
    EXPECT_TRUE(hasText(QStringLiteral("Cancelled")));
    EXPECT_EQ(sessions->jobs()->at(0).state, widgets::JobEntry::State::Cancelled);
    sshd.kill();
    EXPECT_EQ(test::readFile(path()), kOld);
    EXPECT_EQ(names().size(), 1U);
}

TEST_F(HostVmCopy, TheWindowMayCloseInTheMiddle) {
    folder.write("etc/topo it's.xml", kOld);
    pressAndWait();
    ASSERT_EQ(dialog->plan().state, State::Ready);
    sshd.stop();
    QTest::mouseClick(dialog->writeButton(), Qt::LeftButton);
    ASSERT_EQ(dialog->plan().state, State::Copying);
    window.reset();
    sessions.reset();
    QCoreApplication::processEvents();
    sshd.kill();
    EXPECT_EQ(test::readFile(path()), kOld);
}

TEST_F(HostVmCopy, ReportsAMissingFolderAndShowsTheManualCommand) {
    std::filesystem::remove(etc());
    pressAndWait();
    EXPECT_EQ(dialog->plan().state, State::Failed);
    EXPECT_TRUE(hasText(QStringLiteral("does not exist")));
    EXPECT_FALSE(dialog->writeButton()->isVisible());
    EXPECT_TRUE(dialog->commandText().startsWith(QStringLiteral("ssh -- 'sshd0'")));
    EXPECT_TRUE(isLogged(QStringLiteral("nothing copied")));
}

TEST_F(HostVmCopy, WithoutAConnectionShowsACommandThatWorks) {
    folder.write("etc/topo it's.xml", kOld);
    sessions->disconnectFrom(guest);
    press();
    ASSERT_EQ(dialog->plan().state, State::Manual);
    EXPECT_TRUE(hasText(QStringLiteral("is not connected")));
    EXPECT_FALSE(dialog->writeButton()->isVisible());
    QString command = dialog->commandText();
    command.replace(QStringLiteral("ssh -- "),
                    QStringLiteral("ssh -F %1 -- ").arg(QString::fromStdString(sshd.configFile().string())));
    folder.write("topo.xml", kNew);
    test::run({"/bin/sh", "-c", "cd " + folder.path().string() + " && " + command.toStdString()});
    EXPECT_EQ(test::readFile(path()), kNew);
    EXPECT_EQ(test::readFile(path().string() + ".before"), kOld);
    EXPECT_EQ(names().size(), 2U);
}

} // namespace
} // namespace fabricscope::app::window
