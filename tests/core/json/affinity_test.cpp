// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/AffinityJson.h"
#include "core/json/Json.h"
#include "core/json/host/TreeJson.h"
#include "tests/support/Golden.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>

namespace fabricscope::json {
namespace {

/// An NCCL file with two GPUs, two NICs, and one GPU below its own switch.
constexpr const char *kFile = R"(<system version="1">
  <cpu numaid="0" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="143">
    <pci busid="0000:01:00.0" class="0x060400" link_speed="32.0 GT/s PCIe" link_width="16">
      <pci busid="0000:02:00.0" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16">
        <gpu dev="0" sm="90" rank="0" gdr="1"/>
      </pci>
      <pci busid="0000:03:00.0" class="0x020700" link_speed="32.0 GT/s PCIe" link_width="16">
        <nic>
          <net name="mlx5_0" dev="0" speed="400000" port="1" guid="0x1" maxconn="131072" gdr="1"/>
        </nic>
      </pci>
    </pci>
    <pci busid="0000:11:00.0" class="0x060400" link_speed="32.0 GT/s PCIe" link_width="16">
      <pci busid="0000:12:00.0" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16">
        <gpu dev="1" sm="90" rank="1" gdr="1"/>
      </pci>
      <pci busid="0000:13:00.0" class="0x020700" link_speed="32.0 GT/s PCIe" link_width="16">
        <nic>
          <net name="mlx5_1" dev="1" speed="400000" port="1" guid="0x2" maxconn="131072" gdr="1"/>
        </nic>
      </pci>
    </pci>
  </cpu>
</system>
)";

affinity::Question question() {
    affinity::Question made;
    made.library = nccl::findVersion("nccl-2.30");
    made.fileName = "topo.xml";
    return made;
}

TEST(AffinityDocument, OfAFileIsAsReviewed) {
    const std::string document = affinityDocument(affinity::examineFile(kFile, question()), nullptr);
    test::expectGolden(document, "tests/core/json/golden/affinity-file.json");
    const Value value = parse(document).value();
    EXPECT_EQ(value["schema"], "fabricscope.affinity/0");
    EXPECT_EQ(value["library"], "nccl-2.30");
    EXPECT_TRUE(value["error"].is_null());
    EXPECT_EQ(value["gpu_nic"][0]["type"], "PIX");
    EXPECT_EQ(value["gpu_nic"][0]["smi_type"], "PIX");
    EXPECT_EQ(value["gpu_nic"][0]["bandwidth_gbytes_per_s"], 48.0);
    EXPECT_EQ(value["selected"].size(), 32u);
}

TEST(AffinityDocument, StatesWhichLibraryIsInstalled) {
    host::Host host = samples::mi355xServer();
    const Value without =
        parse(affinityDocument(affinity::examine(*samples::topologyOf(host), {}), nullptr)).value();
    EXPECT_FALSE(without.contains("library_choice")) << "unknown";
    host::InstalledLibrary library;
    library.flavor = host::InstalledLibrary::Flavor::Rccl;
    library.path = "/opt/rocm/lib/librccl.so.1";
    library.file = "/opt/rocm-7.0.2/lib/librccl.so.1.0.70002";
    library.rocm = {"7.0.2", {}};
    host.libraries = {library};
    const auto topology = samples::topologyOf(host);
    const Value value = parse(affinityDocument(affinity::examine(*topology, {}), topology.get())).value();
    EXPECT_EQ(value["library"], "rccl-2.26.6");
    const Value &choice = value["library_choice"];
    EXPECT_EQ(choice["release"], "2.26.6");
    EXPECT_EQ(choice["exact"], true);
    EXPECT_EQ(choice["requested"], false);
    EXPECT_EQ(choice["differs_in"], Value::array());
    EXPECT_EQ(choice["sentence"], "modelled as RCCL 2.26.6, installed 2.26.6 (of ROCm 7.0.2)");
    ASSERT_EQ(choice["installed"].size(), 1u);
    EXPECT_EQ(choice["installed"][0]["path"], "/opt/rocm/lib/librccl.so.1");
    EXPECT_EQ(choice["installed"][0]["rocm"], "7.0.2");
    const Value tree = parse(treeDocument(*topology)).value();
    ASSERT_EQ(tree["libraries"].size(), 1u);
    EXPECT_EQ(tree["libraries"][0]["library"], "rccl");
    EXPECT_TRUE(tree["libraries"][0]["version"].is_null());
    EXPECT_EQ(tree["libraries"][0]["file"], "/opt/rocm-7.0.2/lib/librccl.so.1.0.70002");
}

TEST(AffinityDocument, RefersToIdsThatAreThere) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    const Value value = parse(affinityDocument(affinity::examine(*topology, {}), topology.get())).value();
    std::set<std::size_t> gpus, nics;
    for (const Value &gpu : value["gpus"])
        gpus.insert(gpu["id"].get<std::size_t>());
    for (const Value &nic : value["nics"])
        nics.insert(nic["id"].get<std::size_t>());
    EXPECT_EQ(gpus.size(), 8u);
    EXPECT_EQ(value["gpu_nic"].size(), gpus.size() * nics.size());
    EXPECT_EQ(value["gpu_gpu"].size(), gpus.size() * (gpus.size() - 1));
    for (const Value &pair : value["pairs"]) {
        EXPECT_TRUE(gpus.contains(pair["gpu"].get<std::size_t>()));
        EXPECT_TRUE(nics.contains(pair["nic"].get<std::size_t>()));
        for (const Value &nic : pair["ideal_nics"])
            EXPECT_TRUE(nics.contains(nic.get<std::size_t>()));
        EXPECT_FALSE(pair["mispaired"].get<bool>()) << pair["reason"];
    }
    for (const Value &one : value["selected"])
        EXPECT_TRUE(gpus.contains(one["gpu"].get<std::size_t>()));
}

TEST(AffinityDocument, WritesUnknownAsNull) {
    const auto topology = samples::topologyOf(samples::flatVm());
    const Value value = parse(affinityDocument(affinity::examine(*topology, {}), topology.get())).value();
    for (const Value &cell : value["gpu_nic"]) {
        EXPECT_TRUE(cell["smi_type"].is_null());
        EXPECT_TRUE(cell["physical_gbytes_per_s"].is_null());
    }
    EXPECT_FALSE(value["verdict"]["conclusive"].get<bool>());
}

TEST(AffinityDocument, NamesTheLineOfAFilesFault) {
    const Value value =
        parse(affinityDocument(affinity::examineFile("<system version=\"1\">\n\t<cpu/></system>", question()),
                               nullptr))
            .value();
    ASSERT_TRUE(value["error"].is_object());
    EXPECT_EQ(value["error"]["line"], 2);
    EXPECT_TRUE(value["gpus"].empty());
}

} // namespace
} // namespace fabricscope::json
