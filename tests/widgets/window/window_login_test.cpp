// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Logging in without a key: the dialogs of the window with a real sshd with PAM, and a real sudo. The test
// creates the accounts, which needs root.
#include "app/window/MainWindow.h"
#include "app/window/dialogs/PromptController.h"
#include "app/window/shell/ThemeController.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/connect/SecretDialog.h"

#include <QLabel>
#include <QLineEdit>

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace fabricscope::app::window {
namespace {

using capture::Part;
using widgets::HostLink;

/// A line of sudoers for an account, for the lifetime of the object.
class SudoRight {
public:
    explicit SudoRight(const std::string &user) : m_file("/etc/sudoers.d/" + user) {
        std::ofstream(m_file) << user << " ALL=(root) /bin/sh -s\n";
        std::filesystem::permissions(m_file, std::filesystem::perms::owner_read);
    }
    ~SudoRight() { std::filesystem::remove(m_file); }
    SudoRight(const SudoRight &) = delete;
    SudoRight &operator=(const SudoRight &) = delete;

private:
    std::filesystem::path m_file;
};

class WindowLogin : public ::testing::Test {
protected:
    void SetUp() override {
        if (::getuid() != 0)
            GTEST_SKIP() << "NOT TESTED: logging in by password needs root to make an account";
        user.emplace("correct horse 7!");
        options.pam = true;
        options.user = user->name();
        options.clientLines = {"PubkeyAuthentication no"};
    }
    void TearDown() override {
        window.reset();
        sessions.reset();
    }
    /// Starts the server and connects to it with the connect dialog.
    void connect(bool root = false) {
        sshd.emplace(options);
        settings =
            std::make_unique<Settings>(QString::fromStdString((folder.path() / "settings.ini").string()));
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions = std::make_unique<SessionController>(SshFiles{sshd->configFile(), sshd->knownHosts()});
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->show();
        host = sessions->connectTo({QStringLiteral("sshd0"), {}, 0, {}, root});
        window->showHost(host);
    }
    /// The current dialog; nullptr if the job ended without one.
    widgets::SecretDialog *dialog() {
        EXPECT_TRUE(test::waitFor([&] {
            QDialog *now = window->prompts()->current();
            return (now != nullptr && now != last) || !sessions->busy();
        }));
        last = window->prompts()->current();
        return qobject_cast<widgets::SecretDialog *>(last.data());
    }
    /// Types the secret and presses Enter.
    void answer(widgets::SecretDialog &asking, const std::string &secret) {
        auto *field = asking.findChild<QLineEdit *>();
        ASSERT_NE(field, nullptr);
        EXPECT_EQ(field->echoMode(), QLineEdit::Password);
        QTest::keyClicks(field, QString::fromStdString(secret));
        QTest::keyClick(field, Qt::Key_Return);
    }
    void expectConnected() {
        ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }, 110000));
        const HostSession &session = *sessions->find(host);
        ASSERT_EQ(session.link, HostLink::Connected) << (session.failure ? session.failure->what : "") << "\n"
                                                     << sshd->log();
        ASSERT_NE(session.snapshot.topology, nullptr);
        EXPECT_EQ(session.snapshot.topology->host().user.valueOr(""), user->name());
        EXPECT_EQ(window->prompts()->current(), nullptr);
        expectAbsent(user->password());
    }
    /// The secret is in no line of the log and in no section.
    void expectAbsent(const std::string &secret) {
        for (int row = 0; row < sessions->log()->rowCount(); ++row)
            EXPECT_FALSE(sessions->log()->at(row).text.contains(QString::fromStdString(secret))) << row;
        for (const capture::Section &section : sessions->find(host)->snapshot.capture->sections)
            EXPECT_EQ(section.bytes().find(secret), std::string::npos) << section.meta().name;
    }
    static bool hasText(const QDialog &asking, const QString &text) {
        const auto labels = asking.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel *label) { return label->text().contains(text); });
    }

    test::TemporaryFolder folder;
    test::SshdOptions options;
    std::optional<test::TemporaryUser> user;
    std::optional<test::Sshd> sshd;
    std::unique_ptr<Settings> settings;
    std::unique_ptr<ThemeController> theme;
    std::unique_ptr<SessionController> sessions;
    std::unique_ptr<MainWindow> window;
    QPointer<QDialog> last;
    quint64 host = 0;
};

