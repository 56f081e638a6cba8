// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/TextEdit.h"
#include "core/nccl/machine/Merge.h"
#include "core/topology/Topology.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::hostvm {

using findings::Severity;

/// What can be wrong with an NCCL file for a guest.
enum class FindingCode : std::uint8_t {
    // The library does not read it: communicators are not created.
    ByteOrderMark,
    XmlDeclaration,
    StrayText,
    BrokenTag,
    ValueTooLong,
    OpenComment,
    OpenElement,
    WrongClosing,
    NoVersion,
    WrongVersion,
    TooLarge,
    Unreadable, ///< another fault of its text
    MissingAttribute,
    Refused, ///< read, and then given up
    // It reads it, and ignores some of it.
    NoSystem,
    IgnoredElement,
    AttributeIgnored,
    NothingFound,
    HostAddress,
    Spelling,
    NoSuchDevice,
    DuplicateBusId,
    DeviceIds,
    GpuNotInFile,
    NicNotInFile,
    NicsMerged,
    NetName,
    NetRelocated,
    NetGdrOff,
    NetGdrForced,
    NetSpeed,
    NetPort,
    GpuDev,
    GpuDropped,
    SwitchIsReal,
    LinkSpeedUnknown,
    LinkMissing,
    LinkSlow,
    NumaUnknown,
    CpuModel,
    Keep,
    NicsFused,
    // Its pairs are others than the hardware's.
    NicsSwapped,
    NicAtWrongGpu,
    AtCpu,
    Pxb,
    // It is right, and something next to it is not.
    NotNamed,
    OtherFileNamed,
    GraphFile,
    DmaBufUnset,
    HostFinding,
    NoHost,
};

struct FindingRow {
    FindingCode code;
    std::string_view name; ///< "nics_swapped", as documents have it
    Severity severity;
    std::string_view remedy;      ///< what to do, a sentence without a full stop
    std::string_view consequence; ///< where the library's decisions do not show one: likewise; may be empty
};
/// All of them, in the order of FindingCode.
[[nodiscard]] std::span<const FindingRow> findingRows();
[[nodiscard]] const FindingRow &rowOf(FindingCode code);

/// One thing that is wrong. All texts are safe to show.
struct Finding {
    FindingCode code = FindingCode::Unreadable;
    Severity severity = Severity::Error;
    std::uint32_t line = 0;  ///< in the file, from 1; 0: not in it
    std::string busId;       ///< that it is about, as the file has it; may be empty
    std::string title;       ///< what is wrong: "link_speed is missing on ffff:ff:03.0"
    std::string detail;      ///< more about it; may be empty
    std::string consequence; ///< "GPU2: PHB instead of PIX to ionic_2, so no GPU Direct RDMA, because ..."
    std::string remedy;
    TextEdit edit;                   ///< that sets it right; empty: not by a change of the text
    std::uint32_t correctedLine = 0; ///< 0: none
    std::string corrected;           ///< the line as it should be (several where it takes several), by `mend`
};

/// With severity and remedy of its row.
[[nodiscard]] Finding makeFinding(FindingCode code, std::uint32_t line, std::string title);

/// What the library's merging with the machine has to report about a file, as a problem; std::nullopt for
/// what is no matter of the file.
[[nodiscard]] std::optional<FindingCode> codeOf(nccl::MergeNoteKind kind);

} // namespace fabricscope::hostvm
