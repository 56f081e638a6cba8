// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/ReleaseOnWorker.h"
#include "app/jobs/judge/JudgeHost.h"
#include "app/window/session/SessionController.h"
#include "core/affinity/Examine.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

namespace fabricscope::app::window {
namespace {

class JudgingTest : public ::testing::Test {
protected:
    quint64 open(host::Host host, const std::string &name) {
        host.hostname = host::Fact<std::string>(name, {});
        return openCapture(samples::toCapture(host), name);
    }
    /// A server whose NICs have one address each, the k-th in 10.k.0.0/24; `swapped` exchanges the NICs of
    /// each two rails.
    quint64 openOnRails(const std::string &name, unsigned last, bool swapped = false,
                        const std::string &file = {}) {
        host::Host host = samples::mi355xServer();
        host.hostname = host::Fact<std::string>(name, {});
        capture::Capture capture = samples::toCapture(host);
        std::string lines;
        unsigned rail = 0;
        for (const host::NetInterface &net : host.netInterfaces) {
            const unsigned wired = swapped ? rail ^ 1U : rail;
            lines += fmt::format("{0}: {1}    inet 10.{2}.0.{3}/24 scope global {1}\\ valid_lft forever\n",
                                 rail + 2, net.name, wired, last);
            ++rail;
        }
        capture::Section::Meta meta;
        meta.name = "tool-ip-addr";
        meta.part = capture::Part::Tools;
        capture.sections.emplace_back(meta, lines);
        return openCapture(capture, file.empty() ? name : file);
    }
    quint64 openCapture(const capture::Capture &capture, const std::string &name) {
        const auto file = folder.path() / (name + ".fscope");
        EXPECT_TRUE(capture::save(capture, file));
        return sessions.openCapture(QString::fromStdString(file.string()));
    }
    void wait() {
        EXPECT_TRUE(test::waitFor([this] { return !sessions.busy(); }));
    }
    const HostSession &at(quint64 id) const { return *sessions.find(id); }
    /// Counts judgements from here on.
    void count() {
        sessions.judging().setJudge([this](const Snapshot &snapshot, const affinity::Question &question) {
            ++judged;
            return judgeHost(snapshot, question);
        });
    }

