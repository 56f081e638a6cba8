// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Published real machines: everything proposed for them exists there.
#include "core/affinity/Examine.h"
#include "core/bench/judge/Judge.h"
#include "core/bench/plan/Binding.h"
#include "tests/support/CorpusHosts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::bench {
namespace {

std::string argumentAfter(const std::vector<std::string> &words, const std::string &flag) {
    const auto found = std::find(words.begin(), words.end(), flag);
    return found == words.end() || found + 1 == words.end() ? std::string() : *(found + 1);
}

void expectSane(const test::CorpusHost &host, const affinity::Examination &examination, const char *tool,
                const char *test) {
    BindingRequest request;
    request.tool = tool;
    request.test = test;
    request.nodes = 2;
    const auto bound = bindRun(request, {*host.topology, examination, nullptr});
    ASSERT_TRUE(bound.has_value()) << bound.error().toString();
    const auto &devices = host.topology->host().rdmaDevices;
    const std::string nic =
        tool == std::string("perftest") ? argumentAfter(bound->spec.command.words, "-d") : "";
    EXPECT_TRUE(nic.empty() || std::any_of(devices.begin(), devices.end(),
                                           [&](const auto &device) { return device.name == nic; }))
        << nic;
    for (const Filled &filled : bound->filled)
        EXPECT_FALSE(filled.why.empty()) << filled.what;
    for (const Finding &finding : bound->findings)
        EXPECT_FALSE(findings::title(finding).empty()) << finding.rule;
}

TEST(CorpusHosts, GetCommandsAndCeilingsThatFitThem) {
    const auto hosts = test::corpusHosts(test::kCorpusFolder);
    if (hosts.empty())
        GTEST_SKIP() << "the corpus is not here: " << test::kCorpusFolder;
    std::size_t ceilings = 0;
    for (const test::CorpusHost &host : hosts) {
        SCOPED_TRACE(host.name);
        const affinity::Examination examination = affinity::examine(*host.topology, {});
        expectSane(host, examination, "perftest", "ib_write_bw");
        expectSane(host, examination, "rccl-tests", "all_reduce_perf");
        RunFacts facts;
        facts.examination = &examination;
        facts.topology = host.topology.get();
        for (const int nodes : {1, 2}) {
            facts.nodes = nodes;
            const Ceiling ceiling = collectiveCeiling(facts);
            EXPECT_FALSE(ceiling.source.empty() && !ceiling.most &&
                         !examination.judgement.fabric.gpus.empty());
            EXPECT_TRUE(!ceiling.most || ceiling.most->value > 0);
            ceilings += ceiling.most ? 1 : 0;
        }
        EXPECT_EQ(slowdownCausesOf(facts).size(), 5U);
    }
    EXPECT_GT(ceilings, 0U) << "of " << hosts.size();
}

} // namespace
} // namespace fabricscope::bench
