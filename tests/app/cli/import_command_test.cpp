// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/OpenFiles.h"
#include "core/capture/Capture.h"
#include "core/formats/HostReader.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/Packed.h"
#include "tests/support/Sshd.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace fabricscope {
namespace {

namespace fs = std::filesystem;
using test::runProgram;
using testing::HasSubstr;

class ImportCommand : public testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string &name) const {
        return (m_folder.path() / name).string();
    }
    std::string write(const std::string &name, const std::string &bytes) const {
        return m_folder.write(name, bytes).string();
    }
    /// Writes the tree of a sample host to "tree".
    [[nodiscard]] fs::path tree(const host::Host &host) const {
        const fs::path root = m_folder.path() / "tree";
        fs::create_directories(root);
        samples::writeTree(host, root);
        return root;
    }

    test::TemporaryFolder m_folder;
};

std::vector<std::string> described(const host::Host &host) {
    std::vector<std::string> lines;
    for (const host::PciFunction &f : host.functions)
        lines.push_back(fmt::format("{} {:06x} {:04x}:{:04x} below {} node {} driver {} x{}",
                                    f.address.toString(), f.classCode.valueOr(0), f.vendor.valueOr(0),
                                    f.device.valueOr(0), f.parent ? f.parent->toString() : "root",
                                    f.numaNode.valueOr(-9), f.driver.valueOr("none"),
                                    f.currentWidth.valueOr(0)));
    for (const host::NumaNodeFacts &n : host.numaNodes)
        lines.push_back(
            fmt::format("node {} {} {}", n.node.value, n.cpus.valueOr("?"), n.memory ? n.memory->value : 0));
    lines.push_back(host.hostname.valueOr("?") + ' ' + host.kernel.valueOr("?") + ' ' + host.id.machineId);
    return lines;
}

host::Host hostIn(const std::string &file) {
    const auto capture = capture::load(file);
    EXPECT_TRUE(capture) << file;
    return capture ? formats::readHost(*capture) : host::Host{};
}

TEST_F(ImportCommand, AnArchiveBecomesACaptureThatShowsAsTheArchiveItself) {
    const std::string archive =
        write("gpu-07.tar.gz",
              test::packed(test::tarOfFolder(tree(samples::laptop()), "gpu-07/"), test::Packing::Gzip));
    const auto made = runProgram("fabricscope", {"import", archive, "-o", path("sub/x.fscope")});
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_THAT(made.out,
                HasSubstr(fmt::format("{} PCI functions", hostIn(path("sub/x.fscope")).functions.size())));
    const auto fromCapture = runProgram("fabricscope", {"show", path("sub/x.fscope"), "--view", "devices"});
    const auto fromArchive = runProgram("fabricscope", {"show", archive, "--view", "devices"});
    ASSERT_EQ(fromCapture.status, 0);
    EXPECT_EQ(fromArchive.status, 0);
    EXPECT_EQ(fromArchive.out, fromCapture.out);
    EXPECT_THAT(fromArchive.out, HasSubstr("01:00.0"));
    const auto fromFolder = runProgram("fabricscope", {"show", path("tree/"), "--view", "devices"});
    EXPECT_EQ(fromFolder.status, 0) << fromFolder.err;
    EXPECT_THAT(fromFolder.out, HasSubstr("01:00.0"));
    EXPECT_EQ(runProgram("fabricscope", {"render", archive, "-o", path("x.svg")}).status, 0);
}

TEST_F(ImportCommand, UnknownInputNamesKnownKindsAndExitsWithStatus4) {
    const std::string poem = write("poem.tar.gz", "roses are red\n");
    const auto run = runProgram("fabricscope", {"import", poem, "-o", path("x.fscope")});
    EXPECT_EQ(run.status, 4);
    EXPECT_THAT(run.err, HasSubstr("poem.tar.gz: is not a file of a known kind"));
    EXPECT_THAT(run.err, HasSubstr("\n  `fabricscope import --help` lists the known kinds\n"));
    EXPECT_THAT(runProgram("fabricscope", {"import", "--help"}).out, HasSubstr("hwloc XML"));
    EXPECT_FALSE(fs::exists(path("x.fscope")));
    EXPECT_EQ(runProgram("fabricscope", {"show", poem}).status, 4);
    EXPECT_EQ(runProgram("fabricscope", {"import", path("absent"), "-o", path("x.fscope")}).status, 3);
    EXPECT_EQ(runProgram("fabricscope", {"import", poem}).status, 2) << "without -o";
    EXPECT_EQ(runProgram("fabricscope", {"import", "--help"}).status, 0);
}

