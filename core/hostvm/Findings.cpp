// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/Findings.h"

#include "core/base/HostText.h"

#include <array>

namespace fabricscope::hostvm {

namespace {

using Code = FindingCode;

constexpr std::string_view kPhb = "the library sees PHB, through the CPU: no GPUDirect RDMA by default";
constexpr std::string_view kLeftOut = "the entry is silently ignored";
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
    FindingRow{
        Code::StrayText, "stray_text", kError, "Indent with spaces and remove text between elements", {}},
    FindingRow{Code::BrokenTag,
               "broken_tag",
               kError,
               "Write the element on one line, one space between attributes, values in double quotes, no "
               "spaces around '='",
               {}},
    FindingRow{Code::ValueTooLong, "value_too_long", kError, "Shorten it", {}},
    FindingRow{Code::OpenComment, "open_comment", kError, "Close the comment with -->, or delete it", {}},
    FindingRow{Code::OpenElement,
               "open_element",
               kError,
               "Close the element; if the file is truncated, copy it again",
               {}},
    FindingRow{Code::WrongClosing, "wrong_closing", kError, "Close the elements in nesting order", {}},
    FindingRow{Code::NoVersion, "no_version", kError, "Give <system> a version: 1 for NCCL, 2 for RCCL", {}},
    FindingRow{Code::WrongVersion, "wrong_version", kError, "Use a file made for this library", {}},
    FindingRow{Code::TooLarge, "too_large", kError, "Remove devices that the job does not use", {}},
    FindingRow{Code::Unreadable, "unreadable", kError, "Correct the line", {}},
    FindingRow{Code::MissingAttribute, "missing_attribute", kError, "Add the attribute", {}},
    FindingRow{Code::Refused, "refused", kError, "Generate the file with fabricscope", {}},
    FindingRow{
        Code::NoSystem, "no_system", kError,
        "Put everything in <system version=\"1\"> (NCCL) or <system version=\"2\"> (RCCL), in lower case",
        "the library continues without the file"},
    FindingRow{Code::IgnoredElement, "ignored_element", kWarning, "Remove the element or correct its name",
               "the element and its content have no effect"},
    FindingRow{Code::AttributeIgnored, "attribute_ignored", kWarning, "Write the attribute once, correctly",
               "the attribute has no effect"},
    FindingRow{Code::NothingFound, "nothing_found", kError,
               "Use the guest's own addresses (lspci -D in the guest)",
               "the file silently has no effect: the library uses the guest's /sys"},
    FindingRow{Code::HostAddress, "host_address", kError, "Use the device's guest address", kLeftOut},
    FindingRow{Code::Spelling, "spelling", kError,
               "Write the address as /sys does: dddd:bb:dd.f in lower case", kLeftOut},
    FindingRow{Code::NoSuchDevice, "no_such_device", kWarning, "Remove the entry or correct its address",
               kLeftOut},
    FindingRow{Code::DuplicateBusId, "busid_twice", kWarning, "Remove one of the two",
               "the second has no effect"},
    FindingRow{Code::DeviceIds, "device_ids", kWarning,
               "Write vendor and device as the guest's /sys shows them",
               "the file was made for another model: nothing fails, but other values may not match"},
    FindingRow{Code::GpuNotInFile, "gpu_not_in_file", kError, "Add it to the file, next to its NIC", kPhb},
    FindingRow{Code::NicNotInFile, "nic_not_in_file", kError, "Add it to the file, next to its GPU", kPhb},
    FindingRow{Code::NicsMerged, "nics_merged", kError,
               "Set NCCL_IB_MERGE_VFS=0, or give each NIC its <nic><net name=...>",
               "the library fuses all NICs of the bus at its root, PHB from every GPU: no "
               "GPUDirect RDMA by default"},
    FindingRow{Code::NetName, "net_name", kWarning,
               "Write the RDMA device's name in the guest (ls /sys/class/infiniband)", kLeftOut},
    FindingRow{Code::NetRelocated, "net_elsewhere", kError, "Write the name of the NIC at this address",
               "the library places the NIC where its name is written"},
    FindingRow{Code::NetGdrOff, "net_gdr_off", kError, "Write gdr=\"1\", or omit it",
               "GPUDirect RDMA is off for this NIC, even if supported"},
    FindingRow{Code::NetGdrForced, "net_gdr_forced", kNote,
               "Check that the guest supports GPUDirect RDMA, or remove gdr",
               "the library tries GPUDirect RDMA; if unsupported, memory registration fails"},
    FindingRow{Code::NetSpeed, "net_speed", kWarning, "Write the port's speed in Mb/s",
               "the library computes channels from this speed"},
    FindingRow{Code::NetPort, "net_port", kWarning, "Write the port's number",
               "it distinguishes the ports of one NIC"},
    FindingRow{Code::GpuDev, "gpu_dev", kWarning, "Write the GPU's own number, or remove dev",
               "the file's number applies and selects among equally near NICs"},
    FindingRow{Code::GpuDropped, "gpu_dropped", kError, "Remove dev", "the GPU is excluded from every run"},
    FindingRow{Code::SwitchIsReal, "switch_is_real", kError,
               "Give the switch an impossible address: ffff:ff:NN.0", "its class comes from the real device"},
    FindingRow{Code::LinkSpeedUnknown, "link_speed_unknown", kWarning,
               "Write it as /sys does: \"32.0 GT/s PCIe\"", "assumed Gen3: 12 GB/s at x16"},
    FindingRow{Code::LinkMissing, "link_missing", kWarning,
               "Write link_speed and link_width of the real switch",
               "assumed Gen3 x16: 12 GB/s on the path to the CPU"},
    FindingRow{Code::LinkSlow, "link_slow", kWarning, "Write the hardware's link values",
               "the library computes with the slower link"},
    FindingRow{Code::NumaUnknown, "numa_unknown", kWarning, "Use a number from /sys/devices/system/node",
               "for the library a separate CPU without affinity, SYS from all others"},
    FindingRow{Code::CpuModel, "cpu_model", kNote, "Write vendor, familyid and modelid of the real CPU",
               "the file sets the speed between sockets"},
    FindingRow{Code::Keep, "keep", kWarning, "Remove keep",
               "the branch is never trimmed, even without devices of this machine"},
    FindingRow{Code::NicsFused, "nics_fused", kNote, "NCCL_NET_MERGE_LEVEL=LOC keeps the ports apart", {}},
    FindingRow{Code::NicsSwapped, "nics_swapped", kError, "Swap them", {}},
    FindingRow{Code::NicAtWrongGpu, "nic_at_wrong_gpu", kError, "Put it next to its own GPU", {}},
    FindingRow{Code::AtCpu, "at_cpu", kError, "Put each GPU and its NIC into their own switch", kPhb},
    FindingRow{Code::Pxb, "pxb", kNote, "Put both directly into one switch, which the library sees as PIX",
               "the library sees PXB, not PIX: GPUDirect RDMA stays on"},
    FindingRow{Code::NotNamed, "not_named", kWarning, "Set NCCL_TOPO_FILE, in containers too",
               "the library does not open the file"},
    FindingRow{Code::OtherFileNamed, "other_file_named", kWarning,
               "Copy this file there, or set NCCL_TOPO_FILE to it", "the library reads the file there"},
    FindingRow{Code::GraphFile, "graph_file", kWarning, "unset NCCL_GRAPH_FILE",
               "a graph for another number of GPUs fails: \"XML Import Channel : dev not found\""},
    FindingRow{
        Code::DmaBufUnset, "dmabuf_unset", kWarning, "export NCCL_DMABUF_ENABLE=1",
        "the library selects GPUDirect RDMA, then fails to register memory (\"Call to ibv_reg_mr failed\")"},
    FindingRow{Code::HostFinding,
               "host_trouble",
               kWarning,
               {},
               "not visible in a topology file: pairs may be right but GPUDirect RDMA slow"},
    FindingRow{Code::NoHost, "no_host", kNote, "Name the host that runs this VM (--host)",
               "unknown whether the file's pairs match the hardware"},
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
