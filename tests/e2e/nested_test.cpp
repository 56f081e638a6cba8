// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/GuestScenario.h"
#include "tests/e2e/Server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <thread>

/// A real VM with real VFIO passthrough inside the emulated server: nested emulation, six minutes per boot.
namespace fabricscope::e2e {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using namespace std::chrono_literals;

/// Starts the guest of make_guest.sh with these host devices at 00:08.0, 00:09.0, 00:0a.0 and 00:0b.0.
std::string startGuest(const std::vector<std::string> &devices) {
    std::string line = R"(pkill qemu-system || true
sleep 2
setsid qemu-system-x86_64 -name guest=vm-nested -uuid fab51c5c-09e0-4000-8000-000000000001 -accel tcg -M q35 \
  -cpu max -smp 1 -m 384 -nodefaults -kernel /opt/guest/vmlinuz -initrd /opt/guest/initrd.gz \
  -append 'console=ttyS0 rdinit=/init' -serial file:/run/guest.log -display none -monitor none \
  -netdev user,id=mg,hostfwd=tcp:127.0.0.1:2222-:22 -device virtio-net-pci,netdev=mg,addr=0x2,mac=52:54:00:00:00:02)";
    int slot = 8;
    for (const std::string &device : devices) {
        line += " -device vfio-pci,host=" + device + ",addr=0x" + "89ab"[slot - 8];
        ++slot;
    }
    return line + " </dev/null >/run/guest-qemu.log 2>&1 &\nsleep 5\npgrep qemu-system >/dev/null || "
                  "{ cat /run/guest-qemu.log >&2; exit 1; }\n";
}

/// The same VM with its options in a file, so that its command line names no device. Its CPUs are never
/// started, and it needs no guest.
std::string startSilent(const std::vector<std::string> &devices) {
    std::string line = "cat >/run/silent.cfg <<'END'\n";
    int slot = 8;
    for (const std::string &device : devices) {
        line += "[device]\n  driver = \"vfio-pci\"\n  host = \"" + device + "\"\n  addr = \"0x";
        line += std::string(1, "89ab"[slot++ - 8]) + "\"\n";
    }
    return line + R"--(END
setsid qemu-system-x86_64 -name guest=vm-nested -uuid fab51c5c-09e0-4000-8000-000000000001 -accel tcg -M q35 \
  -cpu max -smp 1 -m 384 -nodefaults -S -display none -monitor none -readconfig /run/silent.cfg \
  </dev/null >/run/silent-qemu.log 2>&1 &
for wait in $(seq 30); do
  sleep 2
  [ "$(ls -l /proc/$(pgrep -o qemu-system)/fd | grep -cE 'vfio/[0-9]+$')" -lt 4 ] || exit 0
done
cat /run/silent-qemu.log >&2
exit 1
)--";
}

/// Matches by the order of the descriptors, which is the order of the VM's devices; the NICs on both sides
/// must not contradict it.
void expectDescriptorsToName(const json &hostVm, const Pairs &devices) {
    ASSERT_TRUE(hostVm.is_object());
    EXPECT_EQ(hostVm["vm"]["how"], "by UUID");
    EXPECT_EQ(matchesOf(hostVm), devices);
    EXPECT_THAT(sourcesOf(hostVm), ElementsAre("order", "serial number"));
    for (const json &match : hostVm["matches"])
        EXPECT_EQ(match["confidence"], match["guest"]["kind"] == "gpu" ? "guess" : "certain") << match;
    EXPECT_TRUE(hostVm["conflicts"].empty()) << hostVm["conflicts"];
}

/// Through the server as jump host.
bool answers(const Machine &machine) {
    const auto end = std::chrono::steady_clock::now() + 30min;
    while (std::chrono::steady_clock::now() < end) {
        if (machine.ssh("guest", "true", 60s).status == 0)
            return true;
        std::this_thread::sleep_for(10s);
    }
    std::cout << machine.ssh("server", "tail -n 20 /run/guest.log").out;
    return false;
}

