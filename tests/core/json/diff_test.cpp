// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/json/DiffJson.h"
#include "core/json/Json.h"
#include "tests/support/Golden.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

std::string documentOf(const capture::Capture &before, const capture::Capture &after) {
    const auto left = samples::topologyOf(formats::readHost(before));
    const auto right = samples::topologyOf(formats::readHost(after));
    const fleet::Side from{*left, &before};
    const fleet::Side to{*right, &after};
    return diffDocument(from, to, fleet::compare(from, to));
}

TEST(DiffDocument, OfOneGpuThatBecameNarrowIsAsReviewed) {
    host::Host after = samples::narrowGpu();
    after.kernel = samples::text("6.8.0-64-generic");
    test::expectGolden(documentOf(samples::toCapture(samples::oneGpu()), samples::toCapture(after)),
                       "tests/core/json/golden/narrow-gpu.diff.json");
}

TEST(DiffDocument, LeadsToTheLineOnBothSides) {
    const Value document =
        parse(documentOf(samples::toCapture(samples::oneGpu()), samples::toCapture(samples::narrowGpu())))
            .value();
    EXPECT_EQ(document["schema"], "fabricscope.diff/0");
    EXPECT_EQ(document["counts"]["error"], 1);
    ASSERT_EQ(document["differences"].size(), 1U);
    const Value &difference = document["differences"][0];
    EXPECT_EQ(difference["rule"], "link.width");
    EXPECT_EQ(difference["bdf_before"], "0000:41:00.0");
    EXPECT_EQ(difference["evidence"]["before"]["text"], "0000:41:00.0/current_link_width:16");
    EXPECT_EQ(difference["evidence"]["after"]["text"], "0000:41:00.0/current_link_width:8");
}

TEST(DiffDocument, OfNoDifferenceHasEmptyListsAndNoUnknown) {
    const capture::Capture capture = samples::toCapture(samples::mi355xServer());
    const Value document = parse(documentOf(capture, capture)).value();
    EXPECT_TRUE(document["differences"].empty());
    EXPECT_TRUE(document["not_compared"].empty());
    EXPECT_EQ(document["counts"], Value({{"error", 0}, {"warning", 0}, {"note", 0}}));
}

TEST(DiffDocument, IsValidUtf8ForAnyHosts) {
    host::Host after = samples::oneGpu();
    after.hostname = {"h\xff\x1b", {}};
    after.functions[0].resetMethod = {"\xe2\x80", {}};
    after.commandLine = {"\xc3 iommu=\xff", {}};
    const auto left = samples::topologyOf(samples::oneGpu());
    const auto right = samples::topologyOf(after);
    const fleet::Side from{*left};
    const fleet::Side to{*right};
    EXPECT_TRUE(parse(diffDocument(from, to, fleet::compare(from, to))));
}

} // namespace

} // namespace fabricscope::json
