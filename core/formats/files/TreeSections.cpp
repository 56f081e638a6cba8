// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/TreeSections.h"

#include "core/base/Text.h"
#include "core/formats/Hex.h"
#include "core/formats/files/CpuMask.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::formats {

namespace {

using capture::FileTree;
using capture::Section;
using Id = FileTree::Id;

enum class Form : std::uint8_t {
    Files,     ///< PATH:LINE
    Links,     ///< l PATH -> TARGET
    Names,     ///< one a line
    Text,      ///< the first of these files that is there, as it is
    Paragraph, ///< its lines before the first blank one
    Config,    ///< =BDF and hex
};

/// One row defines a section, or a part of it: which files of which items, in which form. '*' in a
/// name matches anything, '#' a number from 0, or anything next to a file kNumbered; "." is the item
/// itself.
struct Row {
    std::string_view section;
    std::string_view origin;
    Form form;
    Place place;
    std::string_view files; ///< separated by blanks
};

constexpr std::string_view kPci = "/sys/bus/pci/devices";
/// A function with this file may have links virtfnN, with any first number.
constexpr std::string_view kNumbered = "sriov_numvfs";

constexpr Row kRows[] = {
    {"identity", "/", Form::Files, Place::Root,
     "etc/hostname etc/machine-id etc/os-release etc/fabricscope-simulated proc/version proc/cmdline "
     "proc/uptime "
     "proc/sys/kernel/random/boot_id proc/sys/kernel/hostname proc/sys/kernel/osrelease "
     "proc/sys/kernel/dmesg_restrict proc/sys/kernel/numa_balancing proc/hwloc-nofile-info"},
    {"dmi", "/sys/class/dmi/id", Form::Files, Place::Dmi,
     "sys_vendor product_name product_version board_vendor board_name bios_vendor bios_version bios_date "
     "chassis_type"},
    {"dmi-root", "/sys/class/dmi/id", Form::Files, Place::Dmi, "product_serial product_uuid board_serial"},
    {"pci-devices", kPci, Form::Links, Place::Functions, "."},
    {"pci", kPci, Form::Files, Place::Functions,
     "class vendor device numa_node secondary_bus_number subordinate_bus_number subsystem_vendor "
     "subsystem_device "
     "revision local_cpulist resource sriov_numvfs sriov_totalvfs sriov_offset sriov_stride sriov_vf_device "
     "enable power_state d3cold_allowed reset_method label acpi_index ari_enabled msi_bus "
     "aer_dev_correctable "
     "aer_dev_nonfatal aer_dev_fatal"},
    {"pci-links", kPci, Form::Links, Place::Functions, "driver iommu_group physfn virtfn#"},
    {"pci-slots", "/sys/bus/pci/slots", Form::Files, Place::Slots, "address"},
    {"pci-touch", kPci, Form::Files, Place::Functions,
     "current_link_speed current_link_width max_link_speed max_link_width"},
    {"pci-config", "/sys/bus/pci/devices/*/config", Form::Config, Place::Functions, "config"},
    {"iommu", "/sys/kernel/iommu_groups", Form::Files, Place::Groups, "type reserved_regions"},
    {"iommu-devices", "/sys/kernel/iommu_groups", Form::Names, Place::Groups, "devices/*"},
    {"iommu-units", "/sys/class/iommu", Form::Names, Place::Units, "."},
    {"numa", "/sys/devices/system/node", Form::Files, Place::NumaTop, "online possible has_cpu has_memory"},
    {"numa", "/sys/devices/system/node", Form::Files, Place::NumaNodes, "cpulist distance meminfo"},
    {"cpu", "/sys/devices/system/cpu", Form::Files, Place::CpuTop, "online present possible smt/control"},
    {"cpu", "/sys/devices/system/cpu", Form::Files, Place::Cpus,
     "topology/physical_package_id topology/die_id topology/core_id topology/thread_siblings_list"},
    {"cpuinfo", "/proc/cpuinfo", Form::Paragraph, Place::Root, "proc/cpuinfo"},
    {"meminfo", "/proc/meminfo", Form::Text, Place::Root, "proc/meminfo"},
    {"modules", "/proc/modules", Form::Text, Place::Root, "proc/modules"},
    {"net", "/sys/class/net", Form::Files, Place::Net,
     "address mtu type operstate dev_port phys_port_name phys_switch_id"},
    {"net-links", "/sys/class/net", Form::Links, Place::Net, ". device master bridge"},
    {"net-touch", "/sys/class/net", Form::Files, Place::Net, "speed carrier duplex"},
    {"rdma", "/sys/class/infiniband", Form::Files, Place::Rdma,
     "node_guid sys_image_guid fw_ver hca_type board_id node_type node_desc ports/*/link_layer ports/*/lid "
     "ports/*/sm_lid ports/*/gids/* ports/*/gid_attrs/types/* ports/*/gid_attrs/ndevs/*"},
    {"rdma-links", "/sys/class/infiniband", Form::Links, Place::Rdma, ". device"},
    {"rdma-touch", "/sys/class/infiniband", Form::Files, Place::Rdma,
     "ports/*/state ports/*/phys_state ports/*/rate"},
    {"drm-links", "/sys/class/drm", Form::Links, Place::Drm, ". device"},
    {"drm", "/sys/class/drm", Form::Files, Place::Drm,
     "device/current_compute_partition device/available_compute_partition device/current_memory_partition "
     "device/unique_id device/vbios_version device/mem_info_vram_total device/xgmi_hive_info/xgmi_hive_id"},
    {"kfd", "/sys/class/kfd/kfd/topology/nodes", Form::Files, Place::KfdNodes,
     "gpu_id name properties io_links/*/properties p2p_links/*/properties mem_banks/*/properties"},
    {"nvme", "/sys/class/nvme", Form::Files, Place::Nvme,
     "address model serial firmware_rev state transport numa_node"},
    {"nvidia", "/proc/driver/nvidia", Form::Files, Place::Nvidia, "version params gpus/*/information"},
    {"module-params", "/sys/module", Form::Files, Place::Modules, "version parameters/*"},
    {"nccl-conf", "/", Form::Files, Place::Root, "etc/nccl.conf"},
};

/// Older kernels have only the mask of what later ones also have as a list.
struct MaskOf {
    std::string_view list, mask;
};
constexpr MaskOf kMasks[] = {
    {"cpulist", "cpumap"},
    {"local_cpulist", "local_cpus"},
    {"topology/thread_siblings_list", "topology/thread_siblings"},
};

/// The modules that tell something about GPUs, NICs, passthrough or PCIe, as in resources/collector/touch.sh.
constexpr std::string_view kDrivers =
    " nvidia nvidia_uvm nvidia_modeset nvidia_peermem gdrdrv amdgpu amdkcl xe i915 habanalabs mlx5_core "
    "mlx5_ib "
    "mlx4_core ionic ionic_rdma bnxt_en bnxt_re ice irdma i40e efa ena ib_core ib_uverbs ib_umad ib_ipoib "
    "rdma_cm "
    "rdma_ucm rdma_rxe siw nvme nvme_core vfio vfio_pci vfio_pci_core vfio_iommu_type1 iommufd kvm kvm_amd "
    "kvm_intel pcie_aspm pciehp acpiphp ";

constexpr std::size_t kMaxFileBytes = std::size_t{64} << 10; // of sysfs: one page, or a few
constexpr std::size_t kMaxTextBytes = std::size_t{8} << 20;
constexpr std::size_t kMaxConfigBytes = 4096;
constexpr std::size_t kMaxSectionBytes = std::size_t{64} << 20;

/// Writes the rows of one section.
class Writer {
public:
    Writer(FileTree &tree, const HostTree &host) : m_tree(tree), m_host(host) {
        m_bytes.reserve(std::size_t{16} << 10); // of most sections
    }

