// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collecting inside containers: in the fake container of FakeDocker.h, over a real sshd and without. Real
// engines are tested in real_engines_test.cpp.
#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/script/ContainerShell.h"
#include "tests/app/FakeDocker.h"
#include "tests/app/InsideContainer.h"
#include "tests/app/Recorder.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace fabricscope {
namespace {

namespace fs = std::filesystem;
using test::bytesOf;
using test::expectInside;
using test::Recorder;
using testing::Contains;
using testing::HasSubstr;

remote::Endpoint to(const std::string &target) {
    return test::endpointTo(target);
}

class Container : public testing::Test {
protected:
    void SetUp() override {
        if (const auto why = test::FakeDocker::unavailableReason())
            GTEST_SKIP() << "NOT TESTED: the stand-in for docker " << *why;
        m_docker = std::make_unique<test::FakeDocker>();
    }

    std::unique_ptr<test::FakeDocker> m_docker;
};

TEST_F(Container, OfThisMachineIsReadByTheSameScript) {
    Recorder recorder;
    ASSERT_TRUE(recorder.run(to("local:/docker:train")));
    expectInside(recorder, "local:/docker:train");
    EXPECT_THAT(recorder.last().parts, Contains(capture::Part::Root)) << "root in there";
    EXPECT_THAT(recorder.logText(), HasSubstr("safe: docker exec -i train /bin/sh -s  < safe.sh"));
}

TEST_F(Container, OfAHostIsReadOverSsh) {
    test::SshdOptions options;
    options.environment = {"PATH=" + m_docker->path()};
    const test::Sshd sshd(options);
    remote::Endpoint endpoint = to("sshd0/docker:train");
    endpoint.configFile = sshd.configFile();
    Recorder recorder;
    ASSERT_TRUE(recorder.run(endpoint));
    expectInside(recorder, "sshd0/docker:train");
}

TEST_F(Container, ReportsClearErrors) {
    struct Case {
        const char *target, *what;
    };
    for (const Case &c : {Case{"local:/docker:absent", "there is no container docker:absent"},
                          Case{"local:/docker:stopped", "docker:stopped is not running"},
                          Case{"local:/docker:forbidden", "this user may not use docker there"},
                          Case{"local:/docker:distroless", "docker:distroless has no /bin/sh"},
                          Case{"local:/docker:$(id)", "'$(id)' is not a container name"},
                          Case{"local:/lxc:x", "'lxc:x' is not a container"}}) {
        Recorder recorder;
        ASSERT_TRUE(recorder.run(to(c.target)));
        ASSERT_TRUE(recorder.failure) << c.target;
        EXPECT_EQ(recorder.failure->what, c.what);
        EXPECT_FALSE(recorder.failure->hint.empty());
        EXPECT_TRUE(recorder.snapshots.empty());
    }
}

TEST_F(Container, ReportsAMissingRuntime) {
    if (std::system("PATH=$PATH:/usr/local/bin:/usr/sbin command -v crictl >/dev/null") == 0)
        GTEST_SKIP() << "NOT TESTED: this machine has crictl";
    Recorder recorder;
    ASSERT_TRUE(recorder.run(to("local:/crictl:1f73f2d81bf98")));
    ASSERT_TRUE(recorder.failure);
    EXPECT_EQ(recorder.failure->what, "crictl was not found on the host");
}

TEST_F(Container, OfContainerdIsReadByItsIdThroughCrictl) {
    test::addFakeKubernetesTools(*m_docker);
    Recorder recorder;
    ASSERT_TRUE(recorder.run(to("local:/crictl:1f73f2d81bf98")));
    expectInside(recorder, "local:/crictl:1f73f2d81bf98");
    EXPECT_EQ(test::argumentsOf(*m_docker, "crictl"), "exec\n-i\n1f73f2d81bf98\n/bin/sh\n")
        << "no -s behind the id, which crictl would take for its own";
}

TEST_F(Container, OfAPodIsReadThroughKubectlInTheNamespaceThatIsNamed) {
    test::addFakeKubernetesTools(*m_docker);
    Recorder recorder;
    ASSERT_TRUE(recorder.run(to("kubectl:ml/trainer-0")));
    expectInside(recorder, "kubectl:ml/trainer-0");
    EXPECT_EQ(test::argumentsOf(*m_docker, "kubectl"), "exec\n-i\n-n\nml\ntrainer-0\n--\n/bin/sh\n-s\n");
    Recorder inner;
    ASSERT_TRUE(inner.run(to("kubectl:ml/trainer-0/sidecar")));
    expectInside(inner, "kubectl:ml/trainer-0/sidecar");
    EXPECT_EQ(test::argumentsOf(*m_docker, "kubectl"),
              "exec\n-i\n-n\nml\ntrainer-0\n-c\nsidecar\n--\n/bin/sh\n-s\n");
}

TEST_F(Container, OfAHostsKubernetesIsReadOverSsh) {
    test::addFakeKubernetesTools(*m_docker);
    test::SshdOptions options;
    options.environment = {"PATH=" + m_docker->path()};
    const test::Sshd sshd(options);
    for (const std::string target : {"sshd0/crictl:1f73f2d81bf98", "sshd0/kubectl:ml/trainer-0/main"}) {
        remote::Endpoint endpoint = to(target);
        endpoint.configFile = sshd.configFile();
        Recorder recorder;
        ASSERT_TRUE(recorder.run(endpoint));
        expectInside(recorder, target);
    }
}

TEST_F(Container, ReportsClearKubernetesErrors) {
    test::addFakeKubernetesTools(*m_docker);
    struct Case {
        const char *target, *what;
    };
    for (const Case &c :
         {Case{"local:/crictl:0000000000000", "there is no container crictl:0000000000000"},
          Case{"local:/crictl:3e025dd50a72d", "crictl:3e025dd50a72d is not running"},
          Case{"kubectl:ml/absent", "there is no pod kubectl:ml/absent"},
          Case{"kubectl:nowhere/trainer-0", "there is no namespace nowhere"},
          Case{"kubectl:secret/trainer-0", "this account may not run commands in pods of namespace secret"},
          Case{"kubectl:ml/trainer-0/other", "kubectl:ml/trainer-0/other is not a container of the pod"},
          Case{"kubectl:ml/trainer-1", "kubectl:ml/trainer-1 has no /bin/sh"},
          Case{"kubectl:trainer-0", "the pod's namespace is missing"},
          Case{"kubectl:ml/$(id)", "'$(id)' is not a pod name"}}) {
        Recorder recorder;
        ASSERT_TRUE(recorder.run(to(c.target)));
        ASSERT_TRUE(recorder.failure) << c.target;
        EXPECT_EQ(recorder.failure->what, c.what);
        EXPECT_TRUE(recorder.snapshots.empty());
    }
}

TEST_F(Container, NobodyBecomesRootInThere) {
    Recorder recorder;
    app::CollectOptions options;
    options.root = true;
    options.sudoPassword = [](const app::SudoRequest &) -> std::optional<remote::Secret> {
        ADD_FAILURE() << "a password was asked for";
        return std::nullopt;
    };
    ASSERT_TRUE(recorder.run(to("local:/docker:plain"), options));
    expectInside(recorder, "local:/docker:plain");
    EXPECT_THAT(bytesOf(recorder.last(), "user"), HasSubstr("uid=65534"));
    EXPECT_THAT(recorder.last().parts, testing::Not(Contains(capture::Part::Root)));
    EXPECT_THAT(recorder.last().capture->notes, Contains(HasSubstr("sudo is not used in a container")));
}

TEST_F(Container, ADeviceThatHangsIsNamedAndTheRestIsDelivered) {
    // A small /sys in the container's tree; its environment prefixes it to every path.
    const fs::path sys = m_docker->root() / "made/sys";
    for (const char *bdf : {"0000:01:00.0", "0000:02:00.0", "0000:03:00.0"}) {
        const fs::path real = sys / "devices/pci0000:00" / bdf;
        fs::create_directories(real);
        fs::create_directories(sys / "bus/pci/devices");
        fs::create_symlink(fs::path("../../../devices/pci0000:00") / bdf, sys / "bus/pci/devices" / bdf);
        for (const char *file : {"class", "vendor", "device"})
            std::ofstream(real / file) << "0x030200\n";
        for (const char *file : {"current_link_speed", "max_link_speed"})
            std::ofstream(real / file) << "32.0 GT/s PCIe\n";
        for (const char *file : {"current_link_width", "max_link_width"})
            std::ofstream(real / file) << "16\n";
    }
    const fs::path stuck = sys / "devices/pci0000:00/0000:02:00.0/current_link_speed";
    fs::remove(stuck);
    ASSERT_EQ(mkfifo(stuck.c_str(), 0600), 0);
    setenv("FABRICSCOPE_ROOT", "/made", 1);
    app::CollectOptions options;
    options.silence = std::chrono::milliseconds(1500);
    Recorder recorder;
    const bool ended = recorder.run(to("local:/docker:train"), options);
    unsetenv("FABRICSCOPE_ROOT");
    ASSERT_TRUE(ended);
    EXPECT_THAT(recorder.last().capture->notes, Contains(HasSubstr("0000:02:00.0 does not answer")));
    const host::Host &host = recorder.last().topology->host();
    ASSERT_EQ(host.functions.size(), 3U);
    EXPECT_TRUE(host.functions[2].currentWidth.known()) << "the device behind the stuck one was read too";
}

TEST_F(Container, TheDeadlineOfTheWholeCollectionHoldsInThere) {
    m_docker->addProgram("podman", "#!/bin/sh\nexec sleep 600\n");
    app::CollectOptions options;
    options.timeout = std::chrono::milliseconds(1000);
    Recorder recorder;
    ASSERT_TRUE(recorder.run(to("local:/podman:train"), options));
    ASSERT_TRUE(recorder.failure);
    EXPECT_EQ(recorder.failure->kind, remote::FailureKind::Timeout);
}

TEST(ContainerShell, MeansTheSameToEveryLoginShell) {
    workspace::Container container;
    container.name = "train";
    const std::string line = app::containerShell(container, true);
    EXPECT_EQ(line.find("train"), std::string::npos) << "only octal digits differ between containers";
    const test::TemporaryFolder folder;
    fs::create_directories(folder.path() / "bin");
    folder.write("bin/docker", "#!/bin/sh\nfor word; do printf '<%s>' \"$word\"; done; cat\n");
    fs::permissions(folder.path() / "bin/docker", fs::perms(0755));
    int shells = 0;
    for (const char *shell : {"sh", "bash", "dash", "zsh", "fish", "tcsh"}) {
        if (std::system(fmt::format("command -v {} >/dev/null", shell).c_str()) != 0)
            continue;
        ++shells;
        const std::string path = fmt::format("PATH={}/bin:/usr/bin:/bin", folder.path().string());
        const char *quiet = R"(exec "$@" 2>/dev/null)"; // sudo complains of a host that /etc/hosts lacks
        EXPECT_EQ(test::run({"sh", "-c", quiet, "sh", "env", path, shell, "-c", line}, "of stdin"),
                  "<exec><-i><train></bin/sh><-s>of stdin")
            << shell;
    }
    EXPECT_GE(shells, 1);
}

} // namespace
} // namespace fabricscope
