// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The program started and ended as by a user: the state at the next start.
#include "app/window/workspace/WorkspaceDisk.h"
#include "tests/Places.h"
#include "tests/support/Sshd.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/widgets/Support.h"

#include <QDir>
#include <QFile>
#include <QProcess>

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

namespace fabricscope::app::window {
namespace {

/// Runs with a temporary home. The shown content is read from the session file.
class WindowProgram : public ::testing::Test {
protected:
    void SetUp() override {
        for (const char *name : {"home", "config", "data"})
            std::filesystem::create_directories(folder.path() / name);
    }
    [[nodiscard]] QString path(const char *name) const {
        return QString::fromStdString((folder.path() / name).string());
    }
    [[nodiscard]] QProcessEnvironment ownEnvironment() const {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("HOME"), path("home"));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), path("config"));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), path("data"));
        return environment;
    }
    /// Waits until the program has written a session with these files, in this order; then ends it.
    [[nodiscard]] bool shows(const QStringList &arguments, const std::vector<std::string> &files) const {
        const QString kept = path("config/fabricscope/session.fswork");
        const QByteArray before = idOf(kept);
        QProcess program;
        program.setProcessEnvironment(ownEnvironment());
        program.start(QStringLiteral(FABRICSCOPE_BIN_DIR "/fabricscope-window"), arguments);
        EXPECT_TRUE(program.waitForStarted());
        const bool isWritten = test::waitFor([&] {
            return program.state() == QProcess::NotRunning ||
                   (idOf(kept) != before && filesOf(kept) == files);
        });
        const bool isRunning = program.state() == QProcess::Running;
        program.terminate();
        EXPECT_TRUE(program.waitForFinished());
        EXPECT_TRUE(isRunning) << program.readAllStandardError().toStdString();
        return isWritten;
    }
    /// Changes with each write.
    [[nodiscard]] static QByteArray idOf(const QString &file) {
        std::error_code error;
        const auto when = std::filesystem::last_write_time(file.toStdString(), error);
        return error ? QByteArray() : QByteArray::number(qint64{when.time_since_epoch().count()});
    }
    [[nodiscard]] static std::vector<std::string> filesOf(const QString &session) {
        std::vector<std::string> names;
        if (const auto file = readWorkspaceFile(session))
            for (const workspace::Member &member : file->workspace.members)
                for (const std::string &each : member.files)
                    names.push_back(std::filesystem::path(each).filename().string());
        return names;
    }
    test::TemporaryFolder folder;
};

TEST_F(WindowProgram, WhatItWasStartedWithIsWhatAStartWithoutArgumentsOpens) {
    for (const char *name : {"one.fscope", "two.fscope"})
        ASSERT_TRUE(capture::save(samples::toCapture(samples::oneGpu()), folder.path() / name));
    EXPECT_TRUE(shows({path("one.fscope"), path("two.fscope")}, {"one.fscope", "two.fscope"}));
    EXPECT_TRUE(shows({}, {"one.fscope", "two.fscope"}));
}

/// Qt makes one where the session has no runtime folder.
TEST_F(WindowProgram, WithoutARuntimeFolderItLeavesNoneInTheFolderForTemporaryFiles) {
    ASSERT_TRUE(capture::save(samples::toCapture(samples::oneGpu()), folder.path() / "one.fscope"));
    for (const QStringList &arguments :
         {QStringList{QStringLiteral("--version")},
          QStringList{path("one.fscope"), QStringLiteral("--screenshot-tour"), path("tour")}}) {
        QProcess program;
        QProcessEnvironment environment = ownEnvironment();
        const QString temporary = path("temporary-files");
        ASSERT_TRUE(QDir().mkpath(temporary));
        environment.insert(QStringLiteral("TMPDIR"), temporary);
        environment.remove(QStringLiteral("XDG_RUNTIME_DIR"));
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(FABRICSCOPE_BIN_DIR "/fabricscope-window"), arguments);
        ASSERT_TRUE(program.waitForFinished(120000));
        EXPECT_EQ(program.exitStatus(), QProcess::NormalExit);
        EXPECT_EQ(program.exitCode(), 0) << program.readAllStandardError().toStdString();
        EXPECT_TRUE(test::waitFor([&] { return QDir(temporary).isEmpty(); }))
            << QDir(temporary)
                   .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)
                   .join(QLatin1Char(' '))
                   .toStdString();
    }
}

/// Not even the folder with the settings of a tour.
TEST_F(WindowProgram, EndedByASignalItLeavesNoFolderBehind) {
    for (const char *name : {"temporary", "runtime"}) {
        std::filesystem::create_directories(folder.path() / name);
        std::filesystem::permissions(folder.path() / name, std::filesystem::perms::owner_all);
    }
    ASSERT_TRUE(capture::save(samples::toCapture(samples::oneGpu()), folder.path() / "one.fscope"));
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGKILL})
        for (const bool isTour : {false, true}) {
            QProcess program;
            QProcessEnvironment environment = ownEnvironment();
            environment.insert(QStringLiteral("TMPDIR"), path("temporary"));
            environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), path("runtime"));
            program.setProcessEnvironment(environment);
            QStringList arguments{path("one.fscope")};
            if (isTour)
                arguments << QStringLiteral("--screenshot-tour") << path("tour");
            QFile::remove(path("config/fabricscope/session.fswork"));
            program.start(QStringLiteral(FABRICSCOPE_BIN_DIR "/fabricscope-window"), arguments);
            ASSERT_TRUE(program.waitForStarted());
            const auto names = [this] {
                const QStringList pattern{QStringLiteral("fabricscope*")};
                return QDir(path("temporary")).entryList(pattern) + QDir(path("runtime")).entryList(pattern);
            };
            EXPECT_TRUE(test::waitFor([&] {
                return program.state() == QProcess::NotRunning ||
                       (isTour ? !names().isEmpty()
                               : QFile::exists(path("config/fabricscope/session.fswork")));
            }));
            // Otherwise its id is 0, which means this whole process group.
            ASSERT_EQ(program.state(), QProcess::Running);
            ::kill(static_cast<pid_t>(program.processId()), signal);
            EXPECT_TRUE(program.waitForFinished());
            EXPECT_EQ(program.exitStatus(), QProcess::CrashExit) << "the signal should end it";
            EXPECT_TRUE(test::waitFor([&] { return names().isEmpty(); }))
                << names().join(QLatin1Char(' ')).toStdString() << " after signal " << signal;
        }
}

} // namespace
} // namespace fabricscope::app::window
