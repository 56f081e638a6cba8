// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/Collected.h"

#include <gmock/gmock.h>

#include <array>
#include <sstream>

/// The other documents: config space, NUMA nodes, and IOMMU groups, compared with the machine's own tools.
namespace fabricscope::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Facts : public Collected {
protected:
    /// A document of this login, cached.
    static const json &document(const std::string &view) {
        static std::map<std::string, json> documents;
        const auto [entry, isNew] = documents.try_emplace(GetParam().alias + "/" + view);
        if (isNew)
            entry->second = server().show(GetParam(), view);
        return entry->second;
    }

    /// Each device of the document, with the lspci output for it as root.
    template<class Compare> static void eachDevice(Compare compare) {
        std::size_t count = 0;
        for (const json &device : document("devices").at("devices")) {
            const std::string bdf = device.at("bdf");
            ASSERT_TRUE(server().verbose().contains(bdf)) << bdf << " does not exist";
            compare(bdf, device, server().verbose().at(bdf));
            ++count;
        }
        EXPECT_EQ(count, server().verbose().size());
    }
};

/// Converts ACS bits from lspci's form to fabricscope's: "SrcValid+ TransBlk-" to "SV+ TB-".
std::string shortAcs(const std::string &words) {
    static const std::map<std::string, std::string> kShort = {
        {"SrcValid", "SV"},    {"TransBlk", "TB"},   {"ReqRedir", "RR"},   {"CmpltRedir", "CR"},
        {"UpstreamFwd", "UF"}, {"EgressCtrl", "EC"}, {"DirectTrans", "DT"}};
    std::istringstream stream(words);
    std::string text;
    for (std::string word; stream >> word;)
        text += (text.empty() ? "" : " ") + kShort.at(word.substr(0, word.size() - 1)) + word.back();
    return text;
}

bool matters(const Verbose &verbose) {
    for (const char *title : {"PCI bridge", "Display", "Ethernet controller: Intel", "Non-Volatile memory"})
        if (verbose.title.starts_with(title))
            return true;
    return false;
}

class FactsWithRoot : public Facts {};
class FactsWithoutRoot : public Facts {};

TEST_P(FactsWithRoot, DecodeConfigSpaceAsLspciDoesWhereItIsReadable) {
    int decoded = 0, acs = 0, sriov = 0;
    eachDevice([&](const std::string &bdf, const json &device, const Verbose &verbose) {
        if (!matters(verbose) || device.at("config").is_null())
            return; // a suspended device is not read
        const json &config = device.at("config");
        EXPECT_EQ(config.at("bytes_read"), 4096) << bdf;
        ASSERT_EQ(config.contains("express"), verbose.port.has_value()) << bdf;
        const json &express = config.at("express");
        EXPECT_EQ(express.at("max_payload_bytes"), *verbose.maxPayload) << bdf;
        EXPECT_EQ(express.at("max_read_request_bytes"), *verbose.maxReadRequest) << bdf;
        EXPECT_EQ(express.at("relaxed_ordering"), *verbose.relaxedOrdering) << bdf;
        EXPECT_EQ(config.contains("acs"), verbose.acsEnabled.has_value()) << bdf;
        if (verbose.acsEnabled && config.contains("acs")) {
            EXPECT_EQ(config.at("acs").at("control"), shortAcs(*verbose.acsEnabled)) << bdf;
            ++acs;
        }
        EXPECT_EQ(config.contains("sriov"), verbose.totalVfs.has_value()) << bdf;
        if (verbose.totalVfs && config.contains("sriov")) {
            EXPECT_EQ(config.at("sriov").at("total_vfs"), *verbose.totalVfs) << bdf;
            EXPECT_EQ(config.at("sriov").at("num_vfs"), *verbose.numVfs) << bdf;
            ++sriov;
        }
        EXPECT_EQ(config.contains("aer"), verbose.aer) << bdf;
        EXPECT_EQ(config.contains("ats"), verbose.ats) << bdf;
        ++decoded;
    });
    EXPECT_EQ(decoded,
              5 + 4 * 3 + 3 + 4 + 3); // root ports, switch ports, GPUs awake, NICs, the drive and its VFs
    EXPECT_GE(acs, 5);
    EXPECT_EQ(sriov, 1);
}

TEST_P(FactsWithoutRoot, AreUnknownAndNotZeroWhereTheyNeedRoot) {
    eachDevice([](const std::string &bdf, const json &device, const Verbose &) {
        const json &config = device.at("config");
        if (config.is_null())
            return;
        EXPECT_LE(config.at("bytes_read"), 64) << bdf;
        for (const char *key : {"express", "acs", "sriov", "aer", "ats"})
            EXPECT_FALSE(config.contains(key)) << bdf << " " << key;
    });
}

TEST_P(FactsWithoutRoot, AreReportedMissingWithTheSudoersLine) {
    EXPECT_THAT(server().captureRun(GetParam()).err, HasSubstr("missing: ACS"));
    EXPECT_THAT(server().captureRun(GetParam()).err, HasSubstr("visitor ALL=(root) NOPASSWD: /bin/sh -s"));
}

TEST_P(FactsWithRoot, AreNotReportedMissing) {
    EXPECT_THAT(server().captureRun(GetParam()).err, Not(HasSubstr("NOPASSWD")));
}

/// Converts "0-2,5" to "0 1 2 5".
std::string spelledOut(const std::string &list) {
    std::istringstream stream(list);
    std::string text;
    for (std::string range; std::getline(stream, range, ',');) {
        const std::size_t dash = range.find('-');
        const int first = std::stoi(range);
        const int last = dash == std::string::npos ? first : std::stoi(range.substr(dash + 1));
        for (int cpu = first; cpu <= last; ++cpu)
            text += (text.empty() ? "" : " ") + std::to_string(cpu);
    }
    return text;
}

TEST_P(Facts, AboutNumaNodesAreThoseOfNumactl) {
    std::map<int, json> nodes;
    for (const json &node : document("numa").at("nodes"))
        if (!node.at("node").is_null())
            nodes[node.at("node").get<int>()] = node;
    ASSERT_EQ(nodes.size(), server().numa().size());
    for (const auto &[number, expected] : server().numa()) {
        const json &node = nodes.at(number);
        ASSERT_TRUE(node.at("cpus").is_string() && node.at("memory_bytes").is_number()) << node;
        EXPECT_EQ(spelledOut(node.at("cpus")), expected.cpus);
        EXPECT_EQ(node.at("memory_bytes").get<long>() >> 20, *expected.sizeMb);
        EXPECT_EQ(node.at("distances").get<std::vector<int>>(), expected.distances);
    }
}

TEST_P(Facts, AboutIommuGroupsAreThoseOfTheKernel) {
    std::map<std::string, int> groups;
    for (const json &group : document("iommu").at("groups")) {
        EXPECT_EQ(group.at("type"), "identity") << group; // iommu=pt
        for (const json &device : group.at("devices"))
            groups[device.at("bdf")] = group.at("group");
    }
    EXPECT_EQ(groups, server().groups());
}

INSTANTIATE_TEST_SUITE_P(As, Facts, testing::ValuesIn(logins()), nameOf);
INSTANTIATE_TEST_SUITE_P(As, FactsWithRoot, testing::ValuesIn(loginsWithRoot(true)), nameOf);
INSTANTIATE_TEST_SUITE_P(As, FactsWithoutRoot, testing::ValuesIn(loginsWithRoot(false)), nameOf);

} // namespace
} // namespace fabricscope::e2e
