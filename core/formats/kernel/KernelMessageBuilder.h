// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/kernel/ApeiRecord.h"
#include "core/formats/kernel/KernelLogRows.h"
#include "core/formats/kernel/LineCopies.h"
#include "core/formats/kernel/SlotButtons.h"
#include "core/host/KernelFault.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace fabricscope::formats {

/// Makes the host's kernel messages of the lines of its log. What belongs to one fault of one device is one
/// message, with the number of its events: a driver may state one event in several phrases.
class KernelMessageBuilder {
public:
    /// Goes on with the messages that the host has.
    explicit KernelMessageBuilder(HostBuilder &builder);

    /// A line without what precedes its message. `time`: as the log has it. `isQuoted`: behind "> ".
    void read(std::string_view message, std::string_view time, const host::EvidenceRef &evidence,
              bool isQuoted = false);
    /// Lines between the last and the next one are not given.
    void skipLines() { m_isBootRecord = false; }
    /// What follows is the log of another boot.
    void beginBoot() {
        ++m_boot;
        m_buttons.beginBoot();
        m_copies.beginBoot();
    }
    /// At the end of the log.
    void finish();

private:
    using KernelMessage = host::KernelMessage;
    using Kind = KernelMessage::Kind;
    using Address = pci::Address;

    /// Lines of one kind and of one fault about one device (0: the host) or its part are one message: Xid 79
    /// and 63 are two, as are corrected and fatal errors. Only repetitions of the host's own lines without a
    /// fault (IOMMU, ACS) are merged: all of them differ in meaning.
    using Place = std::tuple<Kind, std::uint64_t, int, std::string>;
    /// How often each phrase of a message was there.
    struct Known {
        std::size_t index = 0;    ///< in kernelMessages
        std::uint32_t before = 0; ///< most events in one earlier text; of links, in one earlier boot
        std::string first;        ///< time of the first line
        std::size_t boot = 0;     ///< of the last line
        std::vector<std::pair<const KernelLogRow *, std::uint32_t>> phrases;
    };
    struct Line {
        KernelMessage message;
        const KernelLogRow *row = nullptr;
        std::string errors, time;
    };
    /// Lines in front of "Fatal error during GPU init".
    struct Cause {
        std::optional<Address> device;
        std::string names;
        std::size_t count = 0;
    };
    /// A ring's timeout that names no GPU, until the reset names it.
    struct Unnamed {
        std::optional<Line> line;
        std::size_t linesAfter = 0;
    };
    /// The message that later lines add names of errors to.
    struct BusError {
        std::optional<Address> device;
        std::size_t index = 0;
    };

    static Place placeOf(Kind kind, const std::optional<Address> &device, std::string_view message);
    std::optional<Address> subjectOf(std::string_view message);
    bool isOfPreviousBoot(std::string_view message, const KernelLogRow *row);
    void addRecord();
    void add(Line line);
    void repeat(Known &known, Line &line);
    void repeatLink(KernelMessage &message, Known &known, const Line &line);
    void addRing(std::string_view message, const std::optional<Address> &device);
    bool keepRing(Line &line);
    static std::uint32_t count(Known &known, const KernelLogRow *row);
    void addErrors(std::size_t index, std::string_view names);
    void addStatus(std::string_view message);
    void noteCause(std::string_view message);
    void endWhatIsOver(std::string_view message);

    HostBuilder &m_builder;
    std::optional<Address> m_subject;
    bool m_isSubjectOver = false; ///< its sentence ended with the last line
    LineCopies m_copies;
    bool m_isBootRecord = false;
    ApeiRecord m_record;
    Cause m_cause;
    BusError m_busError;
    Unnamed m_ring;
    SlotButtons m_buttons;
    std::size_t m_boot = 0;
    std::map<Place, Known> m_places;
};

} // namespace fabricscope::formats
