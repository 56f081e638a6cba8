// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/UpstreamPaths.h"
#include "core/search/Search.h"
#include "core/search/Synonyms.h"
#include "tests/support/samples/SampleAffinity.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/support/samples/SampleJudgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::search {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// The server with the NICs of GPU2 and GPU3 swapped, an unreachable host and a capture of a laptop.
std::shared_ptr<Corpus> corpus() {
    auto corpus = std::make_shared<Corpus>();
    const auto server = samples::topologyOf(samples::mi355xServer());
    HostSource host;
    host.id = 7;
    host.name = "mi355x-03";
    host.target = "root@mi355x-03:2222";
    host.badge = "MI355X ×8";
    host.state = HostSource::State::Connected;
    host.topology = server;
    host.judgement = std::make_shared<const affinity::Judgement>(
        samples::judgementOf(*server, {{"0000:46:00.0", "0000:66:00.0"}, {"0000:65:00.0", "0000:47:00.0"}}));
    corpus->hosts.push_back(host);
    HostSource gone;
    gone.id = 8;
    gone.name = gone.target = "mi355x-04";
    gone.state = HostSource::State::Unreachable;
    corpus->hosts.push_back(gone);
    HostSource laptop;
    laptop.id = 9;
    laptop.name = "laptop.fscope";
    laptop.target = "/home/me/laptop.fscope";
    laptop.state = HostSource::State::Capture;
    laptop.topology = samples::topologyOf(samples::laptop());
    corpus->hosts.push_back(laptop);
    corpus->actions = {{"Collect again", "Fleet", "Ctrl+R"},
                       {"Fit", "View", "Ctrl+0"},
                       {"Fit the selection", "View", "F"},
                       {"GPU notes", "Tools", ""}};
    return corpus;
}

Search find(std::string_view text, std::size_t most = 100) {
    Search search(text, corpus(), most);
    search.finish();
    return search;
}

std::vector<std::string> titles(const Hits &hits) {
    std::vector<std::string> result;
    for (const Hit &hit : hits.best)
        result.push_back(hit.title);
    return result;
}

std::vector<std::string> devices(std::string_view text) {
    return titles(find(text).hits(kDevices));
}

TEST(Search, FindsADeviceByEachOfItsNames) {
    for (const char *text : {"GPU2", "gpu2", "46:00.0", "46:0.0", "0000:46:00.0", "\"GPU2\""})
        EXPECT_EQ(devices(text).at(0), "GPU2") << text;
    EXPECT_THAT(devices("1002:75a0"), SizeIs(8));
    EXPECT_THAT(devices("kind:gpu driver:vfio-pci"), ElementsAre("GPU0", "GPU1", "GPU2", "GPU3"));
    EXPECT_THAT(devices("kind:gpu vm-03a"), ElementsAre("GPU0", "GPU1", "GPU2"));
    EXPECT_THAT(devices("kind:gpu owner:vm-03a numa:0 -GPU1"), ElementsAre("GPU0", "GPU2"));
}

TEST(Search, ByKindNumaAndGroupIsExact) {
    const auto server = samples::topologyOf(samples::mi355xServer());
    for (const auto &[word, kind] :
         {std::pair("gpu", topology::NodeKind::Gpu), std::pair("switch", topology::NodeKind::Switch),
          std::pair("nvme", topology::NodeKind::Nvme)}) {
        const auto expected = std::count_if(server->nodes().begin(), server->nodes().end(),
                                            [&](const auto &node) { return node.kind == kind; });
        EXPECT_EQ(devices("host:mi355x-03 kind:" + std::string(word)).size(), expected) << word;
    }
    EXPECT_THAT(devices("kind:gpu numa:1"), ElementsAre("GPU4", "GPU5", "GPU6", "GPU7"));
    const topology::Node &gpu = server->node(*server->find(*pci::Address::parse("46:00.0")));
    ASSERT_TRUE(gpu.iommuGroup);
    EXPECT_THAT(devices("kind:gpu group:" + std::to_string(gpu.iommuGroup->value)), ElementsAre("GPU2"));
    EXPECT_THAT(devices("group:4000000000"), IsEmpty());
    EXPECT_THAT(devices("kind:gpu,nvme host:mi355x-03"), SizeIs(16));
}

TEST(Search, IsMispairedFindsBothEndsOfThePairsAndTheirFindings) {
    const Search search = find("is:mispaired");
    std::vector<std::string> found = titles(search.hits(kDevices));
    std::sort(found.begin(), found.end());
    ASSERT_THAT(found, SizeIs(4));
    EXPECT_THAT(std::vector(found.begin(), found.begin() + 2), ElementsAre("GPU2", "GPU3"));
    EXPECT_EQ(search.hits(kFindings).count, 2U);
    EXPECT_THAT(devices("is:mispaired kind:gpu"), ElementsAre("GPU2", "GPU3"));
    EXPECT_THAT(devices("kind:gpu -is:mispaired host:mi355x"), SizeIs(6));
}

