// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collecting inside containers of real engines over a real sshd, and copying a file into them: docker (with a
// daemon of the test) and podman, if they are installed and may start containers. Otherwise the tests are
// skipped with a message, and only the fakes of container_test.cpp are tested.
#include "tests/app/Copier.h"
#include "tests/app/FakeDocker.h"
#include "tests/app/InsideContainer.h"
#include "tests/app/MachineLock.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

namespace fabricscope {
namespace {

namespace fs = std::filesystem;
using test::Recorder;

bool succeeds(const std::string &command) {
    return std::system(command.c_str()) == 0; // NOLINT(cert-env33-c): the test's own words
}

/// A container named train with a small tree, and a PATH with a program to access it.
class Engine {
public:
    Engine() = default;
    virtual ~Engine() = default;
    Engine(const Engine &) = delete;
    Engine &operator=(const Engine &) = delete;

    [[nodiscard]] virtual bool started() const = 0;
    /// The engine's command with the options of this test's own engine.
    [[nodiscard]] virtual std::string wrapper() const = 0;
    [[nodiscard]] std::string log() const { return test::readFile(m_folder.path() / "log"); }

protected:
    [[nodiscard]] std::string at(const char *name) const { return (m_folder.path() / name).string(); }

private:
    test::TemporaryFolder m_folder;
};

/// Without a bridge and without firewall rules: the machine's network is not changed. No limits are raised,
/// since that needs a capability that a machine in a container may lack.
class Docker : public Engine {
public:
    Docker() {
        const char *program = fs::exists("/usr/bin/docker") ? "/usr/bin/docker" : "/usr/local/bin/docker";
        m_docker = fmt::format("{} -H unix://{}", program, at("sock"));
        if (!succeeds(fmt::format(
                "dockerd --data-root {} --exec-root {} --pidfile {} -H unix://{} "
                "--iptables=false --ip-forward=false --bridge=none --storage-driver=vfs >{} 2>&1 &",
                at("data"), at("exec"), at("pid"), at("sock"), at("log"))) ||
            !answers())
            return;
        test::makeMinimalRoot(at("root"), "made container");
        m_started = succeeds(fmt::format("tar -C {} -c . | {} import - small:1 >/dev/null 2>>{}", at("root"),
                                         m_docker, at("log"))) &&
                    succeeds(fmt::format("{} run -d --name train --network=none --hostname made-container "
                                         "--ulimit nofile=1024:1024 small:1 /bin/sleep 600 >>{} 2>&1",
                                         m_docker, at("log")));
    }
    ~Docker() override {
        succeeds(fmt::format("{} rm -f train >/dev/null 2>&1", m_docker));
        succeeds(fmt::format(
            "kill $(cat {0}) 2>/dev/null; for _ in $(seq 100); do [ -e {0} ] || break; sleep 0.1; "
            "done",
            at("pid")));
    }

    [[nodiscard]] bool started() const override { return m_started; }
    [[nodiscard]] std::string wrapper() const override {
        return fmt::format("#!/bin/sh\nexec {} \"$@\"\n", m_docker);
    }

private:
    [[nodiscard]] bool answers() const {
        for (int attempt = 0; attempt < 300; ++attempt) {
            if (succeeds(fmt::format("{} version >/dev/null 2>&1", m_docker)))
                return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return false;
    }

    std::string m_docker;
    bool m_started = false;
};

/// With its own storage; crun refuses some combinations of cgroup versions, runc accepts them.
class Podman : public Engine {
public:
    Podman()
        : m_podman(
              fmt::format("podman --root {} --runroot {} --cgroup-manager=cgroupfs --events-backend=file "
                          "--storage-driver=vfs",
                          at("storage"), at("run"))) {
        test::makeMinimalRoot(at("root"), "made container");
        for (const char *runtime : {"crun", "runc"}) {
            m_runtime = runtime;
            m_started =
                succeeds(fmt::format("{} --runtime {} run -d --name train --network=host --hostname "
                                     "made-container --uts=private --ulimit nofile=1024:1024 --ulimit "
                                     "nproc=4096:4096 --rootfs {} /bin/sleep 600 >>{} 2>&1",
                                     m_podman, runtime, at("root"), at("log")));
            if (m_started)
                return;
            remove();
        }
    }
    ~Podman() override { remove(); }

    [[nodiscard]] bool started() const override { return m_started; }
    [[nodiscard]] std::string wrapper() const override {
        return fmt::format("#!/bin/sh\nPATH=/usr/bin:/usr/sbin:/bin:/sbin\nexec {} --runtime {} \"$@\"\n",
                           m_podman, m_runtime);
    }

private:
    void remove() const {
        succeeds(fmt::format("{} --runtime {} rm -f -t 0 train >/dev/null 2>&1", m_podman, m_runtime));
    }

