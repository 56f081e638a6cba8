// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/SessionSlot.h"
#include "app/window/workspace/WorkspaceDisk.h"
#include "tests/support/Sshd.h"

#include <QDateTime>
#include <QFile>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

using workspace::WorkspaceFile;

class SessionPlaceTest : public ::testing::Test {
protected:
    [[nodiscard]] QString path(const char *name) const {
        return QString::fromStdString((folder.path() / name).string());
    }
    [[nodiscard]] QString first() const { return path("session.fswork"); }
    void write(const char *name, const WorkspaceFile &content) const {
        ASSERT_TRUE(writeWorkspaceFile(path(name), content));
    }
    /// One capture, and the file of the workspace.
    static WorkspaceFile session(const std::string &savedAs, bool unsaved = false) {
        WorkspaceFile file;
        file.workspace.members = {{1, {}, {"gpu-01.fscope"}, {}, 0, {}, {}}};
        file.savedAs = savedAs;
        file.unsaved = unsaved;
        return file;
    }

    test::TemporaryFolder folder;
};

TEST_F(SessionPlaceTest, TheFirstWindowRestoresTheFirstFileAndASecondHasOneOfItsOwn) {
    write("session.fswork", session("/home/me/a.fswork"));
    auto one = std::make_unique<SessionSlot>(first(), true);
    EXPECT_EQ(one->file(), first());
    EXPECT_TRUE(one->restores());
    const SessionSlot two(first(), true);
    EXPECT_EQ(two.file(), path("session-2.fswork"));
    EXPECT_FALSE(two.restores()) << "what the first one shows is not shown twice";
    one.reset();
    const SessionSlot three(first(), true);
    EXPECT_EQ(three.file(), first()) << "its lock went with it";
}

TEST_F(SessionPlaceTest, AWindowForAWorkspaceLeavesAloneWhatIsNowhereElse) {
    write("session.fswork", session({}));
    const SessionSlot other(first(), false);
    EXPECT_EQ(other.file(), path("session-2.fswork"));
    EXPECT_FALSE(other.restores());
    const SessionSlot next(first(), true);
    EXPECT_EQ(next.file(), first());
    EXPECT_TRUE(next.restores());
}

TEST_F(SessionPlaceTest, WhatIsNowhereElseIsRestoredBeforeWhatIsSaved) {
    write("session.fswork", session("/home/me/a.fswork"));
    write("session-2.fswork", session("/home/me/b.fswork", true));
    const SessionSlot one(first(), true);
    EXPECT_EQ(one.file(), path("session-2.fswork"));
    EXPECT_TRUE(one.restores());
    const SessionSlot two(first(), true);
    EXPECT_EQ(two.file(), first());
    EXPECT_TRUE(two.restores());
}

TEST_F(SessionPlaceTest, OfSessionsThatAreNowhereElseTheOneWrittenLastIsRestored) {
    write("session.fswork", session({}));
    write("session-2.fswork", session({}));
    const QDateTime now = QDateTime::currentDateTime();
    for (const auto &[older, newer] :
         {std::pair("session.fswork", "session-2.fswork"), std::pair("session-2.fswork", "session.fswork")}) {
        QFile file(path(older));
        ASSERT_TRUE(file.open(QIODevice::ReadWrite));
        ASSERT_TRUE(file.setFileTime(now.addDays(-1), QFileDevice::FileModificationTime));
        QFile last(path(newer));
        ASSERT_TRUE(last.open(QIODevice::ReadWrite));
        ASSERT_TRUE(last.setFileTime(now, QFileDevice::FileModificationTime));
        EXPECT_EQ(SessionSlot(first(), true).file(), path(newer));
    }
}

TEST_F(SessionPlaceTest, ASessionWhoseRunsWaitedIsRestoredBeforeAllOthers) {
    write("session.fswork", session({}));
    write("session-2.fswork", session("/home/me/b.fswork"));
    folder.write("session-2.queue.json", "{}");
    EXPECT_EQ(SessionSlot::queueOf(path("session-2.fswork")), path("session-2.queue.json"));
    const SessionSlot one(first(), true);
    EXPECT_EQ(one.file(), path("session-2.fswork"));
    EXPECT_TRUE(one.restores());
    const SessionSlot two(first(), true);
    EXPECT_EQ(two.file(), first());
    EXPECT_TRUE(two.restores());
}

TEST_F(SessionPlaceTest, RunsThatWaitedAreOfferedToAWindowThatRestoresNothingToo) {
    folder.write("session-2.queue.json", "{}");
    folder.write("session-3.queue.json", "{}");
    write("session-2.fswork", session({}));
    const SessionSlot other(first(), false);
    EXPECT_EQ(other.file(), path("session-3.fswork")) << "in the second place something would be lost";
}

TEST_F(SessionPlaceTest, ASavedWorkspaceAndAnEmptySessionLoseNothingAndABrokenOneMight) {
    EXPECT_FALSE(SessionSlot::losesChanges(first())) << "there is none";
    write("saved.fswork", session("/home/me/a.fswork"));
    EXPECT_FALSE(SessionSlot::losesChanges(path("saved.fswork")));
    write("empty.fswork", {});
    EXPECT_FALSE(SessionSlot::losesChanges(path("empty.fswork")));
    write("untitled.fswork", session({}));
    EXPECT_TRUE(SessionSlot::losesChanges(path("untitled.fswork")));
    write("changed.fswork", session("/home/me/a.fswork", true));
    EXPECT_TRUE(SessionSlot::losesChanges(path("changed.fswork")));
    folder.write("broken.fswork", "{");
    EXPECT_TRUE(SessionSlot::losesChanges(path("broken.fswork")));
}

TEST_F(SessionPlaceTest, BeyondTheLastPlaceAWindowKeepsNone) {
    std::vector<std::unique_ptr<SessionSlot>> places;
    for (int window = 0; window < SessionSlot::kMaxWindows; ++window)
        places.push_back(std::make_unique<SessionSlot>(first(), true));
    EXPECT_EQ(places.back()->file(), path("session-16.fswork"));
    EXPECT_TRUE(SessionSlot(first(), true).file().isEmpty());
}

} // namespace
} // namespace fabricscope::app::window