TEST(Search, IsDegradedFindsTheNarrowLinkAndTheSlowOne) {
    EXPECT_THAT(devices("is:narrow"), ElementsAre("GPU5"));
    EXPECT_THAT(devices("is:slow host:mi355x-03"), ElementsAre("GPU6"));
    EXPECT_THAT(devices("is:degraded kind:gpu host:mi355x-03"), ElementsAre("GPU5", "GPU6"));
    const Search narrow = find("is:narrow");
    ASSERT_EQ(narrow.hits(kFindings).count, 1U);
    EXPECT_EQ(narrow.hits(kFindings).best[0].severity, findings::Severity::Warning);
    EXPECT_TRUE(narrow.hits(kFindings).best[0].title.starts_with("The link of GPU5"))
        << narrow.hits(kFindings).best[0].title;
}

TEST(Search, IsUnusedFindsTheNicThatNoGpuUses) {
    auto with = corpus();
    auto judgement = *with->hosts[0].judgement;
    const std::size_t left = judgement.pairs.back().nic.value();
    judgement.pairs.pop_back();
    for (const affinity::Pair &pair : judgement.pairs)
        ASSERT_NE(pair.nic, left);
    with->hosts[0].judgement = std::make_shared<const affinity::Judgement>(judgement);
    Search search("is:unused", with, 100);
    search.finish();
    ASSERT_EQ(search.hits(kDevices).count, 1U);
    EXPECT_EQ(search.hits(kDevices).best[0].node, judgement.fabric.nics[left].node);
    EXPECT_THAT(devices("is:unused"), IsEmpty());
}

TEST(Search, FindsHostsByNameTargetBadgeAndState) {
    EXPECT_THAT(titles(find("mi355x-0").hits(kHosts)), ElementsAre("mi355x-03", "mi355x-04"));
    EXPECT_THAT(titles(find("2222").hits(kHosts)), ElementsAre("mi355x-03"));
    EXPECT_THAT(titles(find("is:unreachable").hits(kHosts)), ElementsAre("mi355x-04"));
    EXPECT_THAT(titles(find("is:capture").hits(kHosts)), ElementsAre("laptop.fscope"));
    EXPECT_THAT(titles(find("is:error").hits(kHosts)), ElementsAre("mi355x-03"));
    EXPECT_EQ(find("mi355x-03").bestGroup(), kHosts);
}

TEST(Search, AHostsNameNarrowsTheDevicesAndDoesNotFindThemAll) {
    EXPECT_THAT(devices("mi355x-03"), IsEmpty());
    EXPECT_THAT(devices("mi355x-03 46:00.0"), ElementsAre("GPU2"));
    EXPECT_THAT(devices("laptop 46:00.0"), IsEmpty());
}

TEST(Search, FindsActionsByNameMenuAndKeysButNotByWordsAboutDevices) {
    EXPECT_THAT(titles(find("fit").hits(kActions)), ElementsAre("Fit", "Fit the selection"));
    EXPECT_THAT(titles(find("ctrl+r").hits(kActions)), ElementsAre("Collect again"));
    EXPECT_THAT(titles(find("view fit selection").hits(kActions)), ElementsAre("Fit the selection"));
    EXPECT_THAT(titles(find("fit -is:mispaired").hits(kActions)), IsEmpty());
    EXPECT_EQ(find("collect again").bestGroup(), kActions);
}

TEST(Search, WithoutTextShowsHostsAndFindingsTheWorstFirst) {
    const Search search = find("");
    EXPECT_EQ(search.hits(kHosts).count, 3U);
    EXPECT_EQ(search.hits(kDevices).count, 0U);
    EXPECT_EQ(search.hits(kActions).count, 0U);
    const auto &found = search.hits(kFindings).best;
    ASSERT_GE(found.size(), 3U);
    EXPECT_EQ(found.front().severity, findings::Severity::Error);
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end(),
                               [](const Hit &a, const Hit &b) { return a.severity > b.severity; }));
}

TEST(Search, RanksTheWholeBeforeABeginningAWordAndAPart) {
    auto with = std::make_shared<Corpus>();
    with->actions = {{"xgpu", "", ""}, {"a gpu", "", ""}, {"gpus", "", ""}, {"gpu", "", ""}};
    Search search("gpu", with, 10);
    search.finish();
    EXPECT_THAT(titles(search.hits(kActions)), ElementsAre("gpu", "gpus", "a gpu", "xgpu"));
}