    void row(const Row &row) {
        if (m_host.at(row.place).empty())
            return;
        std::vector<Pattern> patterns;
        for (std::string_view rest = row.files; !rest.empty();)
            patterns.push_back(patternOf(takeUntil(rest, ' ')));
        for (const TreeThing &thing : m_host.at(row.place)) {
            if (row.place == Place::Modules &&
                kDrivers.find(' ' + thing.name + ' ') == std::string_view::npos)
                continue;
            m_path = thing.name;
            for (const Pattern &pattern : patterns)
                file({row, thing}, pattern);
            if (m_bytes.size() >= kMaxSectionBytes)
                return;
        }
    }

    std::string &bytes() { return m_bytes; }

private:
    struct Pattern {
        std::string_view text;
        std::string_view mask; ///< read if the first is missing; empty: nothing
        bool isName;           ///< of a file right in the folder, and of no other
    };
    /// What is being read of what.
    struct Asked {
        const Row &row;
        const TreeThing &thing;
    };

    // What is more than a name, in a pattern.
    static constexpr auto isSyntax = [](char c) {
        return c == '/' || c == '*' || c == '#';
    };

    static Pattern patternOf(std::string_view text) {
        const auto *mask = std::find_if(std::begin(kMasks), std::end(kMasks),
                                        [&](const MaskOf &known) { return known.list == text; });
        return {text, mask == std::end(kMasks) ? std::string_view{} : mask->mask,
                std::none_of(text.begin(), text.end(), isSyntax)};
    }

