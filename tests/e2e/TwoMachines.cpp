// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/TwoMachines.h"

#include "tests/e2e/Server.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>

namespace fabricscope::e2e {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// Both NICs of a machine are in one subnet: each replies and announces only for its own address.
std::string prepared(std::size_t machine) {
    const std::string host = std::to_string(machine + 1);
    return "set -e; modprobe -a rdma_rxe ib_uverbs crc32_generic; hostname " +
           std::string(TwoMachines::kNames[machine]) +
           "; printf '10.8.0.1 one\n10.8.0.2 two\n' >>/etc/hosts; "
           "cd /proc/sys/net/ipv4/conf; echo 1 >all/arp_ignore; echo 2 >all/arp_announce; "
           "for c in */rp_filter; do echo 0 >$c; done; "
           "for i in 0 1; do "
           "nic=$(basename /sys/bus/pci/devices/0000:00:0$([ $i = 0 ] && echo a || echo b).0/net/*); "
           "ip addr add 10.8.0.$((i * 10 + " +
           host +
           "))/24 dev $nic; ip link set $nic up; rdma link add rxe$i type rxe netdev $nic; done; "
           "for i in 1 2 3 4 5 6 7 8 9 10; do "
           "cat /sys/class/infiniband/rxe*/ports/1/gids/1 | grep -c 0a08:00 | grep -qx 2 && exit 0; sleep 1; "
           "done; "
           "exit 1";
}

/// The alias file of a machine, with its own name.
std::string renamed(const std::string &config, const std::string &name) {
    std::ifstream file(config);
    std::ostringstream text;
    for (std::string line; std::getline(file, line);)
        text << (line == "Host server" ? "Host " + name : line) << '\n';
    return text.str();
}

} // namespace

TwoMachines::TwoMachines() {
    fs::create_directories(Server::artefacts());
    const std::string wire = "230.0.0.1:" + std::to_string(20000 + getpid() % 12000);
    std::array<std::future<std::unique_ptr<Machine>>, 2> boots;
    for (std::size_t i = 0; i < boots.size(); ++i)
        boots[i] = std::async(std::launch::async, [i, wire] {
            const std::string nic = std::to_string(i + 1);
            return std::make_unique<Machine>(
                kNames[i], std::vector<std::string>{"FABRICSCOPE_E2E_SHAPE=flat", "FABRICSCOPE_E2E_WIRED=2",
                                                    "FABRICSCOPE_E2E_NICS=0" + nic + " 1" + nic,
                                                    "FABRICSCOPE_E2E_WIRE=" + wire});
        });
    for (std::size_t i = 0; i < boots.size(); ++i)
        m_machines[i] = boots[i].get();
    for (std::size_t i = 0; i < m_machines.size() && m_failure.empty(); ++i) {
        if (m_machines[i]->boot().status != 0)
            m_failure = m_machines[i]->boot().err;
        else if (const CommandResult made = m_machines[i]->ssh("server", prepared(i), 180s); made.status != 0)
            m_failure = std::string(kNames[i]) + ": " + made.out + made.err;
    }
    if (m_failure.empty())
        meet();
}

/// One alias file for both; mpirun logs in from the first to the second, whose host key is that of the image.
void TwoMachines::meet() {
    m_sshConfig = fs::path(m_machines[0]->sshConfig()).parent_path() / "both_ssh_config";
    std::ofstream file(m_sshConfig);
    for (std::size_t i = 0; i < m_machines.size(); ++i)
        file << renamed(m_machines[i]->sshConfig(), kNames[i]);
    file.close();
    const CommandResult key = on(
        0, "set -e; cd ~/.ssh; ssh-keygen -q -t ed25519 -N '' -C two-machines -f id_ed25519; "
           "echo two $(cut -d' ' -f1,2 /etc/ssh/ssh_host_ed25519_key.pub) >known_hosts; cat id_ed25519.pub");
    const CommandResult taken =
        on(1, "echo '" + key.out.substr(0, key.out.find('\n')) + "' >>~/.ssh/authorized_keys");
    const CommandResult met = on(0, "ssh -o BatchMode=yes two hostname");
    if (key.status != 0 || taken.status != 0 || met.out != "two\n")
        m_failure = "one cannot log in to two: " + key.err + taken.err + met.out + met.err;
}

CommandResult TwoMachines::on(std::size_t machine, const std::string &command,
                              std::chrono::seconds timeout) const {
    return m_machines[machine]->ssh("server", command, timeout);
}

CommandResult TwoMachines::copyToBoth(const std::string &file, const std::string &target) const {
    CommandResult copied;
    for (const char *name : kNames) {
        copied = run({"scp", "-q", "-p", "-F", m_sshConfig, file, std::string(name) + ':' + target}, 60s);
        if (copied.status != 0)
            break;
    }
    return copied;
}

CommandResult TwoMachines::program(std::vector<std::string> arguments, std::chrono::seconds timeout) const {
    const auto words = std::find(arguments.begin(), arguments.end(), "--");
    arguments.insert(words, {"--ssh-config", m_sshConfig});
    return Server::program("fabricscope", std::move(arguments), timeout);
}

long TwoMachines::sentPackets(std::size_t machine, const std::string &device) const {
    return std::atol(
        on(machine, "cat /sys/class/infiniband/" + device + "/ports/1/hw_counters/sent_pkts").out.c_str());
}

long TwoMachines::sentBytes(std::size_t machine) const {
    return std::atol(
        on(machine, "cat /sys/bus/pci/devices/0000:00:0a.0/net/*/statistics/tx_bytes").out.c_str());
}

} // namespace fabricscope::e2e