TEST(Search, PrefersTheHostThatIsShown) {
    auto with = corpus();
    with->hosts.push_back(with->hosts[0]);
    with->hosts[3].id = 10;
    with->hosts[3].name = "twin";
    for (const auto &[current, first] : {std::pair<std::uint64_t, std::size_t>(7, 0), {10, 3}}) {
        with->current = current;
        Search search("GPU2", with, 10);
        search.finish();
        ASSERT_EQ(search.hits(kDevices).count, 2U);
        EXPECT_EQ(search.hits(kDevices).best[0].host, first);
    }
}

TEST(Search, CountsAllAndKeepsTheBestOnly) {
    const Search all = find("kind:gpu", 100);
    const Search few = find("kind:gpu", 3);
    EXPECT_EQ(few.hits(kDevices).count, all.hits(kDevices).count);
    ASSERT_EQ(few.hits(kDevices).best.size(), 3U);
    for (std::size_t index = 0; index < 3; ++index)
        EXPECT_EQ(few.hits(kDevices).best[index].title, all.hits(kDevices).best[index].title);
    EXPECT_TRUE(find("gpu", 0).hits(kDevices).best.empty());
}

TEST(Search, ReportsAnInvalidQueryAndFindsNothing) {
    const Search search = find("gpu is:nonsense");
    for (const Group group : Search::kGroups)
        EXPECT_EQ(search.hits(group).count, 0U);
    EXPECT_THAT(search.query().errors, SizeIs(1));
}

TEST(Search, LooksAtOneHostAtATimeAndIsTheSameInTheEnd) {
    Search search("is:capture", corpus(), 10);
    EXPECT_TRUE(search.advance());
    EXPECT_TRUE(search.advance());
    EXPECT_EQ(search.hits(kHosts).count, 0U); // the third one has not been searched yet
    EXPECT_TRUE(search.advance());
    EXPECT_EQ(search.hits(kHosts).count, 1U);
    EXPECT_FALSE(search.advance());
    EXPECT_FALSE(search.advance());
    EXPECT_EQ(search.hits(kHosts).count, 1U);
}

TEST(Search, OfSixtyFourHostsOf4096FunctionsKeepsNoMoreThanWasAskedFor) {
    auto with = std::make_shared<Corpus>();
    HostSource host;
    host.name = "big";
    host.topology = samples::topologyOf(samples::manyFunctions(4096));
    for (std::uint64_t id = 1; id <= 64; ++id) {
        host.id = id;
        with->hosts.push_back(host);
    }
    Search search("numa:0", with, 8);
    search.finish();
    EXPECT_THAT(search.hits(kDevices).best, SizeIs(8));
    EXPECT_GT(search.hits(kDevices).count, 64U * 1000U);
    EXPECT_EQ(search.hits(kDevices).count % 64, 0U);
}

TEST(Search, OfDamagedAndRandomHostsEnds) {
    for (std::uint32_t seed = 1; seed < 8; ++seed) {
        auto with = std::make_shared<Corpus>();
        HostSource host;
        host.id = seed;
        host.topology = samples::topologyOf(seed == 1 ? samples::cycles() : samples::randomHost(seed, 80));
        with->hosts.push_back(host);
        for (const char *text : {"", "0", "00", "is:error", "kind:gpu -is:degraded", "is:unused", "a"}) {
            Search search(text, with, 5);
            search.finish();
            EXPECT_LE(search.hits(kDevices).best.size(), 5U);
        }
    }
}

TEST(MatchingNodes, AreThoseOfOneHostInTheOrderOfItsTopology) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    const auto gpus = matchingNodes("kind:gpu", *topology, nullptr, "mi355x-03");
    ASSERT_THAT(gpus, SizeIs(8));
    EXPECT_TRUE(std::is_sorted(gpus.begin(), gpus.end()));
    EXPECT_THAT(matchingNodes("", *topology, nullptr, ""), IsEmpty());
    EXPECT_THAT(matchingNodes("is:nonsense", *topology, nullptr, ""), IsEmpty());
    EXPECT_THAT(matchingNodes("is:mispaired", *topology, nullptr, ""), IsEmpty());
    EXPECT_THAT(matchingNodes("host:other kind:gpu", *topology, nullptr, "mi355x-03"), IsEmpty());
    // A port of a switch matches the switch.
    const auto byPort = matchingNodes("41:00.0", *topology, nullptr, "");
    ASSERT_FALSE(byPort.empty());
    EXPECT_EQ(topology->node(byPort.front()).kind, topology::NodeKind::Switch);
}