TEST_F(ImportCommand, FilesOfTwoHostsAreRefusedAndBothNamed) {
    const auto archive = [&](const std::string &name) {
        return write(name + ".tar", test::tarOf({{"etc/hostname", name + "\n", '0', {}},
                                                 {"proc/meminfo", "MemTotal: 1 kB\n", '0', {}}}));
    };
    const auto run =
        runProgram("fabricscope", {"import", archive("gpu-07"), archive("gpu-08"), "-o", path("x.fscope")});
    EXPECT_EQ(run.status, 4);
    EXPECT_THAT(run.err, HasSubstr("'gpu-07' in gpu-07.tar, 'gpu-08' in gpu-08.tar"));
}

TEST_F(ImportCommand, PrintedScriptOutputMatchesACapture) {
    const fs::path root = tree(samples::laptop());
    const auto script = runProgram("fabricscope", {"capture", "--print-script"});
    ASSERT_EQ(script.status, 0);
    write("script.sh", script.out);
    const char *shell = fs::exists("/bin/dash") ? "/bin/dash" : "/bin/sh";
    ASSERT_EQ(std::system(fmt::format("FABRICSCOPE_ROOT='{}' {} '{}' > '{}' 2>/dev/null", root.string(),
                                      shell, path("script.sh"), path("output"))
                              .c_str()),
              0);
    const auto import = runProgram("fabricscope", {"import", path("output"), "-o", path("printed.fscope")});
    ASSERT_EQ(import.status, 0) << import.err;

    ::setenv("FABRICSCOPE_ROOT", root.c_str(), 1);
    const auto collected = runProgram("fabricscope", {"capture", "local:", "-o", path("collected.fscope")});
    ::unsetenv("FABRICSCOPE_ROOT");
    ASSERT_EQ(collected.status, 0) << collected.err;
    const host::Host printed = hostIn(path("printed.fscope"));
    EXPECT_FALSE(printed.functions.empty());
    EXPECT_EQ(described(printed), described(hostIn(path("collected.fscope"))));
}

TEST_F(ImportCommand, RedactedImportKeepsTopologyAndHidesIdentity) {
    const std::string archive =
        write("zeta-gpu-07.tar", test::tarOfFolder(tree(samples::laptop()), "zeta-gpu-07/"));
    const std::string dmi = write("dmi.txt", "Handle 0x0001, DMI type 1, 27 bytes\nSystem Information\n"
                                             "\tSerial Number: SECRETONE\n");
    const auto run =
        runProgram("fabricscope", {"import", archive, dmi, "--redact", "-o", path("mailed.fscope")});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr(", redacted"));
    ASSERT_EQ(runProgram("fabricscope", {"import", archive, dmi, "-o", path("plain.fscope")}).status, 0);
    const auto mailed = capture::load(path("mailed.fscope"));
    const auto plain = capture::load(path("plain.fscope"));
    ASSERT_TRUE(mailed && plain);
    EXPECT_TRUE(mailed->redacted);
    EXPECT_FALSE(plain->redacted);
    const std::string hostname = formats::readHost(*plain).hostname.valueOr({});
    ASSERT_GE(hostname.size(), 3U);
    std::string all = mailed->target;
    for (const capture::Section &section : mailed->sections)
        all += section.meta().origin + section.bytes();
    for (const std::string &secret : {hostname, std::string("SECRETONE"), plain->target})
        EXPECT_THAT(all, testing::Not(HasSubstr(secret)));
    EXPECT_EQ(formats::readHost(*mailed).functions.size(), formats::readHost(*plain).functions.size());
}

TEST_F(ImportCommand, WhatMeansAFileAndWhatAHost) {
    const std::string here = write("plain", "x");
    fs::create_directories(path("gpu-07"));
    for (const std::string &file : {here, path("gpu-07/"), std::string("absent.fscope"),
                                    std::string("lspci.txt"), std::string("./absent")})
        EXPECT_TRUE(app::isFileSource(file)) << file;
    for (const std::string host :
         {"gpu-07", "root@gpu-07:2222", "local:", "gpu-07/docker:web", "kubectl:ns/pod",
          "ssh://root@gpu-07:22", "mi300x-[001-004]", "gpu-07.example.com"})
        EXPECT_FALSE(app::isFileSource(host)) << host;
}

} // namespace
} // namespace fabricscope
