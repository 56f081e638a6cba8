// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files about one VM, as its owner has them: libvirt's XML, a line of ps, /proc/PID/cmdline, a log, a script.
#include "core/capture/redact/Redact.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char *kDomain = R"(<domain type='kvm'>
  <name>trainer-a</name>
  <uuid>0b6d4c1e-7a52-4f0e-9d11-5c7be0a1f2d3</uuid>
  <memory unit='GiB'>96</memory>
  <vcpu placement='static' cpuset='8-15'>8</vcpu>
  <cputune>
    <vcpupin vcpu='0' cpuset='8'/>
    <vcpupin vcpu='1' cpuset='9,^10'/>
    <emulatorpin cpuset='2-3'/>
  </cputune>
  <numatune>
    <memory mode='strict' nodeset='1'/>
    <memnode cellid='0' mode='strict' nodeset='1'/>
  </numatune>
  <cpu mode='host-passthrough'>
    <numa>
      <cell id='0' cpus='0-7' memory='96' unit='GiB'/>
    </numa>
  </cpu>
  <devices>
    <controller type='pci' index='0' model='pcie-root'/>
    <controller type='pci' index='1' model='pcie-expander-bus'>
      <target busNr='192'><node>0</node></target>
      <address type='pci' domain='0x0000' bus='0x00' slot='0x04' function='0x0'/>
    </controller>
    <controller type='pci' index='2' model='pcie-root-port'>
      <address type='pci' domain='0x0000' bus='0x01' slot='0x01' function='0x0'/>
    </controller>
    <interface type='bridge'>
      <mac address='52:54:00:7a:10:33'/>
      <vlan><tag id='2907'/></vlan>
    </interface>
    <hostdev mode='subsystem' type='pci' managed='yes'>
      <source><address domain='0x0000' bus='0xa1' slot='0x00' function='0x0'/></source>
      <address type='pci' domain='0x0000' bus='0x02' slot='0x00' function='0x0'/>
    </hostdev>
  </devices>
</domain>
)";

const std::string kQemu =
    "/usr/bin/qemu-system-x86_64 -name guest=trainer-b,debug-threads=on -machine q35 "
    "-m 64G -smp 16,sockets=2 "
    "-object memory-backend-ram,id=ram0,size=64G,host-nodes=1,policy=bind "
    "-numa node,nodeid=0,cpus=0-15,memdev=ram0 "
    "-device pxb-pcie,bus_nr=64,id=pxb1,numa_node=0,bus=pcie.0 "
    "-device pcie-root-port,id=rp1,bus=pxb1,slot=3,addr=2 "
    "-device vfio-pci,host=0000:b2:00.0,id=gpu0,bus=rp1 "
    "-device {\"driver\":\"vfio-pci\",\"host\":\"0000:b3:00.1\",\"id\":\"nic0\",\"bus\":\"rp9\"}";

host::Host hostOf(const std::string &name, const std::string &text) {
    const auto capture = importPieces({{name, text}});
    EXPECT_TRUE(capture) << name;
    if (capture && capture->find("vmm") == nullptr && capture->find("tool-virsh") == nullptr)
        ADD_FAILURE() << name << " is of the kind " << capture->sections.at(0).meta().name;
    return capture ? readHost(*capture) : host::Host{};
}

void expectTrainerB(const host::Host &host, std::uint32_t pid) {
    ASSERT_EQ(host.vms.size(), 1U);
    const host::VmProcess &vm = host.vms[0];
    EXPECT_EQ(vm.pid, pid);
    EXPECT_EQ(vm.name, "trainer-b");
    EXPECT_EQ(vm.vmm, "qemu");
    EXPECT_EQ(vm.vcpus.valueOr(0), 16U);
    EXPECT_FALSE(vm.isDefinition);
    ASSERT_EQ(vm.nodes.size(), 1U);
    EXPECT_EQ(vm.nodes[0].hostNodes, "1");
    EXPECT_EQ(vm.nodes[0].cpus, "0-15");
    EXPECT_EQ(vm.nodes[0].memory->value, std::uint64_t{64} << 30U);
    ASSERT_EQ(vm.deviceInfo.size(), 2U);
    EXPECT_EQ(vm.deviceInfo[0].onHost->toString(), "0000:b2:00.0");
    ASSERT_TRUE(vm.deviceInfo[0].inGuest);
    EXPECT_EQ(*vm.deviceInfo[0].inGuest, (host::GuestPlace{0, 64, {{2, 0}, {0, 0}}}));
    EXPECT_EQ(vm.deviceInfo[0].port, "pcie-root-port rp1");
    EXPECT_EQ(vm.deviceInfo[0].guestNode, NumaNode{0});
    EXPECT_EQ(vm.deviceInfo[1].onHost->toString(), "0000:b3:00.1");
    EXPECT_FALSE(vm.deviceInfo[1].inGuest) << "its bus is not defined";
}