    test::TemporaryFolder folder;
    SessionController sessions{SshFiles{}};
    std::atomic<int> judged = 0; ///< on workers
};

TEST_F(JudgingTest, AHostIsJudgedTogetherWithItsTopology) {
    const quint64 id = open(samples::mi355xServer(), "gpu-01");
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
    const quint64 guest = open(samples::flatVm(), "vm-03a");
    wait();
    EXPECT_NE(at(guest).judgedIn.host, nullptr);
    EXPECT_EQ(at(guest).judgedIn.hypervisor, nullptr);
    const auto alone = at(guest).snapshot.examination;
    const quint64 hypervisor = open(samples::mi355xServer(), "gpu-03"); // its processes name vm-03a
    wait();
    EXPECT_EQ(at(guest).judgedIn.hypervisor, at(hypervisor).snapshot.topology);
    EXPECT_NE(at(guest).snapshot.examination, alone);
    EXPECT_EQ(at(hypervisor).judgedIn.hypervisor, nullptr) << "and not the other way round";
    sessions.remove(hypervisor);
    wait();
    EXPECT_EQ(at(guest).judgedIn.hypervisor, nullptr) << "what is gone is no longer believed";
}

TEST_F(JudgingTest, AmbiguousVmNameIdentifiesNoHypervisor) {
    const quint64 guest = open(samples::flatVm(), "vm-03a");
    open(samples::mi355xServer(), "gpu-03");
    open(samples::mi355xServer(), "gpu-04");
    wait();
    EXPECT_EQ(at(guest).judgedIn.hypervisor, nullptr);
}

TEST_F(JudgingTest, JudgesHostsOfOneKindAsPeers) {
    const quint64 first = openOnRails("gpu-01", 1), second = openOnRails("gpu-02", 2),
                  swapped = openOnRails("gpu-03", 3, true), other = open(samples::laptop(), "laptop");
    wait();
    ASSERT_EQ(at(first).judgedIn.peers.size(), 2U) << "the rails of the second, and those of the third";
    EXPECT_EQ(at(first).judgedIn.peers[0]->host, "gpu-02") << "nobody is a peer of itself";
    EXPECT_EQ(at(first).judgedIn.peers[1]->host, "gpu-03");
    EXPECT_EQ(at(second).judgedIn.peers[0]->host, "gpu-01");
    ASSERT_EQ(at(swapped).judgedIn.peers.size(), 1U) << "the other two say the same";
    EXPECT_EQ(at(swapped).judgedIn.peers[0]->host, "gpu-01");
    EXPECT_TRUE(at(other).judgedIn.isAlone());
    const affinity::Judgement &judgement = *at(swapped).judgement();
    EXPECT_TRUE(std::any_of(judgement.pairs.begin(), judgement.pairs.end(), [](const affinity::Pair &pair) {
        return pair.kind == affinity::Kind::RailSwapped;
    }));
}

TEST_F(JudgingTest, CapturesOfTheSameHostAreNotPeers) {
    const quint64 before = openOnRails("gpu-01", 1, false, "before"),
                  after = openOnRails("gpu-01", 1, true, "after"),
                  same = openOnRails("gpu-01", 1, true, "same");
    wait();
    for (const quint64 id : {before, after, same})
        EXPECT_TRUE(at(id).judgedIn.isAlone()) << at(id).name().toStdString();
    const quint64 other = openOnRails("gpu-02", 2);
    wait();
    EXPECT_EQ(at(other).judgedIn.peers.size(), 2U) << "both ways in which gpu-01 was wired";
    for (const quint64 id : {before, after, same}) {
        ASSERT_EQ(at(id).judgedIn.peers.size(), 1U) << at(id).name().toStdString();
        EXPECT_EQ(at(id).judgedIn.peers[0]->host, "gpu-02");
        for (const auto &meeting : at(id).judgedIn.meeting)
            EXPECT_EQ(meeting->host, "gpu-02");
    }
}

TEST_F(JudgingTest, PeersAreSeenAsTheCommandLineSeesThem) {
    const quint64 first = openOnRails("gpu-01", 1), swapped = openOnRails("gpu-02", 2, true);
    wait();
    affinity::Question question; // as for show --view affinity --peer gpu-01.fscope
    question.peerRails.push_back(affinity::railsUsed(*judgeHost(at(first).snapshot)));
    const auto byCommandLine = judgeHost(at(swapped).snapshot, std::move(question));
    EXPECT_EQ(at(swapped).judgement()->verdict.sentence, byCommandLine->judgement.verdict.sentence);
    EXPECT_EQ(at(swapped).judgement()->verdict.severity, findings::Severity::Warning);
    EXPECT_FALSE(at(swapped).judgement()->verdict.conclusive);
    EXPECT_EQ(at(swapped).judgement()->verdict.why, byCommandLine->judgement.verdict.why);
    EXPECT_NE(at(swapped).snapshot.examination->decisions.library, nullptr) << "the library was asked, too";
}

TEST_F(JudgingTest, JudgesEachOfManyHostsOnceWithItsPeers) {
    constexpr int kHosts = 64;
    count();
    for (unsigned host = 1; host <= kHosts; ++host)
        openOnRails(fmt::format("gpu-{:02}", host), host);
    wait();
    EXPECT_EQ(judged.load(), kHosts);
    for (const auto &session : sessions.sessions())
        ASSERT_EQ(session->judgedIn.peers.size(), 1U) << "all have the same rails: one tells it";
    openOnRails("gpu-65", 65);
    wait();
    EXPECT_EQ(judged.load(), kHosts + 1) << "one that says nothing new changes nobody else's answer";
    open(samples::laptop(), "laptop");
    wait();
    EXPECT_EQ(judged.load(), kHosts + 1);
}

TEST_F(JudgingTest, HostsWithoutAddressesAreNotPeers) {
    count();
    const quint64 first = open(samples::mi355xServer(), "gpu-01");
    open(samples::mi355xServer(), "gpu-02");
    wait();
    EXPECT_TRUE(at(first).judgedIn.isAlone());
    EXPECT_EQ(judged.load(), 0);
}

// ---- destruction of snapshots ----

/// Reports the thread that destroys it.
struct Probe {
    std::promise<std::thread::id> *ended;
    explicit Probe(std::promise<std::thread::id> &promise) : ended(&promise) {}
    Probe(const Probe &) = delete;
    Probe &operator=(const Probe &) = delete;
    ~Probe() { ended->set_value(std::this_thread::get_id()); }
};

TEST(ReleaseOnWorker, WhoeverLetsGoLastTheWorkerDestroys) {
    std::promise<std::thread::id> ended;
    auto pool = std::make_unique<WorkerPool>(1);
    const Strand strand(pool.get());
    std::shared_ptr<const Probe> probe = releasedOn(strand, std::make_shared<const Probe>(ended));
    std::shared_ptr<const Probe> another = probe;
    probe.reset();
    another.reset(); // the last reference, on this thread
    auto thread = ended.get_future();
    ASSERT_EQ(thread.wait_for(std::chrono::minutes(1)), std::future_status::ready);
    EXPECT_NE(thread.get(), std::this_thread::get_id());
    EXPECT_EQ(releasedOn(strand, std::shared_ptr<const Probe>()), nullptr);
}

TEST(ReleaseOnWorker, OnceThePoolHasEndedNothingIsKept) {
    std::promise<std::thread::id> ended;
    auto pool = std::make_unique<WorkerPool>(1);
    std::shared_ptr<const Probe> probe = releasedOn(Strand(pool.get()), std::make_shared<const Probe>(ended));
    pool.reset();
    probe.reset();
    auto thread = ended.get_future();
    ASSERT_EQ(thread.wait_for(std::chrono::seconds(0)), std::future_status::ready);
    EXPECT_EQ(thread.get(), std::this_thread::get_id());
}

TEST_F(JudgingTest, NothingOfAHostIsDestroyedByTheWindow) {
    const quint64 id = openOnRails("gpu-01", 1);
    openOnRails("gpu-02", 2);
    wait();
    std::shared_ptr<const topology::Topology> kept = at(id).snapshot.topology; // as a screen does
    EXPECT_NE(std::get_deleter<ReleaseOn<const topology::Topology>>(kept), nullptr);
    EXPECT_NE(std::get_deleter<ReleaseOn<const capture::Capture>>(at(id).snapshot.capture), nullptr);
    EXPECT_NE(std::get_deleter<ReleaseOn<const affinity::Examination>>(at(id).snapshot.examination), nullptr)
        << "the one beside others, too";
    sessions.remove(id);
    EXPECT_TRUE(test::waitFor([&] { return kept.use_count() == 1; })) << "no list of the window keeps it";
}

} // namespace
} // namespace fabricscope::app::window
