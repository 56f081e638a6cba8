// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/Findings.h"

#include "core/base/HostText.h"

#include <array>

namespace fabricscope::hostvm {

namespace {

using Code = FindingCode;

constexpr std::string_view kPhb = "over the CPU (the library's PHB), so no GPU Direct RDMA by default";
constexpr std::string_view kLeftOut = "the entry is left out without a word";
constexpr auto kError = Severity::Error;
constexpr auto kWarning = Severity::Warning;
constexpr auto kNote = Severity::Note;

constexpr std::array kRows = {
    FindingRow{Code::ByteOrderMark,
               "byte_order_mark",
               kError,
               "Save the file as UTF-8 without a byte order mark",
               {}},
    FindingRow{Code::XmlDeclaration, "xml_declaration", kError, "Delete the XML declaration", {}},
    FindingRow{Code::StrayText,
               "stray_text",
               kError,
               "Indent with blanks, and take out whatever stands between elements",
               {}},
    FindingRow{Code::BrokenTag,
               "broken_tag",
               kError,
               "Write the element on one line, one blank between attributes, values in double quotes, no "
               "blanks around '='",
               {}},
    FindingRow{Code::ValueTooLong, "value_too_long", kError, "Shorten it", {}},
    FindingRow{Code::OpenComment, "open_comment", kError, "Close the comment with -->, or delete it", {}},
    FindingRow{Code::OpenElement,
               "open_element",
               kError,
               "Close the element; where the file is cut off, copy it again",
               {}},
    FindingRow{Code::WrongClosing,
               "wrong_closing",
               kError,
               "Close the elements in the order in which they are open",
               {}},
    FindingRow{Code::NoVersion, "no_version", kError, "Give <system> a version: 1 for NCCL, 2 for RCCL", {}},
    FindingRow{Code::WrongVersion, "wrong_version", kError, "Use a file that was made for this library", {}},
    FindingRow{Code::TooLarge, "too_large", kError, "Leave out devices that the job does not use", {}},
    FindingRow{Code::Unreadable, "unreadable", kError, "Correct the line", {}},
    FindingRow{Code::MissingAttribute, "missing_attribute", kError, "Write the attribute", {}},
    FindingRow{Code::Refused, "refused", kError, "Use a file that this program generates", {}},
    FindingRow{Code::NoSystem, "no_system", kError,
               "Put all into <system version=\"1\"> (NCCL) or <system version=\"2\"> (RCCL), in lower case",
               "the library goes on as if there were no file"},
    FindingRow{Code::IgnoredElement, "ignored_element", kWarning,
               "Take the element out, or write its name right",
               "the element and all that is in it have no effect"},
    FindingRow{Code::AttributeIgnored, "attribute_ignored", kWarning, "Write the attribute once, and right",
               "the attribute has no effect"},
    FindingRow{Code::NothingFound, "nothing_found", kError,
               "Use the addresses that the guest itself shows (lspci -D in the guest)",
               "the file has no effect, and nothing fails: the guest is taken as its own /sys shows it"},
    FindingRow{Code::HostAddress, "host_address", kError, "Write the guest's address of the device",
               kLeftOut},
    FindingRow{Code::Spelling, "spelling", kError,
               "Write the address as /sys does: dddd:bb:dd.f in lower case", kLeftOut},
    FindingRow{Code::NoSuchDevice, "no_such_device", kWarning, "Take the entry out, or correct its address",
               kLeftOut},
    FindingRow{Code::DuplicateBusId, "busid_twice", kWarning, "Take one of both out",
               "the second has no effect"},
    FindingRow{Code::DeviceIds, "device_ids", kWarning,
               "Write vendor and device as the guest's /sys shows them",
               "the file was made for another model: nothing fails by it, and its other values may not fit"},
    FindingRow{Code::GpuNotInFile, "gpu_not_in_file", kError, "Put it into the file, beside its NIC", kPhb},
    FindingRow{Code::NicNotInFile, "nic_not_in_file", kError, "Put it into the file, beside its GPU", kPhb},
    FindingRow{
        Code::NicsMerged, "nics_merged", kError,
        "Set NCCL_IB_MERGE_VFS=0, or give each NIC its <nic><net name=...>",
        "all NICs of the bus become one at its root, over the CPU from every GPU (the library's PHB): no GPU "
        "Direct RDMA by default"},
    FindingRow{Code::NetName, "net_name", kWarning,
               "Write the name that the guest has for the RDMA device (ls /sys/class/infiniband)", kLeftOut},
    FindingRow{Code::NetRelocated, "net_elsewhere", kError, "Write the name of the NIC at this address",
               "the library takes the NIC to be where its name stands"},
    FindingRow{Code::NetGdrOff, "net_gdr_off", kError, "Write gdr=\"1\", or leave it out",
               "GPU Direct RDMA is off for this NIC, whatever the machine can"},
    FindingRow{Code::NetGdrForced, "net_gdr_forced", kNote,
               "See that the guest can do GPU Direct RDMA, or take gdr out",
               "the library tries GPU Direct RDMA; where it does not work, memory registration fails"},
    FindingRow{Code::NetSpeed, "net_speed", kWarning, "Write the port's speed in Mbit/s",
               "channels are counted by the speed in the file"},
    FindingRow{Code::NetPort, "net_port", kWarning, "Write the port's number",
               "ports of one NIC are told apart by it"},
    FindingRow{Code::GpuDev, "gpu_dev", kWarning, "Write the GPU's number here, or take dev out",
               "the number in the file counts, and chooses among NICs that are equally near"},
    FindingRow{Code::GpuDropped, "gpu_dropped", kError, "Take dev out", "the GPU takes part in no run"},
    FindingRow{Code::SwitchIsReal, "switch_is_real", kError,
               "Give the switch an address that cannot be: ffff:ff:NN.0",
               "its class comes from the real device"},
    FindingRow{Code::LinkSpeedUnknown, "link_speed_unknown", kWarning,
               "Write it as /sys does: \"32.0 GT/s PCIe\"", "taken as Gen3: 12 GB/s at x16"},
    FindingRow{Code::LinkMissing, "link_missing", kWarning,
               "Write link_speed and link_width of the real switch",
               "taken as Gen3 x16: 12 GB/s on the way to the CPU"},
    FindingRow{Code::LinkSlow, "link_slow", kWarning, "Write the link as the hardware has it",
               "the library counts with the slower link"},
    FindingRow{Code::NumaUnknown, "numa_unknown", kWarning, "Use a number of /sys/devices/system/node",
               "a CPU of its own, without affinity, across sockets from all others (the library's SYS)"},
    FindingRow{Code::CpuModel, "cpu_model", kNote, "Write vendor, familyid and modelid of the real CPU",
               "the speed between sockets goes by the file"},
    FindingRow{Code::Keep, "keep", kWarning, "Take keep out",
               "the branch stays as it is, also where it has nothing of this machine"},
    FindingRow{Code::NicsFused, "nics_fused", kNote, "NCCL_NET_MERGE_LEVEL=LOC keeps the ports apart", {}},
    FindingRow{Code::NicsSwapped, "nics_swapped", kError, "Exchange the two", {}},
    FindingRow{Code::NicAtWrongGpu, "nic_at_wrong_gpu", kError, "Put it beside its own GPU", {}},
    FindingRow{Code::AtCpu, "at_cpu", kError, "Put each GPU and its NIC into a switch of their own", kPhb},
    FindingRow{Code::Pxb, "pxb", kNote, "Put both directly into one switch: the library's PIX",
               "the library counts PXB, not PIX: GPU Direct RDMA stays on"},
    FindingRow{Code::NotNamed, "not_named", kWarning, "Set NCCL_TOPO_FILE, in containers too",
               "the library does not open the file"},
    FindingRow{Code::OtherFileNamed, "other_file_named", kWarning,
               "Put this file there, or let NCCL_TOPO_FILE name it",
               "the library goes by the file that is there"},
    FindingRow{Code::GraphFile, "graph_file", kWarning, "unset NCCL_GRAPH_FILE",
               "a graph for another count of GPUs fails: \"XML Import Channel : dev not found\""},
    FindingRow{
        Code::DmaBufUnset, "dmabuf_unset", kWarning, "export NCCL_DMABUF_ENABLE=1",
        "the library chooses GPU Direct RDMA, and then fails to register memory for it (\"Call to ibv_reg_mr "
        "failed\")"},
    FindingRow{Code::HostFinding,
               "host_trouble",
               kWarning,
               {},
               "no topology file shows this: pairs may be right and GPU Direct RDMA slow"},
    FindingRow{Code::NoHost, "no_host", kNote, "Name the host that runs this VM (--host)",
               "whether the file's pairs are the hardware's cannot be told"},
};

struct NoteRow {
    nccl::MergeNoteKind note;
    Code code;
};
constexpr NoteRow kNotes[] = {
    {nccl::MergeNoteKind::FileWithoutEffect, Code::NothingFound},
    {nccl::MergeNoteKind::NoSuchDevice, Code::NoSuchDevice},
    {nccl::MergeNoteKind::Spelling, Code::Spelling},
    {nccl::MergeNoteKind::DuplicateBusId, Code::DuplicateBusId},
    {nccl::MergeNoteKind::NotInFile, Code::NicNotInFile},
    {nccl::MergeNoteKind::NicCollapsed, Code::NicsMerged},
    {nccl::MergeNoteKind::NetRelocated, Code::NetRelocated},
    {nccl::MergeNoteKind::NetUnknown, Code::NetName},
    {nccl::MergeNoteKind::GpuDevFromFile, Code::GpuDev},
    {nccl::MergeNoteKind::GpuDropped, Code::GpuDropped},
    {nccl::MergeNoteKind::SwitchIsReal, Code::SwitchIsReal},
    {nccl::MergeNoteKind::LinkUnclear, Code::LinkSpeedUnknown},
    {nccl::MergeNoteKind::AtRoot, Code::AtCpu},
    {nccl::MergeNoteKind::CpuUnknown, Code::NumaUnknown},
    {nccl::MergeNoteKind::CpuReplaced, Code::CpuModel},
    {nccl::MergeNoteKind::KeepInFile, Code::Keep},
    {nccl::MergeNoteKind::NicsFused, Code::NicsFused},
};

} // namespace

std::span<const FindingRow> findingRows() {
    return kRows;
}

const FindingRow &rowOf(FindingCode code) {
    return kRows.at(static_cast<std::size_t>(code));
}

Finding makeFinding(FindingCode code, std::uint32_t line, std::string title) {
    const FindingRow &row = rowOf(code);
    Finding finding;
    finding.code = code;
    finding.severity = row.severity;
    finding.line = line;
    finding.title = HostText(title).plain(1024);
    finding.consequence = row.consequence;
    finding.remedy = row.remedy;
    return finding;
}

std::optional<FindingCode> codeOf(nccl::MergeNoteKind kind) {
    for (const NoteRow &row : kNotes)
        if (row.note == kind)
            return row.code;
    return std::nullopt; // NetValueFromFile has several; the rest is no matter of the file
}

} // namespace fabricscope::hostvm
