// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/DeviceNames.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

namespace fabricscope::capture {

namespace {

/// '#' is a number, '%' a PCI domain in hex digits. To add one, add a row.
struct NameRule {
    Topics topics;
    std::string_view pattern; ///< in lower case
};
constexpr NameRule kNames[] = {
    {Topic::Net | Topic::Nccl | Topic::Hwloc | Topic::System, "eth#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc | Topic::System, "ib#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc | Topic::System, "bond#"},
    {Topic::Net, "team#"},
    {Topic::Net, "vlan#"},
    {Topic::Net, "vxlan#"},
    {Topic::Net, "docker#"},
    {Topic::Net, "virbr#"},
    {Topic::Net | Topic::Vmm, "vnet#"},
    {Topic::Net | Topic::Vmm, "tap#"},
    {Topic::Net | Topic::Vmm, "vmtap#"},
    {Topic::Net, "tun#"},
    {Topic::Net | Topic::Vmm, "br#"},
    {Topic::Net, "wlan#"},
    {Topic::Net, "dummy#"},
    {Topic::Net, "ifb#"},
    {Topic::Net, "front#"},
    {Topic::Net, "np#"},
    {Topic::Net, "p#"},
    {Topic::Net, "pf#vf#"},
    {Topic::Net, "p#pf#"},
    {Topic::Net, "p#pf#vf#"},
    {Topic::Net, "if#"},
    {Topic::Net, "port#"},
    {Topic::Net, "ethernet#"},
    {Topic::Net, "swp#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "mlx5_#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "mlx5_bond_#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "mlx4_#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "bnxt_re#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "bnxt_re_bond#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "ionic_#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "irdma#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "efa_#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "hfi1_#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "hns_#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "qedr#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "cxgb4_#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "rxe#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "siw#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "rdma#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "roce#"},
    {Topic::Net | Topic::Nccl | Topic::Hwloc, "mana_#"},
    {Topic::Net, "uverbs#"},
    {Topic::Net, "umad#"},
    {Topic::Net, "issm#"},
    {Topic::Net | Topic::Vmm, "net#"},
    {Topic::Gpu | Topic::Hwloc | Topic::Nccl, "gpu#"},
    {Topic::Gpu | Topic::Nccl, "nic#"},
    {Topic::Gpu, "nv#"},
    {Topic::Gpu, "oam#"},
    {Topic::Gpu | Topic::Hwloc | Topic::Kernel | Topic::System, "card#"},
    {Topic::Gpu | Topic::Hwloc | Topic::Kernel, "renderd#"},
    {Topic::Gpu | Topic::Kernel, "gfx#"},
    {Topic::Gpu | Topic::Kernel, "nvidia#"},
    {Topic::Gpu | Topic::Hwloc, "rsmi#"},
    {Topic::Gpu | Topic::Hwloc, "nvml#"},
    {Topic::Gpu | Topic::Hwloc, "cuda#"},
    {Topic::Hwloc, "opencl#d#"},
    {Topic::Hwloc, "ze#"},
    {Topic::Hwloc, "ze#.#"},
    {Topic::Hwloc, "hsi#"},
    {Topic::Hwloc, "dma#chan#"},
    {Topic::Hwloc, "pmem#"},
    {Topic::Hwloc, "controld#"},
    {Topic::Hwloc, "step_#"},
    {Topic::Numa, "node#"},
    {Topic::Numa, "cpu#"},
    {Topic::Numa, "memory#"},
    {Topic::Numa, "index#"},
    {Topic::Storage | Topic::Hwloc | Topic::Kernel, "nvme#"},
    {Topic::Storage | Topic::Hwloc | Topic::Kernel, "nvme#n#"},
    {Topic::Storage | Topic::Hwloc | Topic::Kernel, "nvme#c#n#"},
    {Topic::Storage | Topic::Hwloc | Topic::Kernel, "nvme#n#p#"},
    {Topic::Storage | Topic::Kernel, "nvme-subsys#"},
    {Topic::Storage | Topic::Hwloc | Topic::Kernel, "sda#"},
    {Topic::Storage | Topic::Hwloc | Topic::Kernel, "vda#"},
    {Topic::Storage | Topic::Kernel, "ata#"},
    {Topic::Storage | Topic::Kernel, "ata#.#"},
    {Topic::Storage | Topic::Kernel, "loop#"},
    {Topic::Storage | Topic::Kernel, "md#"},
    {Topic::Storage | Topic::Kernel, "dm-#"},
    {Topic::Sysfs, "virtio#"},
    {Topic::Sysfs, "vfio#"},
    {Topic::Sysfs, "virtfn#"},
    {Topic::Sysfs, "ivhd#"},
    {Topic::Sysfs | Topic::Kernel, "dmar#"},
    {Topic::Sysfs, "cpu#"},
    {Topic::Sysfs, "arm-smmu.#"},
    {Topic::Sysfs | Topic::Kernel, "pci%"},
    {Topic::Sysfs, "slot#"},
    {Topic::Settings, "state#"}, // of idle CPUs
    {Topic::Settings, "policy#"},
    {Topic::Settings, "libbnxt_re-rdmav#"},
    {Topic::Settings, "libcxgb4-rdmav#"},
    {Topic::Settings, "libefa-rdmav#"},
    {Topic::Settings, "liberdma-rdmav#"},
    {Topic::Settings, "libhfi1verbs-rdmav#"},
    {Topic::Settings, "libhns-rdmav#"},
    {Topic::Settings, "libionic-rdmav#"},
    {Topic::Settings, "libipathverbs-rdmav#"},
    {Topic::Settings, "libirdma-rdmav#"},
    {Topic::Settings, "libmana-rdmav#"},
    {Topic::Settings, "libmlx4-rdmav#"},
    {Topic::Settings, "libmlx5-rdmav#"},
    {Topic::Settings, "libmthca-rdmav#"},
    {Topic::Settings, "libocrdma-rdmav#"},
    {Topic::Settings, "libqedr-rdmav#"},
    {Topic::Settings, "librxe-rdmav#"},
    {Topic::Settings, "libsiw-rdmav#"},
    {Topic::Settings, "libvmw_pvrdma-rdmav#"},
    {Topic::Kernel, "pcie#"}, // a port service: "pciehp 0000:c0:03.1:pcie004:"
    {Topic::Kernel, "usb#"},
    {Topic::Kernel, "ttys#"},
    {Topic::Kernel, "tty#"},
    {Topic::Kernel, "event#"},
    {Topic::Kernel, "input#"},
    {Topic::Kernel, "mc#"},
    {Topic::Kernel, "cpu#"},
    {Topic::Kernel, "irq#"},
    {Topic::Kernel, "eth#"},
    {Topic::Kernel, "ib#"},
    {Topic::Kernel, "mlx5_#"},
    {Topic::Kernel, "fb#"},
    {Topic::Kernel, "hub#"},
    {Topic::Kernel, "cr#"},
    {Topic::Kernel, "r#"},
    {Topic::Vmm, "pci.#"},
    {Topic::Vmm, "pcie.#"},
    {Topic::Vmm, "hostdev#"},
    {Topic::Vmm, "virtio-disk#"},
    {Topic::Vmm, "serial#"},
    {Topic::Vmm, "charserial#"},
    {Topic::Vmm, "channel#"},
    {Topic::Vmm, "charchannel#"},
    {Topic::Vmm, "virtio-serial#"},
    {Topic::Vmm, "ram-node#"},
    {Topic::Vmm, "balloon#"},
    {Topic::Vmm, "rng#"},
    {Topic::Vmm, "objrng#"},
    {Topic::Vmm, "video#"},
    {Topic::Vmm, "input#"},
    {Topic::Vmm, "tpm#"},
    {Topic::Vmm, "hostnet#"},
    {Topic::Vmm, "rp#"},
    {Topic::Vmm, "root#"},
    {Topic::Vmm, "gpu#"},
    {Topic::Vmm, "nic#"},
    {Topic::Vmm, "disk#"},
    {Topic::Vmm, "mem#"},
    {Topic::Vmm, "vfio#"},
    {Topic::Vmm, "_net#"},
    {Topic::Vmm, "_disk#"},
    {Topic::Vmm, "_vfio#"},
    {Topic::Vmm, "numa-#"},
    {Topic::Vmm, "node#"},
    {Topic::Pci, "link#"},
    {Topic::Pci, "bar#"},
    {Topic::Pci, "vc#"},
    {Topic::Pci, "arb#"},
    {Topic::Pci, "pex#"}, // switches of Broadcom, by families: "PEX890xx"
    {Topic::Pci, "pex#xx"},
};

constexpr std::size_t kMaxDigits = 5;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

/// How many characters a number takes at the front; 0 where there is none.
std::size_t numberAt(std::string_view text) {
    const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
    return end > kMaxDigits || (end > 1 && text[0] == '0') ? 0 : end;
}

std::size_t domainAt(std::string_view text) {
    constexpr std::size_t kLeast = 4, kMost = 8;
    const auto end = std::min(text.find_first_not_of("0123456789abcdef"), text.size());
    return end < kLeast || end > kMost ? 0 : end;
}

bool fits(std::string_view token, std::string_view pattern) {
    for (const char c : pattern) {
        std::size_t taken = 0;
        if (c == '#')
            taken = numberAt(token);
        else if (c == '%')
            taken = domainAt(token);
        else
            taken = !token.empty() && lower(token[0]) == c ? 1 : 0;
        if (taken == 0)
            return false;
        token.remove_prefix(taken);
    }
    return token.empty();
}

/// systemd's net_id: "eno1", "ens3f0", "enp65s0f1np1", "enP1p0s1", "ibp12s0", "rocep3s0f0", "rdmap0s6".
bool isPredictable(std::string_view token) {
    static constexpr std::array<std::string_view, 6> kPrefixes{"roce", "rdma", "en", "ib", "wl", "ww"};
    const auto *prefix = std::find_if(kPrefixes.begin(), kPrefixes.end(),
                                      [&](std::string_view each) { return token.starts_with(each); });
    if (prefix == kPrefixes.end())
        return false;
    token.remove_prefix(prefix->size());
    std::size_t groups = 0;
    for (; !token.empty(); ++groups) {
        const std::string_view letters = token.substr(0, token.starts_with("np") ? 2 : 1);
        if (letters != "np" && std::string_view("Ppsfndoriv").find(letters[0]) == std::string_view::npos)
            return false;
        token.remove_prefix(letters.size());
        const std::size_t digits = numberAt(token);
        if (digits == 0)
            return false;
        token.remove_prefix(digits);
    }
    return groups > 0;
}

/// The text before the first digit.
std::string_view stemOf(std::string_view text) {
    return text.substr(0, text.find_first_of("0123456789#%"));
}

/// Looks up rows by their stem: there are many rows, and most tokens match none.
bool isListed(std::string_view token, Topics topics) {
    static const auto kByStem = [] {
        std::unordered_map<std::string_view, std::vector<const NameRule *>> rules;
        for (const NameRule &rule : kNames)
            rules[stemOf(rule.pattern)].push_back(&rule);
        return rules;
    }();
    std::string stem(stemOf(token));
    std::transform(stem.begin(), stem.end(), stem.begin(), lower);
    const auto rules = kByStem.find(stem);
    return rules != kByStem.end() &&
           std::any_of(rules->second.begin(), rules->second.end(), [&](const NameRule *rule) {
               return rule->topics.intersects(topics) && fits(token, rule->pattern);
           });
}

} // namespace

bool isDeviceName(std::string_view token, Topics topics) {
    constexpr std::size_t kLongest = 24;
    if (token.size() > kLongest || std::none_of(token.begin(), token.end(), isDigit))
        return false;
    const bool net =
        topics.intersects(Topic::Net | Topic::Nccl | Topic::Hwloc | Topic::Kernel | Topic::System);
    if (net) { // followed by the number of a VLAN
        const auto dot = token.rfind('.');
        if (dot != std::string_view::npos && dot + 1 + numberAt(token.substr(dot + 1)) == token.size() &&
            isDeviceName(token.substr(0, dot), topics))
            return true;
    }
    return (net && isPredictable(token)) || isListed(token, topics);
}

} // namespace fabricscope::capture
