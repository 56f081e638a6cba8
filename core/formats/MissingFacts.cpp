// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/MissingFacts.h"

#include "core/base/Text.h"
#include "core/formats/SectionText.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::formats {

namespace {

using capture::Capture;
using capture::Damage;
using capture::Part;
using capture::Section;
using host::Host;
using host::Missing;

struct Context {
    const Capture &capture;
    const Host &host;
    const HostBuilder::Notes &notes;

    [[nodiscard]] bool has(std::string_view section) const { return find(section) != nullptr; }
    [[nodiscard]] const Section *find(std::string_view name) const {
        const auto at = std::find_if(capture.sections.begin(), capture.sections.end(),
                                     [&](const Section &s) { return s.meta().name == name; });
        return at == capture.sections.end() ? nullptr : &*at;
    }
    [[nodiscard]] bool hasPart(Part part) const {
        return std::any_of(capture.sections.begin(), capture.sections.end(),
                           [&](const Section &s) { return s.meta().part == part; });
    }
    [[nodiscard]] bool driverBound(std::string_view driver) const {
        return std::any_of(host.functions.begin(), host.functions.end(),
                           [&](const host::PciFunction &f) { return f.driver && *f.driver == driver; });
    }
};

// Only classes for which it matters: bridges, GPUs, NICs, NVMe.
bool configIsShort(const Context &context) {
    const auto isShort = [](const host::PciFunction &f) {
        return f.config && !f.config->dead && f.config->bytesRead > 0 && f.config->bytesRead <= 64;
    };
    const auto isLong = [](const host::PciFunction &f) {
        return f.config && f.config->bytesRead > 64;
    };
    const auto &functions = context.host.functions;
    return std::any_of(functions.begin(), functions.end(), isShort) &&
           std::none_of(functions.begin(), functions.end(), isLong);
}

bool configIsAbsent(const Context &context) {
    const auto &functions = context.host.functions;
    return context.has("pci-config") && !functions.empty() &&
           std::none_of(functions.begin(), functions.end(),
                        [](const auto &f) { return f.config.has_value(); });
}

bool dmesgIsMissing(const Context &context) {
    const Section *tool = context.find("tool-dmesg");
    const bool readByTool = tool && tool->meta().exitStatus == 0 && tool->size() > 0;
    return context.hasPart(Part::Tools) && !readByTool && !context.has("dmesg");
}

bool serialsAreMissing(const Context &context) {
    return context.has("dmi") && context.host.vendor && !context.has("dmi-root");
}

bool descriptorsAreMissing(const Context &context) {
    return context.driverBound("vfio-pci") && !context.notes.vfioFdsRead;
}

bool neighboursAreMissing(const Context &context) {
    const Section *lldp = context.find("tool-lldp");
    const auto &nets = context.host.netInterfaces;
    return lldp && lldp->meta().exitStatus.value_or(0) != 0 && !context.hasPart(Part::Root) &&
           std::all_of(nets.begin(), nets.end(), [](const auto &net) { return net.neighbours.empty(); });
}

/// Why a user's text lacks a fact, and what to add: permission is one reason of several.
struct TextAdvice {
    std::string_view why, remedy;
};

/// `lspci -x` shows 64 bytes also to root, and a text may leave capabilities out.
TextAdvice adviceOfConfig(const Context &context) {
    const Section *text = context.find("lspci-text");
    if (text != nullptr && text->bytes().find("<access denied>") != std::string::npos)
        return {"config space beyond 64 bytes requires root", "read lspci again as root: sudo lspci -vvv"};
    if (text != nullptr)
        return {"the text does not list the capabilities", "add the output of sudo lspci -vvv"};
    if (context.has("lspci-hex"))
        return {"the dump ends after 64 bytes", "dump all of it, as root: sudo lspci -xxxx"};
    return {"config space beyond 64 bytes requires root", "copy the files of /sys again as root"};
}

TextAdvice adviceOfDescriptors(const Context &) {
    return {
        "no list of processes was given",
        "capture the host as root (fabricscope capture --sudo), or add the command lines of its VMMs: ps -eo "
        "pid,args"};
}

/// Facts that only root can read. To add one, add a row.
struct RootFact {
    bool (*missing)(const Context &);
    std::string_view what;
    std::string_view why;
    TextAdvice (*ofText)(const Context &) = nullptr; ///< where they are missing in a user's text, too
};
constexpr RootFact kRootFacts[] = {
    {configIsShort,
     "ACS, ATS, link control, payload and read request sizes, relaxed ordering, SR-IOV and error state",
     "config space beyond 64 bytes requires root", adviceOfConfig},
    {configIsAbsent, "bus mastering, and whether devices respond", "no config space could be read"},
    {dmesgIsMissing, "kernel messages", "dmesg is restricted to root here"},
    {serialsAreMissing, "serial numbers and the product's UUID", "reading them requires root"},
    {descriptorsAreMissing, "which process holds which VFIO device",
     "seeing other users' open files requires root", adviceOfDescriptors},
    {neighboursAreMissing, "which switch each cable leads to",
     "lldpctl requires root here, or the group of lldpd"},
};

/// Tools that show more about devices of a bound driver. To add one, add a row.
struct Tool {
    std::string_view driver;
    std::string_view section;
    std::string_view tool;
    std::string_view what;
    std::string_view package;
};
constexpr Tool kTools[] = {
    {"nvidia", "tool-nvidia-smi-topo", "nvidia-smi", "NVLink and nvidia-smi's topology matrix",
     "nvidia-utils of the same version as the loaded driver"},
    {"amdgpu", "tool-amd-smi-static", "amd-smi", "names and OAM positions of AMD GPUs", "amd-smi-lib (ROCm)"},
};

Missing missingForRoot(const Context &context, const RootFact &fact) {
    Missing missing{std::string(fact.what), std::string(fact.why), {}};
    const Host &host = context.host;
    const bool isRoot = host.uid && *host.uid == 0;
    if (!context.hasPart(Part::Safe) && fact.ofText != nullptr) {
        const TextAdvice advice = fact.ofText(context);
        missing.why = advice.why;
        missing.remedy = advice.remedy;
    } else if (isRoot && context.hasPart(Part::Root)) { // without CAP_SYS_ADMIN (pci_read_config())
        missing.remedy = "root has limited rights here, as in a container: capture the container's host, or "
                         "start the container with --privileged";
    } else if (isRoot) {
        missing.remedy = "collect again as root";
    } else {
        missing.remedy =
            fmt::format("{} ALL=(root) NOPASSWD: /bin/sh -s", host.user ? *host.user : std::string("USER"));
        missing.isSudoersLine = true;
    }
    return missing;
}

void addRootFacts(const Context &context, std::vector<Missing> &missing) {
    for (const RootFact &fact : kRootFacts)
        if (fact.missing(context))
            missing.push_back(missingForRoot(context, fact));
}

void addTools(const Context &context, std::vector<Missing> &missing) {
    if (!context.hasPart(Part::Tools))
        return; // not asked yet
    for (const Tool &tool : kTools)
        if (context.driverBound(tool.driver) && !context.has(tool.section))
            missing.push_back(
                {std::string(tool.what),
                 fmt::format("{} drives devices here, but {} is not installed", tool.driver, tool.tool),
                 fmt::format("install {}", tool.package), std::string(tool.tool)});
}

// A tool that exists but failed: "nvidia-smi topo -m ended with status 9: No devices were found".
void addFailedTool(const Section &section, std::vector<Missing> &missing) {
    constexpr int kTimeout = 124; // timeout(1)
    const auto &meta = section.meta();
    const std::string bytes = section.bytes();
    std::string_view rest = bytes;
    const std::string firstLine = shown(trimmed(takeUntil(rest, '\n')), 200);
    const std::string command = shown(meta.origin, 200);
    missing.push_back({fmt::format("output of '{}'", command),
                       *meta.exitStatus == kTimeout
                           ? std::string("it timed out")
                           : fmt::format("it exited with status {}: {}", *meta.exitStatus, firstLine),
                       fmt::format("run '{}' on the host to see why", command)});
}

void addDamaged(const Section &section, std::vector<Missing> &missing) {
    const auto &meta = section.meta();
    std::string why = shown(meta.damageText, 300);
    if (why.empty())
        why = std::string(toString(meta.damage));
    missing.push_back({fmt::format("{} of {} ({})", meta.damage == Damage::Corrupt ? "all" : "the rest",
                                   shown(meta.name, 64), shown(meta.origin, 200)),
                       std::move(why),
                       meta.damage == Damage::Stuck
                           ? "check that device (dmesg, lspci -vvv), then collect again"
                           : "collect again"});
}

/// Tools whose failure is reported if there is hardware for them. To add one, add a row.
struct ReportedTool {
    std::string_view sections; ///< the beginning of their names
    bool (*matters)(const Context &);
};
constexpr ReportedTool kReportedTools[] = {
    {"tool-nvidia-smi",
     [](const Context &c) {
         return c.driverBound("nvidia");
     }},
    {"tool-amd-smi",
     [](const Context &c) {
         return c.driverBound("amdgpu");
     }},
    {"tool-rocm-smi",
     [](const Context &c) {
         return c.driverBound("amdgpu");
     }},
    {"tool-rdma",
     [](const Context &c) {
         return !c.host.rdmaDevices.empty();
     }},
    {"tool-ib",
     [](const Context &c) {
         return !c.host.rdmaDevices.empty();
     }},
    {"tool-virsh",
     [](const Context &c) {
         return !c.host.vms.empty();
     }},
    {"tool-ch-remote",
     [](const Context &c) {
         return !c.host.vms.empty();
     }},
};

bool isFailedTool(const Section &section, const Context &context) {
    const auto &meta = section.meta();
    if (!meta.exitStatus || *meta.exitStatus == 0)
        return false;
    return std::any_of(std::begin(kReportedTools), std::end(kReportedTools), [&](const ReportedTool &row) {
        return meta.name.substr(0, row.sections.size()) == row.sections && row.matters(context);
    });
}

} // namespace

std::vector<Missing> missingFacts(const Capture &capture, const Host &host, const HostBuilder::Notes &notes) {
    const Context context{capture, host, notes};
    std::vector<Missing> missing;
    addRootFacts(context, missing);
    addTools(context, missing);
    constexpr std::size_t kMost = 256;
    for (const Section &section : capture.sections) {
        if (missing.size() >= kMost)
            break;
        if (section.meta().damage != Damage::None)
            addDamaged(section, missing);
        else if (isFailedTool(section, context))
            addFailedTool(section, missing);
    }
    return missing;
}

} // namespace fabricscope::formats
