// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One value has one pseudonym, whatever section it is in and in whatever form.
#include "core/capture/redact/Redact.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <vector>

namespace fabricscope::capture {
namespace {

using testing::Not;

/// A value at a place of a section.
struct Row {
    const char *section, *before, *value, *behind;
};

/// Lower case, without what only separates digits.
std::string bare(std::string text) {
    text = text.starts_with("0x") ? text.substr(2) : text;
    text = text.starts_with("enx") ? text.substr(3) : text;
    std::erase_if(text, [](char c) { return c == ':' || c == '-' || c == '.'; });
    std::transform(text.begin(), text.end(), text.begin(), ::tolower);
    return text;
}

std::vector<int> numbersIn(const std::string &text) {
    std::vector<int> numbers;
    for (std::size_t at = 0; (at = text.find_first_of("0123456789", at)) != std::string::npos;
         at = text.find_first_not_of("0123456789", at))
        numbers.push_back(std::atoi(text.c_str() + at));
    return numbers;
}

/// The value of each row in a redacted capture of all of them.
std::vector<std::string> pseudonyms(const std::vector<Row> &rows, const char *target = "imported.txt") {
    Capture capture;
    capture.target = target;
    for (const Row &row : rows) {
        Section::Meta meta;
        meta.name = row.section;
        capture.sections.emplace_back(meta, fmt::format("{}{}{}\n", row.before, row.value, row.behind));
    }
    const Capture out = redacted(capture, "key");
    std::vector<std::string> values;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string text = out.sections[i].bytes();
        const std::string before = rows[i].before, behind = rows[i].behind + std::string("\n");
        EXPECT_THAT(text, testing::AllOf(testing::StartsWith(before), testing::EndsWith(behind)));
        values.push_back(text.size() < before.size() + behind.size()
                             ? text
                             : text.substr(before.size(), text.size() - before.size() - behind.size()));
        EXPECT_NE(bare(values.back()), bare(rows[i].value)) << text;
    }
    return values;
}

void expectOne(const std::vector<Row> &rows, const char *target = "imported.txt") {
    const std::vector<std::string> values = pseudonyms(rows, target);
    for (std::size_t i = 0; i < rows.size(); ++i)
        EXPECT_EQ(bare(values[i]), bare(values[0]))
            << rows[i].section << ": " << rows[i].before << values[i] << rows[i].behind;
}

TEST(RedactOneValue, AGuidOfADeviceInEachForm) {
    const std::vector<Row> rows{
        {"rdma", "mlx5_0/node_guid:", "9c63:c003:00d4:20f0", ""},
        {"net", "eth0/phys_switch_id:", "9c63c00300d420f0", ""},
        {"tool-ip-link", "    link/ether switchid ", "9c63c00300d420f0", ""},
        {"drm", "card1/device/unique_id:", "9c63c00300d420f0", ""},
        {"dmesg", "[    1.0] unit ", "0x9c63c00300d420f0", " ready"},
        {"dmesg", "[    1.0] unit ", "9C63C00300D420F0", " ready"},
        {"nccl-topo", "<net name=\"mlx5_0\" guid=\"", "0x9c63c00300d420f0", "\"/>"},
        {"nccl-topo", "<cpu host_hash=\"", "0x9c63c00300d420f0", "\"/>"},
        {"lspci-text", "Device Serial Number ", "9c-63-c0-03-00-d4-20-f0", ""},
        {"hwloc-xml", "<info name=\"NodeGUID\" value=\"", "9c63:c003:00d4:20f0", "\"/>"},
        {"tool-nvidia-smi-q-x", "<pdi>", "0x9c63c00300d420f0", "</pdi>"},
        {"tool-amd-smi-static", "        ASIC_SERIAL: ", "0x9C63C00300D420F0", ""},
        {"tool-lldp", "lldp.eth0.chassis.address=", "9c:63:c0:03:00:d4:20:f0", ""},
    };
    expectOne(rows);
    // By the same rule a decimal number is the same one, and stays decimal.
    std::vector<Row> both{rows[0], {"kfd", "1/properties:unique_id ", "11269061811742449904", ""}};
    const auto values = pseudonyms(both);
    EXPECT_EQ(bare(values[0]), fmt::format("{:016x}", std::stoull(values[1])));
}

TEST(RedactOneValue, AMacAddressInEachForm) {
    expectOne({
        {"net", "eth0/address:", "9c:63:c0:d4:20:f0", ""},
        {"tool-ip-addr", "    link/ether ", "9C:63:C0:D4:20:F0", ""},
        {"tool-dmidecode", "\tSerial Number: ", "9C-63-C0-D4-20-F0", ""},
        {"lspci-text", "\t\t[SN] Serial number: ", "9c63c0d420f0", ""},
        {"dmesg", "[    1.0] unit ", "9c63.c0d4.20f0", " ready"},
        {"dmesg", "[    1.0] unit ", "0x9c63c0d420f0", " ready"},
        {"tool-ip-link", "", "enx9c63c0d420f0", ""},
        {"tool-lldp", "lldp.eth0.chassis.address=", "9c:63:c0:d4:20:f0", ""},
    });
}

TEST(RedactOneValue, AnAddressInEachForm) {
    const std::vector<std::string> values = pseudonyms({
        {"tool-ip-addr", "    inet ", "10.1.2.4", "/24"},
        {"dmesg", "[    1.0] audit: hostname=", "10.1.2.4", " res=failed"},
        {"dmesg", "Jul 22 20:50:11 ", "10.1.2.4", " kernel: pci 0000:41:00.0: enabled"},
        {"dmesg", "[    1.0] unit ", "010.001.002.004", " ready"},
        {"tool-lldp", "lldp.eth0.chassis.address=", "10.1.2.4", ""},
        {"identity", "etc/hostname:", "ip-10-1-2-4", ""},
        {"dmesg", "[    1.0] unit ", "ip-10-1-2-4", " ready"},
    });
    for (const std::string &value : values)
        EXPECT_EQ(numbersIn(value), numbersIn(values[0])) << value;
    expectOne({{"tool-ip-addr", "    inet6 ", "fe80:0000:0000:0000:9e63:c0ff:fed4:20f0", "/64"},
               {"dmesg", "[    1.0] unit ", "fe800000000000009e63c0fffed420f0", " ready"}});
}

TEST(RedactOneValue, ASerialNumberInEachSectionAndCase) {
    expectOne({
        {"lspci-text", "\t\t[SN] Serial number: ", "MT2244X00777", ""},
        {"tool-dmidecode", "\tSerial Number: ", "mt2244x00777", ""},
        {"nvme", "nvme0/serial:", "MT2244X00777", ""},
        {"dmesg", "[    1.0] unit ", "mt2244x00777", " ready"},
        {"tool-lldp", "lldp.eth0.port.descr=", "MT2244X00777", ""},
    });
    // Also one whose digits look like an address of hardware, or that has its own prefix.
    expectOne({{"tool-nvidia-smi-q", "    Serial Number : ", "165052201111", ""},
               {"dmesg", "[    1.0] unit ", "165052201111", " ready"}});
    expectOne({{"tool-amd-smi-static", "        ASIC_SERIAL: ", "0xA1B2C3D4E5", ""},
               {"dmesg", "[    1.0] unit ", "0xa1b2c3d4e5", " ready"},
               {"dmesg", "[    1.0] unit ", "a1b2c3d4e5", " ready"}});
    // Another capture of the run has the same pseudonym.
    const std::vector<Row> upper{{"nvme", "nvme0/serial:", "MT2244X00777", ""}};
    const std::vector<Row> lower{{"tool-dmidecode", "\tSerial Number: ", "mt2244x00777", ""}};
    EXPECT_EQ(bare(pseudonyms(upper).front()), pseudonyms(lower).front());
}

TEST(RedactOneValue, AUserWhereverTheNameIs) {
    expectOne({
        {"nccl-conf", "home/", "alice", "/.nccl.conf:NCCL_BUFFSIZE=4711"},
        {"dmesg", "[    1.0] audit: acct=\"", "alice", "\" res=failed"},
        {"dmesg", "[    1.0] unit ", "Alice", " ready"},
        {"identity", "proc/version:Linux version 6.1 (", "alice", "@127.0.0.1)"},
        {"tool-lldp", "lldp.eth0.port.descr=", "alice", ""},
    });
    expectOne({{"identity", "proc/version:Linux version 6.1 (", "alice", "@127.0.0.1)"},
               {"dmesg", "[    1.0] unit ", "alice", " ready"}});
    // Root is no name.
    Capture capture;
    Section::Meta meta;
    meta.name = "kernel-version";
    capture.sections.emplace_back(meta, "Linux version 6.1 (root@zeta7) #1\n");
    EXPECT_THAT(redacted(capture, "key").sections[0].bytes(),
                testing::StartsWith("Linux version 6.1 (root@x"));
}

TEST(RedactOneValue, AHostWithAndWithoutItsSite) {
    const std::vector<Row> rows{
        {"identity", "etc/hostname:", "gpu-07", ""},
        {"dmesg", "[    1.0] audit: hostname=", "gpu-07", " res=failed"},
        {"dmesg", "[    1.0] audit: acct=\"", "gpu-07", "\" res=failed"},
        {"tool-lldp", "lldp.eth0.port.descr=", "GPU-07", ""},
        {"tool-virsh", "<description>", "gpu-07", "</description>"},
    };
    expectOne(rows);
    for (const char *name : {"gpu-07.lab", "gpu-07.lab.acmecorp.com"})
        expectOne({{"identity", "etc/hostname:", name, ""},
                   {"dmesg", "[    1.0] unit ", name, " ready"},
                   {"dmesg", "[    1.0] audit: hostname=", name, " res=failed"},
                   {"tool-lldp", "lldp.eth0.chassis.name=", name, ""}},
                  name);
    const std::string first = pseudonyms(rows).front();
    EXPECT_THAT(pseudonyms({{"identity", "etc/hostname:", "gpu-07.lab", ""}}).front(),
                testing::StartsWith(first + '.'));
}

TEST(RedactOneValue, AProgramThatNoSectionKnows) {
    expectOne({{"dmesg", "[    1.0] audit: comm=\"", "zeus_trainer", "\" res=failed"},
               {"dmesg", "[    1.0] unit ", "zeus_trainer", " ready"}});
}

// What a place keeps stays, also if it is a name of something else.
TEST(RedactOneValue, NoNameReplacesWhatItsPlaceKeeps) {
    Capture capture;
    for (const auto &[name, text] : {std::pair("nvme", "nvme0/serial:0xa651e84a\n"),
                                     std::pair("rdma", "mlx5_0/cap_mask:0xa651e84a\n")}) {
        Section::Meta meta;
        meta.name = name;
        capture.sections.emplace_back(meta, text);
    }
    const Capture out = redacted(capture, "key");
    EXPECT_THAT(out.sections[0].bytes(), Not(testing::HasSubstr("a651e84a")));
    EXPECT_EQ(out.sections[1].bytes(), "mlx5_0/cap_mask:0xa651e84a\n");
}

} // namespace
} // namespace fabricscope::capture
