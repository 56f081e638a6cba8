// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sources/TerminalPrompts.h"
#include "app/cli/terminal/TerminalQuestion.h"
#include "tests/app/PtyRun.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>

namespace fabricscope::app::cli {

namespace {

using test::PtyRun;
using testing::HasSubstr;
using testing::Not;

/// The answer to a prompt without echo: 0 for "sesame", 1 for anything else, 2 for none.
int promptForPassphrase() {
    const auto answer = askTerminal({"Word: ", false});
    return !answer ? 2 : answer->view() == "sesame" ? 0 : 1;
}

TEST(TerminalQuestion, TakesALineWithoutEchoAndRestoresIt) {
    PtyRun run(promptForPassphrase);
    ASSERT_TRUE(run.waitFor("Word: "));
    EXPECT_FALSE(run.echoes());
    run.type("sesame\n");
    EXPECT_EQ(run.wait(), 0);
    EXPECT_TRUE(run.echoes());
    EXPECT_THAT(run.screen(), Not(HasSubstr("sesame")));
}

TEST(TerminalQuestion, AnEndOfInputIsNoAnswer) {
    PtyRun run(promptForPassphrase);
    ASSERT_TRUE(run.waitFor("Word: "));
    run.type("\x04");
    EXPECT_EQ(run.wait(), 2);
    EXPECT_TRUE(run.echoes());
}

class EndingSignal : public testing::TestWithParam<int> {};

TEST_P(EndingSignal, RestoresTheEchoAndEndsTheProcess) {
    PtyRun run(promptForPassphrase);
    ASSERT_TRUE(run.waitFor("Word: "));
    ASSERT_FALSE(run.echoes());
    run.signal(GetParam());
    EXPECT_EQ(run.wait(), 128 + GetParam());
    EXPECT_TRUE(run.echoes());
}

INSTANTIATE_TEST_SUITE_P(Signals, EndingSignal, testing::Values(SIGINT, SIGTERM, SIGHUP, SIGQUIT),
                         [](const auto &each) { return std::string(::sigabbrev_np(each.param)); });

TEST(TerminalQuestion, ControlZRestoresTheEchoAndTheQuestionIsAskedAgainInTheForeground) {
    PtyRun run(promptForPassphrase);
    ASSERT_TRUE(run.waitFor("Word: "));
    run.type("ses\x1a");
    ASSERT_TRUE(run.waitStopped());
    EXPECT_TRUE(run.echoes());
    run.resume();
    ASSERT_TRUE(run.waitFor("Word: ", 2));
    EXPECT_FALSE(run.echoes());
    run.type("sesame\n");
    EXPECT_EQ(run.wait(), 0) << "what was typed before is forgotten";
    EXPECT_TRUE(run.echoes());
}

TEST(TerminalQuestion, EndsWhenNobodyWaitsForTheAnswerAnyMore) {
    PtyRun run([] {
        int asked = 0;
        return askTerminal({"Word: ", false,
                            [&asked] {
                                return ++asked == 3;
                            }})
                   ? 1
                   : 7;
    });
    EXPECT_EQ(run.wait(), 7);
    EXPECT_TRUE(run.echoes());
}

remote::AuthQuestion twoFactors() {
    remote::AuthQuestion question;
    question.kind = remote::AuthQuestion::Kind::KeyboardInteractive;
    question.host = "gpu-07";
    question.user = "ops";
    question.title = "Duo two-factor login";
    question.instruction =
        "Enter a passcode or select one of the following options:\n\n 1. Duo Push to XXX-1234\n" +
        std::string(1000, 'x') + " the end of the text";
    question.prompts = {
        {"Passcode or option (1-1):\x1b]0;title\x07\x1b[2J\r" + std::string(500, 'y') + " now: ", false}};
    return question;
}

TEST(TerminalPrompts, ShowTheTextsOfAServerWholeAndWithoutControlCharacters) {
    PtyRun run([] {
        const auto answers = terminalPrompts(false).auth(twoFactors());
        return answers && answers->size() == 1 && answers->front() == "123456" ? 0 : 1;
    });
    ASSERT_TRUE(run.waitFor("now: ")) << run.screen();
    EXPECT_FALSE(run.echoes());
    run.type("123456\n");
    EXPECT_EQ(run.wait(), 0);
    EXPECT_THAT(run.screen(), HasSubstr("ops@gpu-07: Duo two-factor login\r\n"));
    EXPECT_THAT(run.screen(), HasSubstr("ops@gpu-07:  1. Duo Push to XXX-1234\r\n"));
    EXPECT_THAT(run.screen(), HasSubstr(std::string(1000, 'x') + " the end of the text\r\n"));
    EXPECT_THAT(run.screen(), HasSubstr(std::string(500, 'y') + " now: "));
    EXPECT_EQ(run.screen().find_first_of("\x1b\x07"), std::string::npos);
    EXPECT_THAT(run.screen(), Not(HasSubstr("123456")));
}

/// A regression: the question came again without a word.
TEST(TerminalPrompts, ReportThatTheAnswerBeforeWasRejected) {
    using Kind = remote::AuthQuestion::Kind;
    const std::pair<Kind, const char *> sentences[] = {
        {Kind::Password, "ops@gpu-07 rejected the password\r\n"},
        {Kind::KeyboardInteractive, "ops@gpu-07 rejected the answer\r\n"},
        {Kind::KeyPassphrase, "wrong passphrase for Duo two-factor login\r\n"}};
    for (const auto &[kind, sentence] : sentences)
        for (const int attempt : {1, 2}) {
            PtyRun run([kind = kind, attempt] {
                remote::AuthQuestion question = twoFactors();
                question.kind = kind;
                question.attempt = attempt;
                return terminalPrompts(false).auth(question) ? 0 : 1;
            });
            ASSERT_TRUE(run.waitFor("now: ")) << run.screen();
            run.type("123456\n");
            EXPECT_EQ(run.wait(), 0);
            EXPECT_EQ(run.screen().find(sentence) != std::string::npos, attempt == 2) << run.screen();
        }
}

TEST(TerminalPrompts, ShowAHostKeyWithWhatSshFoundOutAboutIt) {
    PtyRun run([] {
        remote::HostKeyQuestion question;
        question.host = "[gpu-07]:2222";
        question.address = "10.0.12.25:2222";
        question.keyType = "ssh-ed25519";
        question.fingerprint = "SHA256:abc";
        question.remark = "No matching host key fingerprint found in DNS.\nknown as \x1b[2Jgpu-08";
        return terminalPrompts(false).hostKey(question) == remote::HostKeyAnswer::AcceptOnce ? 0 : 1;
    });
    ASSERT_TRUE(run.waitFor("cancel (no)? ")) << run.screen();
    run.type("once\n");
    EXPECT_EQ(run.wait(), 0);
    EXPECT_THAT(run.screen(), HasSubstr("gpu-07 (10.0.12.25, port 2222) is not in known_hosts.\r\n"));
    EXPECT_THAT(run.screen(),
                HasSubstr("ssh-ed25519 SHA256:abc\r\nssh: No matching host key fingerprint found "
                          "in DNS.\r\nssh: known as "));
    EXPECT_EQ(run.screen().find('\x1b'), std::string::npos);
}

TEST(TerminalPrompts, AreGivenUpAfterTheirTimeAndReportIt) {
    constexpr std::chrono::milliseconds kLimit{1000};
    PtyRun login([&] { return terminalPrompts(false, kLimit).auth(twoFactors()) ? 1 : 7; });
    EXPECT_EQ(login.wait(), 7);
    EXPECT_TRUE(login.echoes());
    EXPECT_THAT(login.screen(), HasSubstr("gpu-07: the question was not answered within 1 s (--timeout)"));
    PtyRun key([&] {
        remote::HostKeyQuestion question;
        question.host = "gpu-07";
        return terminalPrompts(false, kLimit).hostKey(question) == remote::HostKeyAnswer::Refuse ? 7 : 1;
    });
    EXPECT_EQ(key.wait(), 7);
    EXPECT_THAT(key.screen(), HasSubstr("gpu-07: the question was not answered within 1 s (--timeout)"));
}

TEST(TerminalPrompts, ShowAMessageThatAsksNothing) {
    PtyRun run([] {
        remote::AuthQuestion question = twoFactors();
        question.prompts.clear();
        const auto answers = terminalPrompts(false).auth(question);
        return answers && answers->empty() ? 0 : 1;
    });
    EXPECT_EQ(run.wait(), 0);
    EXPECT_THAT(run.screen(), HasSubstr("Duo Push to XXX-1234"));
}

} // namespace

} // namespace fabricscope::app::cli