TEST(VmmFiles, ADomainIsADefinitionWithItsDevicesProcessorsAndNodes) {
    const host::Host host = hostOf("x.xml", kDomain);
    ASSERT_EQ(host.vms.size(), 1U);
    const host::VmProcess &vm = host.vms[0];
    EXPECT_TRUE(vm.isDefinition);
    EXPECT_EQ(vm.pid, 0U);
    EXPECT_EQ(vm.vmm, "qemu");
    EXPECT_EQ(vm.name, "trainer-a");
    EXPECT_EQ(vm.vcpus.valueOr(0), 8U);
    EXPECT_EQ(vm.memory.valueOr(ByteCount{}).value, std::uint64_t{96} << 30U);
    EXPECT_EQ(vm.hostNodes, "1");
    ASSERT_EQ(vm.pins.size(), 2U);
    EXPECT_EQ(vm.pins[1].vcpus + ":" + vm.pins[1].hostCpus, "1:9,^10");
    ASSERT_EQ(vm.nodes.size(), 1U);
    EXPECT_EQ(vm.nodes[0].cpus + " " + vm.nodes[0].hostNodes, "0-7 1");
    ASSERT_EQ(vm.deviceInfo.size(), 2U);
    const host::VmDevice &gpu = vm.deviceInfo[1];
    EXPECT_EQ(gpu.onHost->toString(), "0000:a1:00.0");
    EXPECT_EQ(*gpu.inGuest, (host::GuestPlace{0, 192, {{1, 0}, {0, 0}}}));
    EXPECT_EQ(gpu.port, "pcie-root-port, bus 2");
    EXPECT_EQ(gpu.guestNode, NumaNode{0});
    EXPECT_TRUE(host.warnings.empty());
}

TEST(VmmFiles, DomainsAreFoundInAStatusFileAndBehindEachOther) {
    const std::string status = "<!--\nWARNING: generated\n-->\n<domstatus state='running' pid='77'>\n" +
                               std::string(kDomain) + "</domstatus>\n";
    EXPECT_EQ(hostOf("s.xml", status).vms.size(), 1U);
    std::string second = kDomain;
    second.replace(second.find("trainer-a"), 9, "trainer-c");
    second.replace(second.find("0b6d4c1e"), 8, "1b6d4c1e");
    const host::Host host = hostOf("two.xml", std::string(kDomain) + second);
    ASSERT_EQ(host.vms.size(), 2U);
    EXPECT_EQ(host.vms[1].name, "trainer-c");
}

TEST(VmmFiles, ArgumentsWithinADomainAreDevices) {
    std::string text = kDomain;
    text.insert(text.find("</domain>"),
                "<qemu:commandline><qemu:arg value='-device'/>"
                "<qemu:arg value='vfio-pci,host=0000:a2:00.0,id=x1'/></qemu:commandline>");
    const host::Host host = hostOf("x.xml", text);
    ASSERT_EQ(host.vms.size(), 1U);
    EXPECT_THAT(host.vms[0].devices,
                ElementsAre(*host::Address::parse("0000:a1:00.0"), *host::Address::parse("0000:a2:00.0")));
}

TEST(VmmFiles, ACommandLineIsReadFromEachOfItsSources) {
    expectTrainerB(hostOf("ps.txt", "root 4711 98.0 12.0 9999 888 ? Sl 10:00 5:00 " + kQemu + "\n"), 4711);
    expectTrainerB(hostOf("ps.txt", "UID          PID    PPID  C STIME TTY          TIME CMD\n"
                                    "64055       4712       1 99 10:00 ?        00:05:00 " +
                                        kQemu + "\n1000 4713 1 0 10:00 ? 00:00:00 -bash\n"),
                   4712);
    expectTrainerB(hostOf("pgrep.txt", "4711 " + kQemu + "\n"), 4711);
    expectTrainerB(hostOf("args.txt", kQemu), 0);
    std::string nul = kQemu;
    std::replace(nul.begin(), nul.end(), ' ', '\0');
    expectTrainerB(hostOf("cmdline", nul + '\0'), 0);
}

TEST(VmmFiles, ALogHasTheLastStartAndAScriptItsQuotedWords) {
    std::string lines = kQemu;
    for (auto at = lines.find(" -"); at != std::string::npos; at = lines.find(" -", at + 4))
        lines.replace(at, 1, " \\\n");
    for (const char *quoted :
         {"{\"driver\":\"vfio-pci\",\"host\":\"0000:b3:00.1\",\"id\":\"nic0\",\"bus\":\"rp9\"}"})
        lines.replace(lines.find(quoted), std::string(quoted).size(), "'" + std::string(quoted) + "'");
    std::string older = lines;
    older.replace(older.find("0000:b2"), 7, "0000:b9");
    const std::string head =
        "2026-03-01 10:00:00.123+0000: starting up libvirt version: 10.0.0, hostname: h7\n"
        "LC_ALL=C \\\nPATH=/usr/bin \\\n";
    expectTrainerB(hostOf("trainer-b.log", head + older + "\n2026-03-02 10:00:00.000+0000: shutting down\n" +
                                               head + lines + "\n"),
                   0);
    expectTrainerB(hostOf("start.sh", "#!/bin/sh\nexec sudo " + lines + "\n"), 0);
}