    void file(const Asked &asked, const Pattern &pattern) {
        const TreeThing &thing = asked.thing;
        if (pattern.text == ".") {
            if (asked.row.form == Form::Names)
                m_bytes += thing.name + '\n';
            else if (!thing.target.empty())
                link(thing.name, thing.target);
            return;
        }
        if (!thing.folder)
            return;
        const std::size_t before = m_bytes.size();
        if (!pattern.isName || !readNow(asked, *thing.folder, pattern.text)) // thousands are names
            each(asked, *thing.folder, pattern.text);
        if (!pattern.mask.empty() && m_bytes.size() == before &&
            !m_tree.find(*thing.folder, pattern.text, m_host.root))
            if (const auto found = m_tree.find(*thing.folder, pattern.mask, m_host.root))
                if (const auto list = cpuListOfMask(contents(*found, kMaxFileBytes)))
                    m_bytes += thing.name + '/' + std::string(pattern.text) + ':' + *list + '\n';
    }

    // Takes whatever matches the pattern below a folder, whose path is m_path.
    void each(const Asked &asked, Id folder, std::string_view pattern) {
        const std::string_view component = takeUntil(pattern, '/');
        const auto star = static_cast<std::size_t>(
            std::find_if(component.begin(), component.end(), isSyntax) - component.begin());
        if (star == component.size()) {
            if (pattern.empty() && readNow(asked, folder, component))
                return;
            if (const auto child = m_tree.child(folder, component))
                one(asked, {component, *child}, pattern);
            return;
        }
        const std::string_view prefix = component.substr(0, star);
        // Thousands of functions have no virtual ones: their folders need no listing. Of a packed tree, which
        // is listed anyway, no more is taken than of the same one unpacked.
        if (component[star] == '#' && !m_tree.child(folder, std::string(prefix) + '0') &&
            !m_tree.child(folder, kNumbered))
            return;
        const auto &children = m_tree.children(folder);
        for (auto child = children.lower_bound(prefix);
             child != children.end() && child->first.compare(0, prefix.size(), prefix) == 0; ++child)
            if (m_bytes.size() < kMaxSectionBytes)
                one(asked, *child, pattern);
    }

    // True: the file was read, or is not there. False: it may be a link.
    bool readNow(const Asked &asked, Id folder, std::string_view name) {
        if (asked.row.form != Form::Files)
            return false;
        const auto bytes = m_tree.bytesOnDisk(folder, name, kMaxFileBytes);
        if (bytes && !bytes->empty()) {
            const std::size_t before = enter(name);
            lines(m_path, *bytes);
            m_path.resize(before);
        }
        return bytes.has_value();
    }

    // Makes m_path the path of what has this name in it, and returns how long it was.
    std::size_t enter(std::string_view name) {
        const std::size_t before = m_path.size();
        m_path.append(m_path.empty() ? "" : "/").append(name);
        return before;
    }