TEST_F(WindowLogin, AnswersKeyboardInteractiveAfterAWrongTry) {
    connect();
    auto *first = dialog();
    ASSERT_NE(first, nullptr);
    EXPECT_TRUE(hasText(*first, QStringLiteral("assword")));
    answer(*first, "wrong");
    auto *second = dialog();
    ASSERT_NE(second, nullptr);
    EXPECT_TRUE(hasText(*second, QStringLiteral("Not accepted")));
    answer(*second, user->password());
    expectConnected();
}

TEST_F(WindowLogin, GivesThePasswordWhereTheServerWantsThat) {
    options.lines = {"KbdInteractiveAuthentication no"};
    connect();
    auto *asking = dialog();
    ASSERT_NE(asking, nullptr);
    answer(*asking, user->password());
    expectConnected();
    const auto &parts = sessions->find(host)->snapshot.parts;
    EXPECT_EQ(std::count(parts.begin(), parts.end(), Part::Root), 0);
}

TEST_F(WindowLogin, TheRootPartComesWithTheSudoPasswordThatIsTypedOnce) {
    if (!std::filesystem::exists("/usr/bin/sudo"))
        GTEST_SKIP() << "NOT TESTED: there is no sudo";
    const SudoRight right(user->name());
    connect(true);
    auto *login = dialog();
    ASSERT_NE(login, nullptr);
    answer(*login, user->password());
    auto *sudo = dialog();
    ASSERT_NE(sudo, nullptr) << sshd->log();
    EXPECT_TRUE(hasText(*sudo, QStringLiteral("sudo")) ||
                sudo->windowTitle().contains(QStringLiteral("sudo")));
    answer(*sudo, user->password());
    expectConnected();
    const auto &parts = sessions->find(host)->snapshot.parts;
    EXPECT_EQ(std::count(parts.begin(), parts.end(), Part::Root), 1);
}

/// A regression found by AddressSanitizer: a script that prompted after its window was destroyed used freed
/// memory.
TEST_F(WindowLogin, ClosingTheWindowWhileACopyAsksForTheSudoPasswordEndsIt) {
    if (!std::filesystem::exists("/usr/bin/sudo"))
        GTEST_SKIP() << "NOT TESTED: there is no sudo";
    const SudoRight right(user->name());
    connect(true);
    for (int question = 0; question < 2; ++question) { // for the login, then for sudo
        auto *asking = dialog();
        ASSERT_NE(asking, nullptr) << sshd->log();
        answer(*asking, user->password());
    }
    expectConnected();
    ASSERT_NE(sessions->copies().prepareCopy(host, "text", "/etc/fabricscope-test-file"), 0U);
    ASSERT_TRUE(test::waitFor([&] {
        QDialog *now = window->prompts()->current();
        return now != nullptr && now != last;
    }));
    window.reset();
    sessions.reset();
    EXPECT_TRUE(test::waitFor([&] { return sshd->sessions().empty(); })) << sshd->log();
}

TEST_F(WindowLogin, CancellingThePromptEndsTheConnection) {
    connect();
    auto *asking = dialog();
    ASSERT_NE(asking, nullptr);
    QTest::keyClick(asking, Qt::Key_Escape);
    ASSERT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
    EXPECT_NE(sessions->find(host)->link, HostLink::Connected);
    EXPECT_EQ(sessions->find(host)->snapshot.topology, nullptr);
}

TEST(WindowConnection, ThatIsMadeAnewForACopyHasItsRemarksInTheLogToo) {
    test::SshdOptions options;
    options.clientLines = {"StrictHostKeyChecking accept-new"};
    const test::Sshd sshd(options);
    const test::TemporaryFolder folder;
    std::filesystem::remove(sshd.knownHosts());
    SessionController sessions(SshFiles{sshd.configFile(), sshd.knownHosts()});
    const auto remarks = [&] {
        int count = 0;
        for (int row = 0; row < sessions.log()->rowCount(); ++row)
            count += sessions.log()->at(row).text.contains(QStringLiteral("added the host key ssh-ed25519"));
        return count;
    };
    const quint64 host = sessions.connectTo({QStringLiteral("sshd0"), {}, 0, {}, false});
    ASSERT_TRUE(test::waitFor([&] { return !sessions.busy(); }, 110000));
    ASSERT_EQ(sessions.find(host)->link, HostLink::Connected);
    EXPECT_EQ(remarks(), 1);
    std::filesystem::remove(sshd.knownHosts());
    sshd.killSessions();
    ASSERT_TRUE(test::waitFor([&] { return sessions.find(host)->transport == nullptr; }));
    EXPECT_NE(sessions.copies().prepareCopy(host, "text", (folder.path() / "file").string()), 0U);
    EXPECT_TRUE(test::waitFor([&] { return remarks() == 2; }));
}

} // namespace
} // namespace fabricscope::app::window