TEST(VmmFiles, OtherTextsThatNameAVmmAreNone) {
    for (const char *text :
         {"grep qemu-system-x86_64\n", "The machine runs qemu-system-x86_64 with -device vfio-pci.\n",
          "4711 /usr/bin/qemu-img convert -O qcow2 a b\n", "<domains><d/></domains>", "kvm\n"})
        EXPECT_FALSE(importPieces({{"x.txt", text}})) << text;
}

TEST(VmmFiles, BelongToTheHostWhoseOtherFilesAreGiven) {
    const std::string lspci =
        "0000:00:00.0 Host bridge [0600]: Intel Corporation Device [8086:09a2] (rev 04)\n"
        "\tControl: I/O- Mem+ BusMaster+\n\n"
        "0000:a1:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:2330] (rev a1)\n"
        "\tControl: I/O- Mem+ BusMaster+\n\tKernel driver in use: vfio-pci\n";
    const auto capture = importPieces({{"lspci.txt", lspci}, {"vm.xml", kDomain}, {"ps.txt", kQemu}});
    ASSERT_TRUE(capture);
    const host::Host host = readHost(*capture);
    ASSERT_EQ(host.vms.size(), 2U);
    ASSERT_NE(host.function(*host::Address::parse("0000:a1:00.0")), nullptr);
}

TEST(VmmFiles, ADomainAddsToTheProcessOfItsName) {
    std::string domain = kDomain;
    domain.replace(domain.find("trainer-a"), 9, "trainer-b");
    const auto capture = importPieces({{"vm.xml", domain}, {"ps.txt", "4711 " + kQemu}});
    ASSERT_TRUE(capture);
    const host::Host host = readHost(*capture);
    ASSERT_EQ(host.vms.size(), 1U);
    EXPECT_EQ(host.vms[0].pid, 4711U);
    EXPECT_EQ(host.vms[0].devices.size(), 3U);
    EXPECT_EQ(host.vms[0].pins.size(), 2U);
}

TEST(VmmFiles, RedactedOnesHaveTheSameFactsWithoutNamesAndSecrets) {
    const std::string secret = kQemu + " -fw_cfg name=opt/x,string=hunter2zeta -object "
                                       "secret,id=s0,data=zetadata9 -append root=/dev/vda token=zetatok77";
    const auto plain = importPieces({{"vm.xml", kDomain}, {"ps.txt", "4711 " + secret}});
    ASSERT_TRUE(plain);
    std::string all;
    for (const capture::Section &section : plain->sections)
        all += section.bytes();
    for (const char *gone : {"hunter2zeta", "zetadata9", "zetatok77"})
        EXPECT_THAT(all, Not(HasSubstr(gone)));
    const capture::Capture redacted = capture::redacted(*plain, "key");
    all.clear();
    for (const capture::Section &section : redacted.sections)
        all += section.bytes();
    for (const char *gone : {"trainer", "2907", "7a:10:33", "0b6d4c1e"})
        EXPECT_THAT(all, Not(HasSubstr(gone)));
    const host::Host before = readHost(*plain), after = readHost(redacted);
    ASSERT_EQ(after.vms.size(), before.vms.size());
    for (std::size_t i = 0; i < before.vms.size(); ++i) {
        const host::VmProcess &a = before.vms[i], &b = after.vms[i];
        EXPECT_EQ(a.devices, b.devices);
        EXPECT_EQ(a.vcpus.valueOr(0), b.vcpus.valueOr(0));
        EXPECT_EQ(a.memory.valueOr(ByteCount{}).value, b.memory.valueOr(ByteCount{}).value);
        EXPECT_EQ(a.hostNodes, b.hostNodes);
        ASSERT_EQ(a.pins.size(), b.pins.size());
        ASSERT_EQ(a.nodes.size(), b.nodes.size());
        for (std::size_t n = 0; n < a.nodes.size(); ++n)
            EXPECT_EQ(a.nodes[n].hostNodes, b.nodes[n].hostNodes);
        ASSERT_EQ(a.deviceInfo.size(), b.deviceInfo.size());
        for (std::size_t d = 0; d < a.deviceInfo.size(); ++d) {
            EXPECT_EQ(a.deviceInfo[d].inGuest, b.deviceInfo[d].inGuest);
            EXPECT_EQ(a.deviceInfo[d].guestNode, b.deviceInfo[d].guestNode);
        }
    }
}

} // namespace
} // namespace fabricscope::formats