TEST(Findings, IncludeRemarksOfNodesAndMispairedPairs) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    const auto judgement =
        samples::judgementOf(*topology, {{"0000:46:00.0", "0000:66:00.0"}, {"0000:65:00.0", "0000:47:00.0"}});
    std::size_t findings = 0;
    for (const topology::Node &node : topology->nodes())
        findings += node.findings.size();
    EXPECT_THAT(findingsOf(*topology, nullptr), SizeIs(findings));
    const auto found = findingsOf(*topology, &judgement);
    EXPECT_EQ(
        std::count_if(found.begin(), found.end(),
                      [](const LocatedFinding &one) { return one.finding.argument("mispaired") != nullptr; }),
        2);
    for (const LocatedFinding &one : found)
        EXPECT_FALSE(findings::headline(one.finding).empty()) << one.finding.rule;
}

TEST(Search, AcceptsCommonPhrasesForStates) {
    const auto same = [](std::string_view term, std::string_view word) {
        const auto plain = devices(term), exact = devices(word);
        for (const std::string &title : exact)
            EXPECT_TRUE(std::find(plain.begin(), plain.end(), title) != plain.end()) << term << ": " << title;
        return !exact.empty();
    };
    EXPECT_TRUE(same("slow link", "is:slow"));
    EXPECT_TRUE(same("Slow  Link", "is:narrow"));
    EXPECT_TRUE(same("downgraded", "is:degraded"));
    EXPECT_TRUE(same("wrong nic", "is:mispaired"));
    EXPECT_TRUE(same("swapped", "is:mispaired"));
    EXPECT_TRUE(same("vf", "is:virtual"));
    EXPECT_TRUE(same("kind:gpu wrong nic", "kind:gpu is:mispaired"));
    // The longer of two phrases wins; a quoted phrase is text, and so are parts of a phrase.
    EXPECT_THAT(devices("\"slow link\""), IsEmpty());
    EXPECT_THAT(devices("slow zebra link"), IsEmpty());
    const auto others = devices("-mispaired kind:gpu host:mi355x-03");
    EXPECT_EQ(std::count(others.begin(), others.end(), "GPU2"), 0);
    EXPECT_THAT(others, SizeIs(6));
}

TEST(Search, AVmThatShowsNoTopologyIsFoundBySayingSo) {
    auto with = corpus();
    HostSource vm;
    vm.id = 12;
    vm.name = "vm-01a";
    vm.topology = samples::topologyOf(samples::flatVm());
    with->hosts.push_back(vm);
    for (const char *term : {"no topology", "is:flat", "without a topology"}) {
        Search search(term, with, 100);
        search.finish();
        EXPECT_THAT(titles(search.hits(kHosts)), ElementsAre("vm-01a")) << term;
    }
}

TEST(Synonyms, NameStatesThatThereAreAndNothingTwice) {
    std::vector<std::string_view> phrases;
    for (const Synonym &synonym : synonyms()) {
        EXPECT_EQ(lowered(synonym.phrase), synonym.phrase);
        EXPECT_TRUE(std::any_of(stateKeywords().begin(), stateKeywords().end(),
                                [&](const StateKeyword &state) { return state.name == synonym.state; }))
            << synonym.state;
        EXPECT_EQ(std::count(phrases.begin(), phrases.end(), synonym.phrase), 0) << synonym.phrase;
        phrases.push_back(synonym.phrase);
    }
}

TEST(Completion, IsWhatIsStillToBeTyped) {
    EXPECT_EQ(completionOf("kind:gpu is:mi"), "spaired");
    EXPECT_EQ(completionOf("-gr"), "oup:");
    EXPECT_EQ(completionOf("zebra"), "");
    EXPECT_EQ(completionOf(""), "");
}

TEST(Findings, ReportAcsOnceAndLinkToTheSwitch) {
    host::Host host = samples::mi355xServer();
    for (host::PciFunction &function : host.functions)
        if (function.config && function.config->acs) // without Direct Translated
            function.config->acs->enabled &=
                static_cast<std::uint8_t>(~affinity::PathFault::kDirectTranslated);
    const samples::PairingHost made = samples::pairingHost(host);
    const affinity::Judgement judgement = affinity::judge(made.fabric, {});
    const auto found = findingsOf(*made.topology, &judgement);
    const auto isAcs = [](const LocatedFinding &one) {
        return one.finding.rule == "way.acs_redirect" && one.finding.severity == findings::Severity::Warning;
    };
    ASSERT_EQ(std::count_if(found.begin(), found.end(), isAcs), 1);
    const LocatedFinding &acs = *std::find_if(found.begin(), found.end(), isAcs);
    ASSERT_TRUE(acs.node.has_value());
    EXPECT_EQ(made.topology->node(*acs.node).kind, topology::NodeKind::Switch);
    EXPECT_NE((judgement.verdict.sentence + judgement.verdict.why).find(findings::claim(acs.finding)),
              std::string::npos);
}

} // namespace
} // namespace fabricscope::search
