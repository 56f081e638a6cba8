// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/capture/Wrapping.h"
#include "core/fleet/Parts.h"

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::fleet {

namespace {

using host::Host;

/// Arguments of the command line that affect how devices are reached; all others are notes. To add one, add a
/// line.
constexpr std::string_view kRelevantArguments[] = {
    "iommu",
    "intel_iommu",
    "amd_iommu",
    "pci",
    "pcie_",
    "vfio",
    "nvidia",
    "amdgpu",
    "mlx",
    "ib_",
    "rdma",
    "nosmt",
    "mitigations",
    "isolcpus",
    "numa",
    "hugepages",
    "hugepagesz",
    "default_hugepagesz",
    "kvm",
    "module_blacklist",
    "modprobe.blacklist",
    "mem",
};

Severity severityOfArgument(std::string_view word) {
    const bool isRelevant = std::any_of(std::begin(kRelevantArguments), std::end(kRelevantArguments),
                                        [&](std::string_view known) { return word.starts_with(known); });
    return isRelevant ? Severity::Warning : Severity::Note;
}

/// A named thing with a value, which may be present or absent.
struct Entry {
    std::string value;
    host::EvidenceRef evidence;
};
using Entries = std::map<std::string, Entry>;

/// How a list is reported; to add a list, add one of these.
struct ListRow {
    std::string_view rule; ///< prefix of ".added", ".removed" and ".changed"
    Category category;
    std::string_view subject; ///< before the name: "module "
    std::string_view added;   ///< {} is the value
    std::string_view removed; ///< likewise
    std::string_view changed; ///< {0} before, {1} after
    Severity (*judge)(std::string_view name);
};

/// Modules that GPUs and NICs need to work together; all others are notes. To add one, add a line.
constexpr std::string_view kRelevantModules[] = {
    "nvidia", "gdrdrv", "amdgpu", "amdkfd", "mlx",  "ib_",  "rdma",
    "ionic",  "bnxt",   "irdma",  "efa",    "vfio", "nvme", "iommufd",
};

Severity severityOfModule(std::string_view module) {
    const bool isRelevant = std::any_of(std::begin(kRelevantModules), std::end(kRelevantModules),
                                        [&](std::string_view known) { return module.starts_with(known); });
    return isRelevant ? Severity::Warning : Severity::Note;
}

Severity warning(std::string_view) {
    return Severity::Warning;
}

constexpr ListRow kArguments = {"kernel.command_line", Category::Kernel, "kernel command line", "{} is new",
                                "{} is gone",          "{1} (was {0})",  severityOfArgument};
constexpr ListRow kModules = {
    "driver.module", Category::Driver, "module ", "is loaded", "is no longer loaded", "", severityOfModule};
constexpr ListRow kVersions = {"driver.version",        Category::Driver, "module ", "", "",
                               "version {1} (was {0})", warning};
constexpr ListRow kParameters = {
    "setting.module_parameter", Category::Setting, "module parameter ", "", "", "{1} (was {0})", warning};
constexpr ListRow kLimits = {"setting.limit", Category::Setting, "limit ", "", "", "{1} (was {0})", warning};
constexpr ListRow kNccl = {"setting.nccl", Category::Setting,           "",
                           "is set to {}", "is no longer set (was {})", "{1} (was {0})",
                           warning};
constexpr ListRow kFiles = {"setting.nccl_file", Category::Setting,     "NCCL file ", "is present",
                            "is gone",           "its content differs", warning};

void add(const Work &work, const ListRow &row, const std::string &name, const Entry *before,
         const Entry *after) {
    const std::string_view ending = before == nullptr ? ".added" : after == nullptr ? ".removed" : ".changed";
    const std::string_view sentence = before == nullptr  ? row.added
                                      : after == nullptr ? row.removed
                                                         : row.changed;
    if (sentence.empty())
        return;
    const Change change = before == nullptr  ? Change::Added
                          : after == nullptr ? Change::Removed
                                             : Change::Changed;
    const auto end = [](const Entry *entry) {
        return entry == nullptr ? End{} : End{entry->value, std::nullopt, entry->evidence};
    };
    const std::string left = before == nullptr ? (after->value) : before->value;
    const bool oneSubject = !row.subject.empty() && row.subject.back() != ' ';
    work.collector.add({fmt::format("{}{}", row.rule, ending),
                        row.category,
                        change,
                        row.judge(name),
                        oneSubject ? std::string(row.subject) : fmt::format("{}{}", row.subject, name),
                        fmt::format(fmt::runtime(sentence), left, after == nullptr ? "" : after->value),
                        end(before),
                        end(after),
                        {}});
}

/// Entries of one side only, and entries of both sides with different values.
void compareLists(const Work &work, const ListRow &row, const Entries &before, const Entries &after) {
    for (const auto &[name, entry] : before) {
        const auto other = after.find(name);
        if (other == after.end())
            add(work, row, name, &entry, nullptr);
        else if (other->second.value != entry.value)
            add(work, row, name, &entry, &other->second);
    }
    for (const auto &[name, entry] : after)
        if (!before.contains(name))
            add(work, row, name, nullptr, &entry);
}

/// "iommu=pt" by name; an argument that occurs several times is its own name.
Entries argumentsOf(const host::Fact<std::string> &line) {
    std::map<std::string, std::vector<std::string>> byName;
    for (std::string_view rest = *line; !rest.empty();) {
        const std::string word = clean(takeUntil(rest, ' '));
        if (!word.empty())
            byName[word.substr(0, word.find('='))].push_back(word);
    }
    Entries entries;
    for (const auto &[name, words] : byName)
        for (const std::string &word : words)
            entries.insert_or_assign(words.size() == 1 ? name : word, Entry{word, line.evidence()});
    return entries;
}

/// An argument that occurs once on one side and several times on the other has a different name on each.
void compareKernelArguments(const Work &work) {
    const auto &before = work.before.host().commandLine;
    const auto &after = work.after.host().commandLine;
    if (before.known() != after.known())
        return work.collector.addUnknown("kernel.command_line", Category::Kernel, "kernel command line",
                                         !before.known(), {});
    if (before && before != after) {
        Entries left = argumentsOf(before);
        Entries right = argumentsOf(after);
        const auto valuesOf = [](const Entries &entries) {
            std::set<std::string> values;
            for (const auto &[name, entry] : entries)
                values.insert(entry.value);
            return values;
        };
        const auto inBefore = valuesOf(left);
        const auto inAfter = valuesOf(right);
        std::erase_if(left, [&](const auto &entry) { return inAfter.contains(entry.second.value); });
        std::erase_if(right, [&](const auto &entry) { return inBefore.contains(entry.second.value); });
        compareLists(work, kArguments, left, right);
    }
}

constexpr std::string_view kVersion = "version";

void compareModules(const Work &work) {
    const auto &before = work.before.host().modules;
    const auto &after = work.after.host().modules;
    if (before.empty() != after.empty())
        return work.collector.addUnknown("driver.module", Category::Driver, "modules", before.empty(), {});
    Entries left;
    Entries right;
    const auto list = [](const auto &modules, Entries &entries) {
        for (const auto &[name, parameters] : modules)
            entries.emplace(clean(name), Entry{"loaded", {}});
    };
    list(before, left);
    list(after, right);
    compareLists(work, kModules, left, right);
    for (const auto &[module, parameters] : before) {
        const auto other = after.find(module);
        if (other == after.end())
            continue;
        for (const auto &[name, fact] : parameters) {
            const auto now = other->second.find(name);
            // A missing parameter may be one that is not visible to this user or in this version.
            const bool known = now != other->second.end() && now->second.known();
            if (known != fact.known()) {
                work.collector.addUnknown("setting.module_parameter", Category::Setting, "module parameter",
                                          !fact.known(), clean(module + "." + name));
            } else if (known && *now->second != *fact) {
                const Entry old{clean(*fact), fact.evidence()};
                const Entry current{clean(*now->second), now->second.evidence()};
                if (name == kVersion)
                    add(work, kVersions, clean(module), &old, &current);
                else
                    add(work, kParameters, clean(module + "." + name), &old, &current);
            }
        }
        for (const auto &[name, fact] : other->second)
            if (!parameters.contains(name) && fact)
                work.collector.addUnknown("setting.module_parameter", Category::Setting, "module parameter",
                                          true, clean(module + "." + name));
    }
}

void compareLimits(const Work &work) {
    const auto &before = work.before.host().limits;
    const auto &after = work.after.host().limits;
    for (const auto &[name, fact] : before) {
        const auto now = after.find(name);
        if (now == after.end() || now->second.known() != fact.known()) {
            work.collector.addUnknown("setting.limit", Category::Setting, "user limits", !fact.known(),
                                      clean(name));
        } else if (fact && *fact != *now->second) {
            const Entry old{clean(*fact), fact.evidence()};
            const Entry current{clean(*now->second), now->second.evidence()};
            add(work, kLimits, clean(name), &old, &current);
        }
    }
    for (const auto &[name, fact] : after)
        if (!before.contains(name))
            work.collector.addUnknown("setting.limit", Category::Setting, "user limits", true, clean(name));
}

Entries settingsOf(const HostView &view) {
    Entries entries;
    for (const host::NcclSetting &setting : view.host().ncclSettings)
        if (setting.value) // the last setting counts
            entries.insert_or_assign(fmt::format("{} in {}", clean(setting.name), clean(setting.source)),
                                     Entry{clean(*setting.value), setting.value.evidence()});
    return entries;
}

void compareSettings(const Work &work) {
    const Entries before = settingsOf(work.before);
    const Entries after = settingsOf(work.after);
    const bool readBefore = !before.empty() || work.before.looked("nccl-conf");
    const bool readAfter = !after.empty() || work.after.looked("nccl-conf");
    if (readBefore != readAfter)
        return work.collector.addUnknown("setting.nccl", Category::Setting, "NCCL settings", !readBefore, {});
    compareLists(work, kNccl, before, after);
}

/// The text of the files is in the capture; without one only their presence is compared.
std::map<std::string, std::pair<std::string, Entry>> filesOf(const HostView &view) {
    std::map<std::string, std::pair<std::string, Entry>> files; // text, and the reported entry
    for (const host::NcclFile &file : view.host().ncclFiles) {
        std::string text;
        if (view.capture() != nullptr && file.text.exists() &&
            file.text.section < view.capture()->sections.size())
            text = capture::unwrappedBytes(view.capture()->sections[file.text.section]);
        Entry entry{fmt::format("{} bytes", text.size()), file.text};
        files.insert_or_assign(clean(file.path), std::pair(std::move(text), std::move(entry)));
    }
    return files;
}

void compareFiles(const Work &work) {
    const auto before = filesOf(work.before);
    const auto after = filesOf(work.after);
    const bool withText = work.before.capture() != nullptr && work.after.capture() != nullptr;
    for (const auto &[name, file] : before) {
        const auto now = after.find(name);
        if (now == after.end())
            add(work, kFiles, name, &file.second, nullptr);
        else if (withText && now->second.first != file.first)
            add(work, kFiles, name, &file.second, &now->second.second);
    }
    for (const auto &[name, file] : after)
        if (!before.contains(name))
            add(work, kFiles, name, nullptr, &file.second);
}

} // namespace

void compareSoftware(const Work &work) {
    compareKernelArguments(work);
    compareModules(work);
    compareLimits(work);
    compareSettings(work);
    compareFiles(work);
}

} // namespace fabricscope::fleet
