// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/Collected.h"
#include "tests/e2e/Machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

/// GPUs and NICs of the emulated server: correct as wired, and correct again after two NICs were swapped.
namespace fabricscope::e2e {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

const std::map<std::string, std::string> kOwnNic = {{"0000:23:00.0", "0000:24:00.0"},
                                                    {"0000:27:00.0", "0000:28:00.0"},
                                                    {"0000:63:00.0", "0000:64:00.0"},
                                                    {"0000:67:00.0", "0000:68:00.0"}};

std::string bdf(const json &list, const json &id) {
    return list.at(id.get<std::size_t>())["bdf"].get<std::string>();
}

/// The best NIC of each GPU, by BDF.
std::map<std::string, std::string> ideal(const json &shown) {
    std::map<std::string, std::string> pairs;
    for (const json &pair : shown["pairs"])
        if (pair["basis"] == "ideal")
            pairs[bdf(shown["gpus"], pair["gpu"])] += bdf(shown["nics"], pair["nic"]);
    return pairs;
}

/// In nvidia-smi's terms: one switch, one host bridge, or two nodes.
std::string expectedPathType(const std::string &gpu, const std::string &nic) {
    if (kOwnNic.at(gpu) == nic)
        return "PIX";
    return gpu[5] == nic[5] ? "PHB" : "SYS"; // buses 2x and 6x
}

class Affinity : public Collected {};

TEST_P(Affinity, PairsEachGpuWithTheNicOfItsSwitch) {
    const json shown = server().show(GetParam(), "affinity");
    ASSERT_TRUE(shown.is_object());
    EXPECT_EQ(ideal(shown), kOwnNic);
    EXPECT_TRUE(shown["verdict"]["severity"].is_null()) << shown["verdict"]["sentence"];
    int compared = 0;
    for (const json &cell : shown["gpu_nic"]) {
        const std::string nic = bdf(shown["nics"], cell["nic"]);
        if (nic.starts_with("0000:00:"))
            continue; // for management
        EXPECT_EQ(cell["smi_type"], expectedPathType(bdf(shown["gpus"], cell["gpu"]), nic)) << nic;
        ++compared;
    }
    EXPECT_EQ(compared, 16);
}

INSTANTIATE_TEST_SUITE_P(As, Affinity, testing::ValuesIn(logins()), nameOf);

/// The BDFs by the last byte of the NIC's address.
std::map<std::string, std::string> nicsOf(const Machine &machine) {
    std::istringstream lines(machine.ssh("server", "cd /sys/bus/pci/devices; grep -H . */net/*/address").out);
    std::map<std::string, std::string> found;
    for (std::string line; std::getline(lines, line);)
        if (line.find("52:54:00:00:01:") != std::string::npos)
            found[line.substr(line.size() - 2)] = line.substr(0, line.find('/'));
    return found;
}

/// Another machine, with the NICs of the first and the third switch swapped.
TEST(MovedNics, AreFoundInTheirNewPlacesAndAnOldPairingIsMispaired) {
    const Machine moved("moved", {"FABRICSCOPE_E2E_NICS=10 01 00 11"});
    ASSERT_EQ(moved.boot().status, 0) << moved.boot().err;
    const auto nics = nicsOf(moved);
    ASSERT_EQ(nics.size(), 4u);
    EXPECT_EQ(nics.at("10"), "0000:24:00.0");
    EXPECT_EQ(nics.at("00"), "0000:64:00.0");
    const std::string file = moved.capture("server", "moved");
    const auto show = [&](const std::vector<std::string> &more) {
        std::vector<std::string> arguments = {"show", file, "--view", "affinity", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return json::parse(Server::program("fabricscope", arguments, 60s).out, nullptr, false);
    };
    const json wired = show({});
    ASSERT_TRUE(wired.is_object());
    EXPECT_EQ(ideal(wired), kOwnNic) << "whichever NIC it is that stands there now";
    EXPECT_TRUE(wired["verdict"]["severity"].is_null());
    // A job that still assigns the former NIC to the first GPU.
    const json old =
        show({"--used", "0000:23:00.0=" + nics.at("00"), "--used", "0000:27:00.0=" + nics.at("01"), "--used",
              "0000:63:00.0=" + nics.at("10"), "--used", "0000:67:00.0=" + nics.at("11")});
    ASSERT_TRUE(old.is_object());
    EXPECT_EQ(old["verdict"]["severity"], "error");
    EXPECT_THAT(old["verdict"]["sentence"].get<std::string>(), testing::HasSubstr("GPU0 uses"));
    std::map<std::string, std::string> kinds;
    for (const json &pair : old["pairs"])
        if (pair["basis"] == "run")
            kinds[bdf(old["gpus"], pair["gpu"])] = pair["kind"].get<std::string>();
    EXPECT_EQ(kinds, (std::map<std::string, std::string>{{"0000:23:00.0", "cross_socket"},
                                                         {"0000:27:00.0", "fine"},
                                                         {"0000:63:00.0", "cross_socket"},
                                                         {"0000:67:00.0", "fine"}}));
}

} // namespace
} // namespace fabricscope::e2e