    std::string m_podman, m_runtime;
    bool m_started = false;
};

struct EngineRow {
    const char *name;   ///< in targets
    const char *needed; ///< the program that must be installed
    std::unique_ptr<Engine> (*make)();
};
constexpr EngineRow kEngines[] = {
    {"docker", "dockerd",
     []() -> std::unique_ptr<Engine> {
         return std::make_unique<Docker>();
     }},
    {"podman", "podman",
     []() -> std::unique_ptr<Engine> {
         return std::make_unique<Podman>();
     }},
};

class RealEngine : public testing::TestWithParam<EngineRow> {
protected:
    void SetUp() override {
        const EngineRow &row = GetParam();
        if (const auto why = test::FakeDocker::unavailableReason())
            GTEST_SKIP() << "NOT TESTED with a real " << row.name << ": it " << *why;
        if (!succeeds(fmt::format("command -v {} >/dev/null", row.needed)))
            GTEST_SKIP() << "NOT TESTED with a real " << row.name << ": " << row.needed
                         << " is not installed";
        m_engine = row.make();
        if (!m_engine->started())
            GTEST_SKIP() << "NOT TESTED with a real " << row.name
                         << ": it starts no container here: " << m_engine->log();
        m_path.addProgram(row.name, m_engine->wrapper());
        test::SshdOptions options;
        options.environment = {"PATH=" + m_path.path()};
        m_sshd.emplace(options);
    }

    /// The container of this name, over SSH.
    [[nodiscard]] remote::Endpoint in(const char *container) const {
        remote::Endpoint endpoint = test::endpointTo(fmt::format("sshd0/{}:{}", GetParam().name, container));
        endpoint.configFile = m_sshd->configFile();
        return endpoint;
    }

    /// The output of a command in the container.
    [[nodiscard]] std::string inside(const std::string &command) const {
        const fs::path file = fs::path(m_path.path().substr(0, m_path.path().find(':'))) / "said";
        EXPECT_TRUE(succeeds(fmt::format("PATH={} {} exec train {} >{}", m_path.path(), GetParam().name,
                                         command, file.string())));
        return test::readFile(file.string());
    }

    test::MachineLock m_turn;
    test::FakeDocker m_path; ///< the engine's program replaces the fake one in its PATH
    std::unique_ptr<Engine> m_engine;
    std::optional<test::Sshd> m_sshd;
};

INSTANTIATE_TEST_SUITE_P(Installed, RealEngine, testing::ValuesIn(kEngines),
                         [](const testing::TestParamInfo<EngineRow> &row) {
                             return std::string(row.param.name);
                         });

TEST_P(RealEngine, IsReadOverSshByTheSameScript) {
    Recorder recorder;
    const remote::Endpoint train = in("train");
    ASSERT_TRUE(recorder.run(train));
    test::expectInside(recorder, train.target);
}

TEST_P(RealEngine, TakesAFileAndKeepsTheOneBefore) {
    constexpr const char *kPath = "/etc/nccl-topo.xml";
    test::Copier copier(in("train"));
    const std::string before = "<system version=\"1\"/>\n", after = test::Copier::kNew;
    for (const std::string &text : {before, after}) {
        const auto plan = copier.plan(kPath, text);
        ASSERT_TRUE(plan) << plan.error().what << " " << plan.error().hint;
        EXPECT_EQ(plan->exists, text == after);
        const auto receipt = copier.copy(*plan);
        ASSERT_TRUE(receipt) << receipt.error().what << " " << receipt.error().hint;
        EXPECT_EQ(receipt->bytes, text.size());
        EXPECT_EQ(receipt->backup, plan->backup);
    }
    EXPECT_EQ(inside(fmt::format("/bin/cat {}", kPath)), after);
    const auto again = copier.plan(kPath);
    ASSERT_TRUE(again) << again.error().what;
    EXPECT_FALSE(again->isNeeded()) << "what arrived is what was sent";
    EXPECT_EQ(inside("/bin/sh -c 'cat /etc/nccl-topo.xml.*.bak'"), before);
}

TEST_P(RealEngine, ReportsAMissingContainer) {
    Recorder recorder;
    ASSERT_TRUE(recorder.run(in("absent")));
    ASSERT_TRUE(recorder.failure);
    EXPECT_EQ(recorder.failure->what, fmt::format("there is no container {}:absent", GetParam().name));
}

TEST_P(RealEngine, ReportsAnImageWithoutAShell) {
    // Without a shell in the container, both engines refuse with their own messages.
    ASSERT_TRUE(succeeds(
        fmt::format("PATH={} {} exec train /bin/busybox rm /bin/sh", m_path.path(), GetParam().name)));
    Recorder recorder;
    ASSERT_TRUE(recorder.run(in("train")));
    ASSERT_TRUE(recorder.failure);
    EXPECT_EQ(recorder.failure->what, fmt::format("{}:train has no /bin/sh", GetParam().name))
        << recorder.failure->hint;
}

} // namespace
} // namespace fabricscope
