// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/WindowOptions.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>

namespace fabricscope::app::window {
namespace {

using testing::HasSubstr;

class WindowOptionsTest : public testing::Test {
protected:
    std::optional<WindowOptions> parse(QStringList arguments) {
        arguments.prepend(QStringLiteral("fabricscope-window"));
        testing::internal::CaptureStderr();
        auto options = parseOptions(arguments, status);
        errors = testing::internal::GetCapturedStderr();
        return options;
    }

    test::TemporaryFolder folder;
    int status = -1;
    std::string errors;
};

TEST_F(WindowOptionsTest, ReportsAMissingFileAndExits) {
    EXPECT_FALSE(parse({QStringLiteral("--capture"), QStringLiteral("nofile")}));
    EXPECT_EQ(status, 3);
    EXPECT_EQ(errors, "fabricscope-window: nofile: no such file\n");
    EXPECT_FALSE(parse({QStringLiteral("no/file.fscope")}));
    EXPECT_EQ(status, 3);
}

TEST_F(WindowOptionsTest, AFileThatIsThereIsOpenedAndAHostIsConnectedTo) {
    const auto file = QString::fromStdString(folder.write("a.fscope", "").string());
    const auto options = parse({QStringLiteral("--capture"), file, QStringLiteral("gpu-07")});
    ASSERT_TRUE(options) << errors;
    EXPECT_EQ(options->captures, QStringList{file});
    EXPECT_EQ(options->targets, QStringList{QStringLiteral("gpu-07")});
    EXPECT_TRUE(errors.empty()) << errors;
}

TEST_F(WindowOptionsTest, ANoticeOfWhoStartsTheWindowIsTakenAndNotOffered) {
    const auto options = parse({QStringLiteral("--notice"), QStringLiteral("not confined")});
    ASSERT_TRUE(options) << errors;
    EXPECT_EQ(options->notice, QStringLiteral("not confined"));
    testing::internal::CaptureStdout();
    EXPECT_FALSE(parse({QStringLiteral("--help")}));
    EXPECT_EQ(testing::internal::GetCapturedStdout().find("--notice"), std::string::npos);
}

TEST_F(WindowOptionsTest, APictureIsJudgedByTheOptionsOfTheCommandLine) {
    const QStringList picture = {QStringLiteral("--render"), QStringLiteral("a.fscope"), QStringLiteral("-o"),
                                 QStringLiteral("a.png")};
    const auto options =
        parse(picture + QStringList{QStringLiteral("--library=nccl-2.30"), QStringLiteral("--env=A=1"),
                                    QStringLiteral("--env=B=2"), QStringLiteral("--nodes=4"),
                                    QStringLiteral("--host=h.fscope"), QStringLiteral("--used=GPU0=mlx5_0")});
    ASSERT_TRUE(options) << errors;
    EXPECT_EQ(options->judge.library, "nccl-2.30");
    ASSERT_EQ(options->judge.environment.size(), 2U);
    EXPECT_EQ(options->judge.environment[1].name + options->judge.environment[1].value, "B2");
    EXPECT_EQ(options->judge.nodes, 4);
    EXPECT_EQ(options->judge.hypervisor, "h.fscope");
    EXPECT_EQ(options->judge.used, std::vector<std::string>{"GPU0=mlx5_0"});
    EXPECT_FALSE(parse(picture + QStringList{QStringLiteral("--nodes=none")}));
    EXPECT_EQ(status, 2);
    EXPECT_THAT(errors, HasSubstr("--nodes: invalid value 'none' (expected a number from 1 to 1000000)"));
}

} // namespace
} // namespace fabricscope::app::window
