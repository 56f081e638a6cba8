// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `systemctl status` of services, and the lists of `systemctl --failed` and list-units: the services that
// GPUs and NICs need.
#include "core/formats/tools/ServiceStatus.h"

#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <array>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

/// A service whose failure matters, and the faults of one that failed and of one that does not run.
struct Service {
    std::string_view name, failed, off = {};
};
constexpr Service kServices[] = {
    {"nvidia-fabricmanager.service", "fabric_manager", "fabric_manager_off"},
    {"nvidia-imex.service", "service_failed"},
    {"nvidia-persistenced.service", "service_failed"},
    {"openibd.service", "nic_service_failed"},
};

/// "nvidia-fabricmanager.service" behind a mark ("●", or what redaction put in its place), with what follows
/// it; empty for other lines.
struct UnitLine {
    std::string_view unit, behind;
};
UnitLine unitLine(std::string_view line) {
    constexpr std::size_t kLongestMark = 12, kLongestUnit = 128; // bytes
    std::string_view word = takeWord(line);
    if (word.size() <= kLongestMark)
        word = takeWord(line);
    const auto isUnit = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
               c == '_' || c == '.' || c == '@';
    };
    const bool isService = word.ends_with(".service") && word.size() <= kLongestUnit &&
                           std::all_of(word.begin(), word.end(), isUnit);
    return isService ? UnitLine{word, trimmed(line)} : UnitLine{};
}

bool isState(std::string_view word) {
    static constexpr std::array<std::string_view, 6> kStates = {"active",     "inactive",     "failed",
                                                                "activating", "deactivating", "reloading"};
    return std::find(kStates.begin(), kStates.end(), word) != kStates.end();
}

/// "loaded failed failed NVIDIA fabric manager service": of a list; empty for other texts.
std::string_view stateOfRow(std::string_view behind) {
    static constexpr std::array<std::string_view, 4> kLoads = {"loaded", "not-found", "masked", "error"};
    const std::string_view load = takeWord(behind), state = takeWord(behind);
    const bool isRow = std::find(kLoads.begin(), kLoads.end(), load) != kLoads.end() && isState(state);
    return isRow ? state : std::string_view();
}

/// "Result: exit-code" of "failed (Result: exit-code)": what the last brackets hold.
std::string_view causeOf(std::string_view state) {
    const auto open = state.rfind('('), close = state.rfind(')');
    return open == state.npos || close == state.npos || close < open
               ? std::string_view()
               : state.substr(open + 1, close - open - 1);
}

constexpr std::string_view kActive = "Active:", kLoaded = "Loaded:";

class ServiceReader {
public:
    ServiceReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read() {
        for (PastedLines lines = toolLines(m_text); lines.next();)
            line(lines.line());
        finish();
    }

private:
    void line(const PastedLine &line) {
        const EvidenceRef evidence = m_text.evidence(line.source);
        if (const UnitLine unit = unitLine(line.text); !unit.unit.empty()) {
            const std::string_view listed = stateOfRow(unit.behind);
            if (!listed.empty() || unit.behind.empty() || unit.behind.starts_with("- "))
                begin(unit.unit);
            if (!listed.empty())
                state(listed, evidence);
        } else if (line.text.starts_with(kActive) && m_state.empty()) {
            state(trimmed(line.text.substr(kActive.size())), evidence);
        }
        // What the fabric manager says on a host without NVSwitches, before it ends.
        m_isUnneeded = m_isUnneeded || line.text.find("NV_WARN_NOTHING_TO_DO") != std::string_view::npos;
    }

    void begin(std::string_view unit) {
        finish();
        m_unit = unit;
    }

    /// "failed (Result: exit-code) since Mon 2026-11-30 08:11:12 UTC; 5min ago"
    void state(std::string_view text, EvidenceRef evidence) {
        m_state = shown(text.substr(0, text.find(" since ")), 64);
        m_evidence = evidence;
    }

    void finish() {
        std::string_view rest = m_state;
        const std::string_view word = takeWord(rest);
        if (!m_unit.empty() && isState(word)) {
            addToolFact(m_builder, "systemctl status", {}, m_unit, m_state, m_evidence);
            report(word);
        }
        m_unit.clear();
        m_state.clear();
        m_isUnneeded = false;
    }

    void report(std::string_view word) {
        const auto *service = std::find_if(std::begin(kServices), std::end(kServices),
                                           [&](const Service &each) { return each.name == m_unit; });
        if (service == std::end(kServices))
            return;
        const bool isRestarted = word == "activating" && m_state.find("auto-restart") != std::string::npos &&
                                 m_state.find("Result: success") == std::string::npos;
        const bool isFailed = word == "failed" || isRestarted;
        const std::string_view kind = isFailed && !m_isUnneeded        ? service->failed
                                      : isFailed || word == "inactive" ? service->off
                                                                       : std::string_view();
        if (!kind.empty())
            addToolFault(m_builder, {kind, m_unit, {}, 0, std::string(causeOf(m_state)), m_evidence});
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    std::string m_unit, m_state; ///< "failed (Result: exit-code)"
    EvidenceRef m_evidence;
    bool m_isUnneeded = false;
};

} // namespace

bool isServiceStatus(const FileSample &sample) {
    if (sample.head.find(".service") == std::string_view::npos)
        return false;
    bool hasUnit = false, isLoaded = false;
    for (PastedLines lines(sample.head); lines.next();) {
        std::string_view line = lines.line().text;
        if (const UnitLine unit = unitLine(line); !unit.unit.empty()) {
            if (!stateOfRow(unit.behind).empty())
                return true;
            hasUnit = hasUnit || unit.behind.empty() || unit.behind.starts_with("- ");
        }
        isLoaded = isLoaded || (hasUnit && line.starts_with(kLoaded));
        if (!isLoaded || !line.starts_with(kActive))
            continue;
        line.remove_prefix(kActive.size());
        if (isState(takeWord(line)))
            return true;
    }
    return false;
}

// A line with the name of the unit, "Loaded:" and "Active:" lines, then its processes and the end of its log;
// or a row for each unit.
void readServiceStatus(const SectionText &text, HostBuilder &builder) {
    ServiceReader(text, builder).read();
}

} // namespace fabricscope::formats
