// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs/PromptController.h"
#include "app/window/session/FailureText.h"
#include "tests/widgets/Support.h"
#include "widgets/common/paint/Skeleton.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/connect/SecretDialog.h"
#include "widgets/connect/UnreachablePage.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

#include <gtest/gtest.h>

namespace fabricscope {
namespace {

using app::window::secretPrompt;
using app::window::unreachableInfo;
using widgets::ConnectionStep;

bool showsText(const QWidget &widget, const QString &part) {
    return test::child<QLabel>(widget, [&](const QLabel &label) { return label.text().contains(part); }) !=
           nullptr;
}

QLineEdit *field(const QWidget &dialog, const QString &name) {
    return test::child<QLineEdit>(dialog,
                                  [&](const QLineEdit &edit) { return edit.accessibleName() == name; });
}

TEST(ConnectDialog, OffersToConnectOnlyWithATarget) {
    widgets::ConnectDialog dialog;
    QAbstractButton *connect = test::buttonNamed(dialog, QStringLiteral("Connect"));
    EXPECT_FALSE(connect->isEnabled());
    QTest::keyClicks(field(dialog, QStringLiteral("Host")), QStringLiteral("  "));
    EXPECT_FALSE(connect->isEnabled());
    QTest::keyClicks(field(dialog, QStringLiteral("Host")), QStringLiteral("gpu-07 "));
    EXPECT_TRUE(connect->isEnabled());
    EXPECT_EQ(dialog.request().target, QStringLiteral("gpu-07"));
}

TEST(ConnectDialog, GivesBackWhatItWasGiven) {
    widgets::ConnectDialog dialog;
    const widgets::ConnectRequest request{QStringLiteral("gpu-07"), QStringLiteral("root"), 2222,
                                          QStringLiteral("/keys/id"), true};
    dialog.setRequest(request);
    EXPECT_EQ(dialog.request(), request);
}

TEST(ConnectDialog, ResolvesTheSshConfigurationAfterTypingPausesAndShowsTheJumpHost) {
    widgets::ConnectDialog dialog;
    QSignalSpy asked(&dialog, &widgets::ConnectDialog::resolveRequested);
    QTest::keyClicks(field(dialog, QStringLiteral("Host")), QStringLiteral("gpu-07"));
    ASSERT_TRUE(test::waitFor([&] { return !asked.isEmpty(); }));
    EXPECT_EQ(asked.count(), 1);
    dialog.showResolved(QStringLiteral("gpu-07"),
                        widgets::ResolvedTarget{QStringLiteral("10.0.0.7"), QStringLiteral("ops"), 2222,
                                                QStringLiteral("bastion")});
    EXPECT_TRUE(showsText(dialog, QStringLiteral("ops@10.0.0.7, port 2222, through bastion")));
}

TEST(ConnectDialog, DropsAnAnswerForATargetThatWasTypedOver) {
    widgets::ConnectDialog dialog;
    field(dialog, QStringLiteral("Host"))->setText(QStringLiteral("other"));
    dialog.showResolved(QStringLiteral("gpu-07"),
                        widgets::ResolvedTarget{QStringLiteral("10.0.0.7"), {}, 22, {}});
    EXPECT_FALSE(showsText(dialog, QStringLiteral("10.0.0.7")));
}

remote::AuthQuestion password() {
    remote::AuthQuestion question;
    question.kind = remote::AuthQuestion::Kind::Password;
    question.host = "gpu-07";
    question.user = "ops";
    return question;
}

TEST(PasswordPrompt, HidesWhatIsTypedAndGivesItOnce) {
    widgets::SecretDialog dialog(secretPrompt(password()));
    auto *edit = dialog.findChild<QLineEdit *>();
    EXPECT_EQ(edit->echoMode(), QLineEdit::Password);
    QTest::keyClicks(edit, QStringLiteral("s3cret"));
    EXPECT_EQ(dialog.takeAnswers(), std::vector<std::string>{"s3cret"});
    EXPECT_TRUE(edit->text().isEmpty());
    EXPECT_EQ(dialog.takeAnswers(), std::vector<std::string>{""});
}

TEST(PasswordPrompt, ReportsThatThePreviousOneWasRejected) {
    remote::AuthQuestion question = password();
    EXPECT_FALSE(showsText(widgets::SecretDialog(secretPrompt(question)), QStringLiteral("Not accepted")));
    question.attempt = 2;
    EXPECT_TRUE(showsText(widgets::SecretDialog(secretPrompt(question)), QStringLiteral("Not accepted")));
}

TEST(KeyboardInteractivePrompt, ShowsEachLineOfTheServerAndItsEcho) {
    remote::AuthQuestion question = password();
    question.kind = remote::AuthQuestion::Kind::KeyboardInteractive;
    question.prompts = {{"Token: ", true}, {"Password: ", false}};
    const widgets::SecretDialog dialog(secretPrompt(question));
    const auto fields = dialog.findChildren<QLineEdit *>();
    ASSERT_EQ(fields.size(), 2);
    EXPECT_EQ(fields[0]->echoMode(), QLineEdit::Normal);
    EXPECT_EQ(fields[1]->echoMode(), QLineEdit::Password);
}

TEST(KeyboardInteractivePrompt, MakesHostileTextOfTheServerHarmless) {
    remote::AuthQuestion question = password();
    question.kind = remote::AuthQuestion::Kind::KeyboardInteractive;
    question.title = "<b>bold</b>\x1b[31m\xff";
    question.instruction = std::string(100000, 'x');
    const widgets::SecretPrompt prompt = secretPrompt(question);
    EXPECT_FALSE(prompt.text.contains(QChar(0x1b)));
    EXPECT_LT(prompt.text.size(), 40000);
    const widgets::SecretDialog dialog(prompt);
    for (const QLabel *label : dialog.findChildren<QLabel *>())
        EXPECT_EQ(label->textFormat(), Qt::PlainText);
}

TEST(KeyboardInteractivePrompt, ShowsTheTextsOfTheServerWholeAndNoLabelIsCut) {
    remote::AuthQuestion question = password();
    question.kind = remote::AuthQuestion::Kind::KeyboardInteractive;
    question.title = "Duo two-factor login";
    question.instruction = "Select one of the following options:\n";
    for (int option = 1; option <= 40; ++option)
        question.instruction +=
            std::to_string(option) + ". Duo Push to XXX-XXX-1234 of " + std::string(40, 'n') + "\n";
    question.instruction += "the end of the instruction";
    question.prompts = {
        {std::string(70, 'w') + " " + std::string(300, 'p') + " the end of the prompt", false}};
    widgets::SecretDialog dialog(secretPrompt(question));
    EXPECT_TRUE(showsText(dialog, QStringLiteral("Duo two-factor login")));
    EXPECT_TRUE(showsText(dialog, QStringLiteral("the end of the instruction")));
    EXPECT_TRUE(showsText(dialog, QStringLiteral("the end of the prompt")));
    dialog.show();
    test::settleLayout();
    for (const QLabel *label : dialog.findChildren<QLabel *>()) {
        EXPECT_TRUE(label->wordWrap() || label->text().size() <= 100);
        EXPECT_GE(label->height(), label->heightForWidth(label->width()))
            << label->text().left(40).toStdString();
    }
    for (const QLineEdit *edit : dialog.findChildren<QLineEdit *>())
        EXPECT_TRUE(dialog.rect().contains(edit->geometry())) << "the field is on the dialog";
}

TEST(SudoPrompt, ReportsThatSudoRejectedThePreviousPassword) {
    app::bridge::SudoQuestion question{"gpu-07"};
    EXPECT_FALSE(showsText(widgets::SecretDialog(secretPrompt(question)), QStringLiteral("Not accepted")));
    question.attempt = 2;
    EXPECT_TRUE(showsText(widgets::SecretDialog(secretPrompt(question)), QStringLiteral("Not accepted")));
}

TEST(SudoPrompt, NamesTheHostAndWhatBecomesOfThePassword) {
    const auto prompt = secretPrompt(app::bridge::SudoQuestion{"gpu-07"});
    EXPECT_TRUE(prompt.title.contains(QStringLiteral("gpu-07")));
    EXPECT_TRUE(prompt.note.contains(QStringLiteral("memory")));
    using Purpose = app::bridge::SudoQuestion::Purpose;
    const auto copying = secretPrompt(app::bridge::SudoQuestion{"gpu-07", Purpose::Copy});
    EXPECT_FALSE(copying.text.contains(QStringLiteral("Read-only"))); // a copy writes
    EXPECT_NE(copying.accept, prompt.accept);
}

remote::Failure failureAt(remote::Stage stage, remote::FailureKind kind) {
    return {kind, stage, "it failed", ""};
}

TEST(Ladder, ShowsWhatWorkedWhereItStoppedAndWhatWasNotReached) {
    const auto info = unreachableInfo(
        QStringLiteral("h"), failureAt(remote::Stage::Connect, remote::FailureKind::Refused), {}, {});
    ASSERT_EQ(info.connectionSteps.size(), 5U);
    EXPECT_EQ(info.connectionSteps[0].state, ConnectionStep::State::Reached);
    EXPECT_EQ(info.connectionSteps[1].state, ConnectionStep::State::Failed);
    EXPECT_EQ(info.connectionSteps[1].text, QStringLiteral("connection refused"));
    EXPECT_EQ(info.what, QStringLiteral("it failed"));
    for (std::size_t rung = 2; rung < 5; ++rung)
        EXPECT_EQ(info.connectionSteps[rung].state, ConnectionStep::State::NotReached);
}

TEST(Ladder, ShowsTheDurationOfEachStage) {
    using remote::Stage;
    const app::window::StageTimes times{
        {{Stage::Config, 1000}, {Stage::Resolve, 1004}, {Stage::Connect, 1012}, {Stage::Handshake, 1020}},
        6020};
    const auto info = unreachableInfo(QStringLiteral("h"),
                                      failureAt(Stage::HostKey, remote::FailureKind::Timeout), {}, {}, times);
    EXPECT_TRUE(info.since.startsWith(QStringLiteral("host key not confirmed in time, "))) << "it is there";
    EXPECT_EQ(info.connectionSteps[0].time, QStringLiteral("12 ms"));
    EXPECT_EQ(info.connectionSteps[1].time, QStringLiteral("8 ms"));
    EXPECT_EQ(info.connectionSteps[2].time, QStringLiteral("5.0 s")); // until it failed
    EXPECT_EQ(info.connectionSteps[3].time, QString());
    const auto gone = unreachableInfo(
        QStringLiteral("h"), failureAt(Stage::Connect, remote::FailureKind::Unreachable), {}, {}, times);
    EXPECT_TRUE(gone.since.startsWith(QStringLiteral("offline since ")));
    const auto withoutTimes =
        unreachableInfo(QStringLiteral("h"), failureAt(Stage::HostKey, remote::FailureKind::Timeout), {}, {});
    for (const ConnectionStep &rung : withoutTimes.connectionSteps)
        EXPECT_EQ(rung.time, QString()); // unknown is not shown as 0
}

TEST(Skeleton, HasTheBandsAndColumnsOfTheHostAsItWas) {
    const auto server = widgets::skeletonShape(*samples::topologyOf(samples::mi355xServer()));
    EXPECT_EQ(server.columns, (std::vector<int>{4, 4}));
    for (const host::Host &host :
         {samples::laptop(), samples::cycles(), samples::cpuLessNodes(), samples::randomHost(5, 200)})
        for (const int columns : widgets::skeletonShape(*samples::topologyOf(host)).columns) {
            EXPECT_GE(columns, 1);
            EXPECT_LE(columns, 8);
        }
}

TEST(Ladder, FailsAtExactlyOneRungAtEveryStage) {
    using remote::Stage;
    for (const auto stage : {Stage::Config, Stage::Resolve, Stage::Connect, Stage::Handshake, Stage::HostKey,
                             Stage::Login, Stage::Command, Stage::Link}) {
        const auto info =
            unreachableInfo(QStringLiteral("h"), failureAt(stage, remote::FailureKind::Timeout), {}, {});
        EXPECT_EQ(std::count_if(
                      info.connectionSteps.begin(), info.connectionSteps.end(),
                      [](const ConnectionStep &rung) { return rung.state == ConnectionStep::State::Failed; }),
                  1);
    }
}

TEST(Ladder, HasAdviceForEveryKindOfFailure) {
    for (int kind = 0; kind <= static_cast<int>(remote::FailureKind::Config); ++kind)
        EXPECT_FALSE(
            unreachableInfo(QStringLiteral("h"),
                            failureAt(remote::Stage::Connect, static_cast<remote::FailureKind>(kind)), {}, {})
                .advice.empty())
            << kind;
}

TEST(Ladder, HasAdviceForATimeoutAtEachStage) {
    for (int stage = 0; stage <= static_cast<int>(remote::Stage::Link); ++stage) {
        const auto info = unreachableInfo(
            QStringLiteral("h"), failureAt(static_cast<remote::Stage>(stage), remote::FailureKind::Timeout),
            {}, {});
        EXPECT_FALSE(info.advice.empty()) << stage;
        for (const auto &advice : info.advice) // it answered before
            EXPECT_TRUE(stage == static_cast<int>(remote::Stage::Connect) ||
                        !advice.title.contains(QStringLiteral("firewall")))
                << stage;
    }
}

/// Only a host that does not answer "cannot be reached"; other failures have their own titles.
TEST(UnreachablePage, IsTitledByWhatFailed) {
    using remote::FailureKind;
    using remote::Stage;
    const struct {
        FailureKind kind;
        Stage stage;
        const char *title;
    } failures[] = {
        {FailureKind::Unreachable, Stage::Connect, "h cannot be reached"},
        {FailureKind::Timeout, Stage::Connect, "h cannot be reached"},
        {FailureKind::Timeout, Stage::Resolve, "h: no answer to the name lookup"},
        {FailureKind::Timeout, Stage::Handshake, "h: no answer in the SSH handshake"},
        {FailureKind::Timeout, Stage::Login, "h: no answer to the login"},
        {FailureKind::Unresolvable, Stage::Resolve, "h: name not resolved"},
        {FailureKind::Refused, Stage::Connect, "h: connection refused"},
        {FailureKind::ProxyFailed, Stage::Connect, "h: proxy failed"},
        {FailureKind::Protocol, Stage::Handshake, "h: no SSH connection"},
        {FailureKind::HostKeyUnknown, Stage::HostKey, "h: host key not confirmed"},
        {FailureKind::HostKeyChanged, Stage::HostKey, "h: host key changed"},
        {FailureKind::HostKeyRevoked, Stage::HostKey, "h: host key revoked"},
        {FailureKind::HostCertificate, Stage::HostKey, "h: host certificate not verified"},
        {FailureKind::WrongPassword, Stage::Login, "h: wrong password"},
        {FailureKind::LoginDenied, Stage::Login, "h: login refused"},
        {FailureKind::Cancelled, Stage::Login, "h: cancelled"},
        {FailureKind::Cancelled, Stage::Command, "h: cancelled"},
        {FailureKind::Config, Stage::Config, "h: wrong configuration"},
        {FailureKind::CommandFailed, Stage::Command, "h could not be read"},
    };
    for (const auto &[kind, stage, title] : failures)
        EXPECT_EQ(unreachableInfo(QStringLiteral("h"), failureAt(stage, kind), {}, {}).title.toStdString(),
                  title);
}

TEST(FailureMessage, OnATerminalNamesTheFailureItsReasonAndTheRemedy) {
    EXPECT_EQ(remote::message({remote::FailureKind::WrongPassword, remote::Stage::Login,
                               "ops@h did not accept the password", "try `ssh -p 2222 ops@h`"}),
              "wrong password: ops@h did not accept the password\n  try `ssh -p 2222 ops@h`");
    EXPECT_EQ(remote::message({remote::FailureKind::Cancelled, remote::Stage::Command, "cancelled", {}}),
              "cancelled");
}

TEST(Ladder, AsksNothingTwiceAndBeginsEachAdviceWithACapital) {
    auto refused = failureAt(remote::Stage::Connect, remote::FailureKind::Refused);
    refused.hint = "is sshd running there, and on this port?";
    QStringList titles;
    for (const auto &advice : unreachableInfo(QStringLiteral("h"), refused, {}, {}).advice)
        titles << advice.title;
    EXPECT_EQ(titles,
              (QStringList{QStringLiteral("Is the port right?"), QStringLiteral("Is sshd running?")}));
    auto denied = failureAt(remote::Stage::Login, remote::FailureKind::LoginDenied);
    denied.hint = "try `ssh h`: what works there works here";
    EXPECT_EQ(unreachableInfo(QStringLiteral("h"), denied, {}, {}).advice.front().title,
              QStringLiteral("Try `ssh h`: what works there works here"));
}

TEST(UnreachablePage, OffersToTryAgainAndTheSnapshotOnlyWhereThereIsOne) {
    const auto failure = failureAt(remote::Stage::Connect, remote::FailureKind::Refused);
    widgets::UnreachablePage page;
    page.setInfo(unreachableInfo(QStringLiteral("h"), failure, {}, {}));
    EXPECT_EQ(test::buttonNamed(page, QStringLiteral("Open snapshot of 13:56")), nullptr);
    QSignalSpy again(&page, &widgets::UnreachablePage::retryRequested);
    QTest::mouseClick(test::buttonNamed(page, QStringLiteral("Try again")), Qt::LeftButton);
    EXPECT_EQ(again.count(), 1);
    page.setInfo(unreachableInfo(QStringLiteral("h"), failure, {}, QStringLiteral("13:56")));
    QSignalSpy open(&page, &widgets::UnreachablePage::snapshotRequested);
    QTest::mouseClick(test::buttonNamed(page, QStringLiteral("Open snapshot of 13:56")), Qt::LeftButton);
    EXPECT_EQ(open.count(), 1);
}

} // namespace
} // namespace fabricscope