    // `rest`: of the pattern, behind this one.
    void one(const Asked &asked, const FileTree::Children::value_type &child, std::string_view rest) {
        const std::size_t before = enter(child.first);
        if (rest.empty())
            take(asked, child.second);
        else if (const auto next = m_tree.follow(child.second, m_host.root);
                 next && m_tree.kind(*next) == FileTree::Kind::Folder)
            each(asked, *next, rest);
        m_path.resize(before);
    }

    void take(const Asked &asked, Id found) {
        switch (asked.row.form) {
        case Form::Files:
            lines(m_path, contents(found, kMaxFileBytes));
            break;
        case Form::Links:
            if (m_tree.kind(found) == FileTree::Kind::Link)
                link(m_path, m_tree.target(found));
            break;
        case Form::Names:
            m_bytes += m_path + '\n';
            break;
        case Form::Text:
            m_bytes += contents(found, kMaxTextBytes);
            break;
        case Form::Paragraph: {
            const std::string_view text = contents(found, kMaxTextBytes);
            m_bytes += text.substr(0, text.find("\n\n") == text.npos ? text.npos : text.find("\n\n") + 1);
            break;
        }
        case Form::Config:
            hex(asked.thing.name, contents(found, kMaxConfigBytes));
            break;
        }
    }

    // A truncated file has half a value at its end: it is treated as missing.
    std::string_view contents(Id id, std::size_t most) {
        const auto file = m_tree.follow(id, m_host.root);
        if (!file || m_tree.kind(*file) != FileTree::Kind::File)
            return {};
        const std::string_view bytes = m_tree.bytes(*file, most);
        return m_tree.whole(*file) ? bytes : std::string_view{};
    }

    void lines(std::string_view path, std::string_view text) {
        while (!text.empty() && text.back() == '\0') // some kernels count the end of the string too
            text.remove_suffix(1);
        while (!text.empty()) {
            std::string_view line = takeUntil(text, '\n');
            if (!line.empty() && line.back() == '\r')
                line.remove_suffix(1);
            m_bytes.append(path).append(":").append(line).append("\n");
        }
    }

    void link(std::string_view path, std::string_view target) {
        m_bytes.append("l ").append(path).append(" -> ").append(target).append("\n");
    }

    // Lines of `od -An -v -tx1`.
    void hex(const std::string &name, std::string_view bytes) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        constexpr std::size_t kBytesPerLine = 16;
        if (bytes.empty())
            return;
        m_bytes += '=' + name;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const auto byte = static_cast<unsigned char>(bytes[i]);
            const char digits[] = {' ', kDigits[byte >> 4], kDigits[byte & 0xF]};
            if (i % kBytesPerLine == 0)
                m_bytes += '\n';
            m_bytes.append(digits, sizeof digits);
        }
        m_bytes += '\n';
    }

    FileTree &m_tree;
    const HostTree &m_host;
    std::string m_bytes;
    std::string m_path; ///< of entries examined below the folder
};

} // namespace

std::vector<Section> treeSections(FileTree &tree, const HostTree &host) {
    std::vector<Section> sections;
    sections.reserve(std::size(kRows)); // as many at most
    Writer writer(tree, host);
    for (const Row *row = std::begin(kRows); row != std::end(kRows);) {
        Section::Meta meta;
        meta.name = row->section;
        meta.origin = row->origin;
        meta.part = capture::Part::Import;
        for (; row != std::end(kRows) && row->section == meta.name; ++row)
            writer.row(*row);
        std::string &bytes = writer.bytes();
        if (bytes.size() > kMaxSectionBytes) {
            bytes.resize(kMaxSectionBytes);
            meta.damage = capture::Damage::TooLarge;
            meta.damageText = "longer than 64 MiB: the rest was dropped";
        }
        if (!bytes.empty())
            sections.emplace_back(std::move(meta), bytes);
        bytes.clear(); // its room is the next one's
    }
    return sections;
}

} // namespace fabricscope::formats
