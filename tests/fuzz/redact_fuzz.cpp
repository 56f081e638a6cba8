// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Redact.h"
#include "tests/fuzz/Fuzz.h"

#include <array>

// Any bytes in any section; the first byte says in which.
using namespace fabricscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static constexpr std::array<const char *, 18> kNames{"identity",
                                                         "user",
                                                         "vmm",
                                                         "pci-config",
                                                         "kfd",
                                                         "tool-virsh",
                                                         "rdma",
                                                         "tool-nvidia-smi-q-x",
                                                         "hwloc-xml",
                                                         "nccl-topo",
                                                         "lspci-text",
                                                         "lspci-hex",
                                                         "tool-dmidecode",
                                                         "dmesg",
                                                         "kernel-version",
                                                         "kernel-command-line",
                                                         "tool-ibstat",
                                                         "tool-nvidia-smi-q"};
    if (size == 0)
        return 0;
    const std::string bytes(fuzz::textOf(data, size).substr(1));
    capture::Capture capture;
    capture.target = bytes.substr(0, 64);
    capture.notes = {bytes.substr(0, 200)};
    capture::Section::Meta meta;
    meta.name = kNames[data[0] % kNames.size()];
    capture.sections.emplace_back(meta, bytes);
    const capture::Capture out = capture::redacted(capture, "key");
    fuzz::require(out.redacted && out.sections.size() == 1);
    fuzz::require(out.sections[0].bytes() == capture::redacted(capture, "key").sections[0].bytes());
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const std::string addresses =
        "mac 9c:63:c0:d4:20:f0 ip 10.0.0.1/8 2001:db8::1 fe80::9e63:c0ff:fed4:20f0 guid "
        "9c63:c003:00d4:20f0 0000:41:00.0 bea9b5b4-3351-4c12-ab2f-1a84477f96e7\n";
    return {std::string(1, '\0') + "etc/hostname:gpu-07\n" + addresses,
            "\x01uid=1000(alice) gid=1000(alice) groups=27(sudo),2000(team)\n",
            "\x02@pid 1\n=-name\n=guest=vm1,x=y\n=-drive\n=file=/srv/images/a.qcow2\n" + addresses,
            "\x03=0000:41:00.0\n 86 80 57 0d 00 00 00 00 00 00 00 06 00 00 00 00\n",
            "\x04" + std::string("1/properties:unique_id 6727552256948065706\n"),
            "\x05<domain><name>vm1</name></domain>\n" + addresses,
            "\x06" + addresses,
            "\x07<serial>1321021012345</serial>\n",
            "\x08<info name=\"HostName\" value=\"gpu-07\"/><info value='X1' name='DMIBoardSerial'/>\n",
            "\x09<net name=\"mlx5_0\" guid=\"0x9c63c00300d420f0\"/>\n",
            "\x0a\t[SN] Serial number: MT2244X00777\nDevice Serial Number 9c-63-c0-03-00-d4-20-f0\n",
            "\x0b"
            "00: b3 15 21 10\n100: 03 00 01 00 f0 20 d4 00 03 c0 63 9c 00 00 00 00\n",
            "\x0c\tSerial Number: A1\n\tString 12: x\n\tAsset Tag: Not Specified\n",
            "\x0dJul 22 20:50:11 gpu-07 kernel: Linux version 6 (a@b) x\n[1.0] Hostname set to <gpu-07>.\n",
            "\x0eLinux gpu-07 6.8.0 #1 SMP /home/alice/x enx9c63c0d420f0\n",
            "\x0fip=10.0.0.1::10.0.0.2:255.0.0.0:gpu-07:eth0:off systemd.hostname=gpu-07\n",
            "\x10\tNode GUID: 0x9c63c00300d420f0\n",
            "\x11    Name : /home/alice/train.py\n    GPU PDI : 0x7fa6c9f2d3b14e55\n"};
}
