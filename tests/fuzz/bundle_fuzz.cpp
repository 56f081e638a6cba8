// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bundles: parts are views into the text, in its order, without overlap, and limited in number.
#include "core/formats/files/Bundle.h"
#include "core/formats/files/FileKinds.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    const auto parts = formats::splitBundle("bundle.log", text);
    if (!parts)
        return 0;
    fuzz::require(!parts->empty() && parts->size() <= 4096);
    const char *behind = text.data();
    for (const formats::BundlePart &part : *parts) {
        fuzz::require(!part.name.empty() && part.name.size() <= 300);
        fuzz::require(part.text.data() >= behind && part.text.size() <= text.size());
        behind = part.text.data() + part.text.size();
        fuzz::require(behind <= text.data() + text.size());
        (void)formats::recogniseFile({part.name, part.text.substr(0, formats::FileSample::kHead)});
    }
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const std::string rule(44, '_');
    return {
        rule + "\n\n*** /proc/cmdline\n*** ls: -r--r--r-- 1 root root 0 x /proc/cmdline\nBOOT_IMAGE=/x\n" +
            rule +
            "\n\n/usr/bin/lspci -nn\n\n00:01.0 PCI bridge [0604]: Intel Corporation X [8086:1234]\n\n" +
            rule + "\n",
        "===== Section: lspci verbose output    ===============\n-[0000:00]-+-00.0  X\n00:01.0 PCI bridge: Y "
        "Z\n"
        "===== Section: NIC ====\nCA 'mlx5_0'\n\tCA type: MT4129\nhca_id: mlx5_0\nmlx5_0 port 1 ==> eth0 "
        "(Up)\n",
        "root@gpu-07:~# lspci -tv\n-[0000:00]-+-00.0  X\nroot@gpu-07:~# numactl -H\navailable: 1 nodes (0)\n",
        "## `nvidia-smi topo -m`\n```\n\tGPU0\tCPU Affinity\nGPU0\t X \t0-3\n```\n> ~~~\n> $ lscpu\n> ~~~\n",
        "+ sudo lspci -vvv\n### dmesg ###\n==> ibstat.txt <==\n--- lscpu ---\n**rdma link**\n",
        "| NVIDIA-SMI 1 |\navailable: 1 nodes (0)\nhca_id: a\nArchitecture: x\nWEIGHT TABLE:\n",
    };
}
