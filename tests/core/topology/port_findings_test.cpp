// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"
#include "core/topology/findings/FaultFindings.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A port as ibstat prints it.
std::string port(int number, const std::string &rate, const std::string &state = "Active",
                 const std::string &type = "MT4129") {
    return "CA 'mlx5_" + std::to_string(number) + "'\n\tCA type: " + type +
           "\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: " + state +
           "\n\t\tPhysical state: LinkUp\n\t\tRate: " + rate +
           "\n\t\tBase lid: " + std::to_string(40 + number) + "\n\t\tLink layer: InfiniBand\n";
}

std::vector<std::string> titlesOf(const std::string &text) {
    const auto topology = build(std::make_shared<host::Host>(formats::hostOfText(text)));
    std::vector<std::string> titles;
    for (const auto &[node, finding] : faultFindings(*topology))
        titles.push_back(findings::title(finding));
    return titles;
}

TEST(SlowPorts, AreNamedWhereOneIsSlowerThanItsEquals) {
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "400") + port(2, "100")),
                ElementsAre("port 1 of mlx5_2 has a link of 100 Gb/s, the 2 others of its type 400 Gb/s"));
}

TEST(SlowPorts, AreNoneAmongOthers) {
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "400") + port(2, "400")), IsEmpty());
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "200")), IsEmpty()) << "which of them is as it should be?";
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "400") + port(2, "200") + port(3, "200")), IsEmpty())
        << "two networks";
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "400") + port(2, "200", "Active", "MT4123")), IsEmpty())
        << "another type";
    EXPECT_THAT(titlesOf(port(0, "400") + port(1, "400") + port(2, "10", "Armed")).size(), 1U)
        << "no subnet manager, and no rate that counts";
}

} // namespace

} // namespace fabricscope::topology
