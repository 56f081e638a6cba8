// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/SessionController.h"
#include "tests/support/Packed.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

#include <filesystem>

namespace fabricscope::app::window {
namespace {

using test::Packing;
using test::tarOf;

/// How the window opens selected files: its sessions, without its widgets.
class OpenFiles : public ::testing::Test {
protected:
    QString write(const std::string &name, const std::string &bytes) const {
        return QString::fromStdString(folder.write(name, bytes).string());
    }
    const HostSession &opened(quint64 id) {
        EXPECT_TRUE(test::waitFor([this] { return !sessions.busy(); }));
        return *sessions.find(id);
    }

    test::TemporaryFolder folder;
    SessionController sessions{SshFiles{}};
};

const std::string kDevice = "h/sys/devices/pci0000:00/0000:00:01.0/";

TEST_F(OpenFiles, AnArchiveOfSysIsOneHost) {
    const QString file = write("gpu.tar.gz", test::packed(tarOf({{kDevice + "vendor", "0x10de\n", '0', {}},
                                                                 {kDevice + "class", "0x030200\n", '0', {}}}),
                                                          Packing::Gzip));
    const HostSession &session = opened(sessions.openCapture(file));
    ASSERT_TRUE(session.snapshot.topology);
    EXPECT_EQ(session.snapshot.topology->host().functions.size(), 1U);
    EXPECT_EQ(session.name(), QStringLiteral("gpu.tar.gz"));
    EXPECT_EQ(sessions.openCapture(file), session.id) << "it is open already";
}

TEST_F(OpenFiles, FilesOfOneHostOpenTogether) {
    const QString first = write("sys.tar", tarOf({{kDevice + "vendor", "0x10de\n", '0', {}}}));
    const QString second =
        write("node.tar", tarOf({{"devices/system/node/node0/meminfo", "Node 0 MemTotal: 4 kB\n", '0', {}}}));
    const HostSession &session = opened(sessions.openTogether({first, second}));
    ASSERT_TRUE(session.snapshot.topology);
    EXPECT_EQ(session.snapshot.topology->host().functions.size(), 1U);
    EXPECT_EQ(session.snapshot.topology->host().numaNodes.size(), 1U);
    EXPECT_EQ(session.name(), QStringLiteral("sys.tar +1"));
}

TEST_F(OpenFiles, AFolderIsOpenedAndTwoHostsAtOnceAreRefused) {
    std::filesystem::create_directories(folder.path() / "ticket/proc");
    write("ticket/proc/meminfo", "MemTotal: 4 kB\n");
    const QString ticket = QString::fromStdString((folder.path() / "ticket/").string());
    EXPECT_EQ(opened(sessions.openCapture(ticket)).name(), QStringLiteral("ticket"));
    const auto host = [&](const std::string &name) {
        return write(name,
                     tarOf({{"proc/meminfo", "MemTotal: 4 kB\n", '0', {}}, {"etc/hostname", name, '0', {}}}));
    };
    QSignalSpy failed(&sessions, &SessionController::openFailed);
    const quint64 id = sessions.openTogether({host("one"), host("two")});
    ASSERT_TRUE(test::waitFor([&] { return failed.count() == 1; }));
    EXPECT_TRUE(failed[0][1].toString().contains(QStringLiteral("'one' in one, 'two' in two")));
    EXPECT_EQ(sessions.find(id), nullptr);
}

} // namespace
} // namespace fabricscope::app::window
