// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RunSecrets.h"
#include "core/bench/command/Secrets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(RunSecrets, AreNotedByNameAndNumberAndNeverByValue) {
    bench::Command command;
    command.words = {"tool", "--token", "argument-4711", "-b", "8"};
    command.environment = {{"HF_TOKEN", "value-4711"},
                           {"NCCL_DEBUG", "INFO"},
                           {"MINE", "value-4712", true},
                           {"DATABASE_URL", "postgres://me:value-4713@host/x"}};
    const std::string note = secretsNote(command);
    EXPECT_EQ(note, "HF_TOKEN MINE DATABASE_URL 1");
    const bench::Command read = commandOfNote(note + '\n');
    ASSERT_THAT(read.environment, SizeIs(3));
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_TRUE(bench::isSecret(read.environment[i])) << read.environment[i].name;
    EXPECT_THAT(read.words, ElementsAre(std::string(bench::kSecretPlaceholder)));
    EXPECT_EQ(secretsNote(read), note) << "of what was read it is the same";
}

TEST(RunSecrets, OfACommandWithoutThemAreNotNoted) {
    bench::Command command;
    command.words = {"all_reduce_perf", "-b", "8"};
    EXPECT_EQ(secretsNote(command), "");
    EXPECT_EQ(commandOfNote(""), bench::Command{});
}

TEST(RunSecrets, OfAHostileNoteAreBounded) {
    std::string note;
    for (int i = 0; i < 5000; ++i)
        note += "A" + std::to_string(i) + " ";
    const bench::Command many = commandOfNote(note + "99999999999 99999 \033[2J --x $(id) =");
    EXPECT_THAT(many.environment, SizeIs(kMaxSecrets));
    EXPECT_THAT(many.words, SizeIs(kMaxSecrets));
    EXPECT_THAT(commandOfNote("\033[2J $(id) -1 a-b =").environment, IsEmpty());
    EXPECT_THAT(commandOfNote(std::string(100000, 'A')).environment, IsEmpty());
}

} // namespace
} // namespace fabricscope::app
