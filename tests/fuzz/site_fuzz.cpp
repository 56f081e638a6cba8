// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Site files: TOML from anybody. What is read is bounded and safe to show.
#include "core/base/HostText.h"
#include "core/site/Expectation.h"
#include "core/site/Site.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;
using namespace fabricscope::site;

namespace {

void check(const Expected &expected) {
    fuzz::require(expected.expectation != nullptr);
    const bool isOfTexts = site::isOfTexts(expected.expectation->comparison);
    fuzz::require(isOfTexts == !expected.texts.empty() && isOfTexts == !expected.number.has_value());
    fuzz::require(expected.texts.size() <= SiteLimits::kTexts);
    for (const std::string &text : expected.texts)
        fuzz::require(!text.empty() && text.size() <= SiteLimits::kText);
    fuzz::require(!expected.number || (*expected.number >= 0 && *expected.number <= 1e9));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const Site site = readSite(fuzz::textOf(data, size));
    fuzz::require(site.problems.size() <= SiteLimits::kProblems);
    for (const Problem &problem : site.problems)
        fuzz::require(HostText(toString(problem)).line() == toString(problem));
    fuzz::require(site.hosts.size() <= SiteLimits::kHosts + 1 && site.mutes.size() <= SiteLimits::kMutes);
    for (const HostExpectations &hosts : site.hosts) {
        fuzz::require(!hosts.match.empty());
        for (const Expected &expected : hosts.expected)
            check(expected);
    }
    for (const checks::Mute &mute : site.mutes)
        fuzz::require(!mute.reason.empty() && !mute.host.empty() && !mute.device.empty() &&
                      checks::isRuleOrCheck(mute.rule) && (!mute.until || mute.until->ok()));
    fuzz::require(site.of({"gpu-01", ""}).size() <= allExpectations().size());
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    return {
        "[expect]\ngpus = 8\nnic_firmware = [\"28.39.*\", '28.40.1000']\nport_gbits_per_s = 4e2\n"
        "[[hosts]]\nmatch = \"gpu-*\"\nmtu = 9_000\n",
        "[[mute]]\nrule = \"rdma.mtu\"\nhost = \"a*\"\ndevice = \"mlx5_*\"\nreason = "
        "\"\"\"\nx\n\"\"\"\nuntil = "
        "2026-12-31\n",
        "expect.gpus = 0x8\nexpect = {mtu = 1}\nhosts = [{match = [\"a\"], gid_index = 3}]\nmute = [[]]\n",
        "[expect]\nkernel = [\"6.8\",\n[[mute]]\nrule = rdma.mtu\n[a.b.c]\n\"d\".e = inf\n[expect]\n",
        "[expect]\r\nbios = \"\\u00e9\\U0001F600\"\r\nhuge_pages = -1\r\n# \xff\n",
    };
}
