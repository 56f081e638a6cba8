// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/SessionController.h"
#include "core/affinity/Examine.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::app::window {
namespace {

class JudgingTest : public ::testing::Test {
protected:
    quint64 open(host::Host host, const std::string &name) {
        host.hostname = host::Fact<std::string>(name, {});
        const auto file = folder.path() / (name + ".fscope");
        EXPECT_TRUE(capture::save(made::toCapture(host), file));
        return sessions.openCapture(QString::fromStdString(file.string()));
    }
    void wait() {
        EXPECT_TRUE(test::waitFor([this] { return !sessions.busy(); }));
    }
    const HostSession &at(quint64 id) const { return *sessions.find(id); }

    test::TemporaryFolder folder;
    SessionController sessions{SshFiles{}};
};

TEST_F(JudgingTest, AHostIsJudgedTogetherWithItsTopology) {
    const quint64 id = open(made::mi355xServer(), "gpu-01");
    bool together = true;
    QObject::connect(&sessions, &SessionController::changed, &sessions, [&](quint64) {
        together = together && (at(id).snapshot.topology != nullptr) == (at(id).judgement() != nullptr);
    });
    wait();
    EXPECT_TRUE(together) << "neither is shown without the other";
    ASSERT_NE(at(id).judgement(), nullptr);
    const affinity::Fabric &fabric = at(id).judgement()->fabric;
    ASSERT_EQ(fabric.gpus.size(), 8U);
    for (const affinity::Gpu &gpu : fabric.gpus) {
        ASSERT_TRUE(gpu.node && gpu.bdf);
        EXPECT_EQ(at(id).snapshot.topology->node(*gpu.node).bdf, gpu.bdf) << "nodes of this very topology";
    }
    if (at(id).snapshot.examination->inputs.library != nullptr) {
        EXPECT_EQ(at(id).snapshot.examination->inputs.library, &at(id).snapshot.examination->decisions);
    }
}

TEST_F(JudgingTest, AVmIsJudgedAnewOnceItsHypervisorIsThere) {
    const quint64 guest = open(made::flatVm(), "vm-03a");
    wait();
    ASSERT_EQ(at(guest).judgedWith.size(), 2U);
    EXPECT_EQ(at(guest).judgedWith[1], nullptr);
    const auto alone = at(guest).snapshot.examination;
    const quint64 hypervisor = open(made::mi355xServer(), "gpu-03"); // whose processes name vm-03a
    wait();
    ASSERT_GE(at(guest).judgedWith.size(), 2U);
    EXPECT_EQ(at(guest).judgedWith[1], at(hypervisor).snapshot.topology);
    EXPECT_NE(at(guest).snapshot.examination, alone);
    EXPECT_EQ(at(hypervisor).judgedWith[1], nullptr) << "and not the other way round";
    sessions.remove(hypervisor);
    wait();
    EXPECT_EQ(at(guest).judgedWith[1], nullptr) << "what is gone is no longer believed";
}

TEST_F(JudgingTest, AVmNameThatTwoHostsRunTellsNothing) {
    const quint64 guest = open(made::flatVm(), "vm-03a");
    open(made::mi355xServer(), "gpu-03");
    open(made::mi355xServer(), "gpu-04");
    wait();
    EXPECT_EQ(at(guest).judgedWith[1], nullptr);
}

TEST_F(JudgingTest, HostsOfOneKindAreJudgedBesideEachOther) {
    const quint64 first = open(made::mi355xServer(), "gpu-01"), second = open(made::mi355xServer(), "gpu-02"),
                  other = open(made::laptop(), "laptop");
    wait();
    EXPECT_EQ(at(first).judgedWith,
              (std::vector{at(first).snapshot.topology, std::shared_ptr<const topology::Topology>(),
                           at(second).snapshot.topology}));
    EXPECT_EQ(at(other).judgedWith.size(), 2U);
}

} // namespace
} // namespace fabricscope::app::window