std::string contents(const std::string &file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(NestedVm, IsStitchedGivenItsFileAndFoundOutWhenTwoDevicesChangePlaces) {
    const Machine machine("nested", {"FABRICSCOPE_E2E_SHAPE=hypervisor", "FABRICSCOPE_E2E_SECONDS=7200"});
    ASSERT_EQ(machine.boot().status, 0) << machine.boot().err;
    const CommandResult handed = machine.ssh("server", kBindToVfio);
    ASSERT_EQ(handed.status, 0) << handed.err;
    const CommandResult silent =
        machine.ssh("server", startSilent({"0000:63:00.0", "0000:23:00.0", "0000:24:00.0", "0000:64:00.0"}));
    ASSERT_EQ(silent.status, 0) << silent.err;
    GuestScenario silentScenario;
    silentScenario.host = machine.capture("server", "nested-host-silent");

    const CommandResult started =
        machine.ssh("server", startGuest({"0000:23:00.0", "0000:63:00.0", "0000:24:00.0", "0000:64:00.0"}));
    ASSERT_EQ(started.status, 0) << started.err;
    ASSERT_TRUE(answers(machine)) << "the guest does not answer";

    GuestScenario scenario;
    scenario.host = machine.capture("server", "nested-host");
    scenario.guest = machine.capture("guest", "nested-guest", {"--timing"});
    const json hostVm = scenario.hostVm();
    ASSERT_TRUE(hostVm.is_object());
    EXPECT_EQ(matchesOf(hostVm), (Pairs{{"0000:00:08.0", "0000:23:00.0"},
                                        {"0000:00:09.0", "0000:63:00.0"},
                                        {"0000:00:0a.0", "0000:24:00.0"},
                                        {"0000:00:0b.0", "0000:64:00.0"}}));
    EXPECT_THAT(sourcesOf(hostVm), Contains("guest address")) << "the VMM's command line";
    EXPECT_TRUE(hostVm["conflicts"].empty()) << hostVm["conflicts"];

    silentScenario.guest = scenario.guest;
    expectDescriptorsToName(silentScenario.hostVm(), {{"0000:00:08.0", "0000:63:00.0"},
                                                      {"0000:00:09.0", "0000:23:00.0"},
                                                      {"0000:00:0a.0", "0000:24:00.0"},
                                                      {"0000:00:0b.0", "0000:64:00.0"}});

    const std::string file = (Server::artefacts() / "nested-topo.xml").string();
    const CommandResult made =
        scenario.generate(file, {"--copy-to", "guest", "--ssh-config", machine.sshConfig(), "--to",
                                 "/etc/nccl-topo.xml", "--yes"});
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(machine.ssh("guest", "cat /etc/nccl-topo.xml").out, contents(file)) << "what arrived";
    const json verified = scenario.verify(file);
    ASSERT_TRUE(verified.is_object());
    const Pairs pairs = {{"0000:00:08.0", "0000:00:0a.0"}, {"0000:00:09.0", "0000:00:0b.0"}};
    EXPECT_EQ(wiredOf(verified), pairs);
    EXPECT_EQ(claimsOf(verified), pairs);

    const CommandResult restarted =
        machine.ssh("server", startGuest({"0000:23:00.0", "0000:63:00.0", "0000:64:00.0", "0000:24:00.0"}));
    ASSERT_EQ(restarted.status, 0) << restarted.err;
    ASSERT_TRUE(answers(machine)) << "the guest does not answer after its second start";
    scenario.host = machine.capture("server", "nested-host-swapped");
    scenario.guest = machine.capture("guest", "nested-guest-swapped");
    const json swapped = scenario.verify(file);
    ASSERT_TRUE(swapped.is_object());
    const Pairs wired = {{"0000:00:08.0", "0000:00:0b.0"}, {"0000:00:09.0", "0000:00:0a.0"}};
    EXPECT_EQ(wiredOf(swapped), wired);
    EXPECT_NE(claimsOf(swapped), wired);
}

} // namespace
} // namespace fabricscope::e2e
