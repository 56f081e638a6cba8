// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/verify/Verify.h"

#include "core/affinity/Assignment.h"
#include "core/base/HostText.h"
#include "core/hostvm/verify/Consequences.h"
#include "core/hostvm/verify/FatalFaults.h"
#include "core/hostvm/verify/FileChecks.h"
#include "core/hostvm/verify/RowChecks.h"
#include "core/nccl/file/UnifiedDiff.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace fabricscope::hostvm {

namespace {

using nccl::XmlNode;
using nccl::XmlTree;

constexpr std::size_t kMaxFindings = 256;
constexpr std::size_t kMaxTrials = 64; ///< findings whose edits are tried with the library
constexpr std::size_t kMaxEdits = 128; ///< edits to correct the whole file

/// The results for one version of the text.
struct Checked {
    std::vector<FileFinding> findings;
    XmlTree tree;
    nccl::Merged merged;
    nccl::Decisions decisions;
    affinity::Fabric fabric; ///< joined with the library's
};

class Verifier {
public:
    Verifier(std::string_view text, const GuestOnHost &guest, const VerifyOptions &options)
        : m_text(text)
        , m_guest(guest)
        , m_options(options)
        , m_decided(nccl::decideFor(guest.guest.host(), guest.guest, options.library, {}))
        , m_fabric(guestFabric(guest, host::gpuTable(guest.guest.host())))
        , m_ideal(affinity::idealNics(m_fabric)) {
        m_result.version = m_decided.options.version;
        m_result.library = m_decided.library;
        m_result.settings = settingsFor(m_decided, options.path);
    }

    Verification run() {
        const Readable read = readable(m_text, *m_result.version);
        m_result.findings = read.faults;
        if (!read.tree) {
            m_result.decisions.library = m_result.version;
            m_result.decisions.error = errorOf(m_text);
            judge({});
            finish(read.text);
            return std::move(m_result);
        }
        Checked checked = check(read.text);
        addConsequences(checked, read.text);
        m_result.findings.insert(m_result.findings.end(), checked.findings.begin(), checked.findings.end());
        decideEffect(read, checked);
        m_result.decisions = checked.decisions;
        if (!read.faults.empty())
            m_result.decisions.error = errorOf(m_text);
        judge(std::move(checked));
        finish(read.text);
        return std::move(m_result);
    }

private:
    [[nodiscard]] std::optional<nccl::FileError> errorOf(std::string_view text) const {
        const auto tree = nccl::readXml(text, *m_result.version);
        return tree ? std::nullopt : std::optional(tree.error());
    }

    /// Checks a text that the library can read.
    [[nodiscard]] Checked check(std::string_view text) const {
        Checked checked;
        checked.tree = *nccl::readXml(text, *m_result.version);
        checked.merged = nccl::merge(checked.tree, m_decided.machine, m_decided.options);
        checked.fabric = m_fabric;
        if (checked.merged.error) {
            checked.decisions.error = checked.merged.error;
            checked.decisions.library = m_result.version;
        } else {
            checked.decisions = nccl::decide(checked.merged.tree, m_decided.options);
        }
        if (checked.decisions.error)
            checked.findings.push_back(withEdit(refusal(*checked.decisions.error), checked, text));
        affinity::joinLibrary(checked.fabric, checked.decisions);
        const CheckInputs inputs{
            text,           checked.tree, m_decided.machine, checked.merged, m_decided.options, m_guest,
            checked.fabric, m_ideal};
        for (auto *find : {entryFindings, linkFindings, pairFindings}) {
            auto found = find(inputs);
            checked.findings.insert(checked.findings.end(), found.begin(), found.end());
        }
        if (gdrIsOneSettingAway()) // reported once, with the setting
            std::erase_if(checked.findings,
                          [](const FileFinding &one) { return codeOf(one) == "net_gdr_forced"; });
        if (checked.findings.size() > kMaxFindings)
            checked.findings.resize(kMaxFindings);
        return checked;
    }

    [[nodiscard]] bool gdrIsOneSettingAway() const {
        return std::any_of(m_result.settings.begin(), m_result.settings.end(), isDmaBuf);
    }
    static bool isDmaBuf(const Setting &setting) {
        return setting.variable == nccl::nameOf(nccl::Variable::DmaBufEnable) && !setting.done;
    }

    /// Adds the attribute that the library lacks, if guest or host report its value.
    [[nodiscard]] FileFinding withEdit(FileFinding finding, const Checked &checked,
                                       std::string_view text) const {
        const auto node =
            std::find_if(checked.tree.nodes.begin(), checked.tree.nodes.end(), [&](const XmlNode &one) {
                return one.line > 0 && one.line == finding.finding.place.line;
            });
        if (codeOf(finding) != "missing_attribute" || node == checked.tree.nodes.end())
            return finding;
        const nccl::Machine &machine = m_decided.machine;
        const auto number = [](const std::optional<int> &value) {
            return value ? std::to_string(*value) : std::string();
        };
        const std::pair<std::string_view, std::string> known[] = {
            {"class", node->name == "pci" && !node->children.empty() ? "0x060400" : ""},
            {"arch", machine.arch},
            {"vendor", node->name == "cpu" ? machine.cpuVendor : std::string()},
            {"familyid", number(machine.cpuFamily)},
            {"modelid", number(machine.cpuModel)}};
        finding.finding.place.address = shownValue(node->value("busid").value_or(""));
        const std::string *what = finding.finding.argument("what");
        const TextEditor editor(text, *m_result.version);
        for (const auto &[attribute, value] : known)
            if (!value.empty() && what != nullptr &&
                what->find(fmt::format("Attribute {} of", attribute)) != std::string::npos)
                finding.edit = editor.set(*node, attribute, value);
        return finding;
    }

    /// The cost of each problem: the difference to the library's decision without it. If other problems hide
    /// that, the decision with this problem alone.
    void addConsequences(Checked &checked, const std::string &text) {
        const Consequences consequences(m_fabric, m_ideal, m_decided.machine, m_decided.options);
        const Outcome written = consequences.of(checked.decisions);
        std::size_t tried = 0;
        for (FileFinding &finding : checked.findings) {
            if (finding.edit.isEmpty())
                continue;
            const std::string edited = finding.edit.applied(text);
            const ChangedLines changed = changedLines(text, edited);
            finding.correctedLine = changed.line;
            finding.corrected = HostText(changed.text).plain(8192);
            if (++tried > kMaxTrials)
                continue;
            const Outcome without = consequences.of(edited);
            weigh(finding, written, without);
            if (const std::string costs = consequences.difference(written, without); !costs.empty())
                finding.finding.set("effect",
                                    fmt::format("{}, because {}", costs, findings::title(finding.finding)));
        }
    }

    /// Which GPUs it explains; that it costs one its NIC is an error.
    void weigh(FileFinding &finding, const Outcome &written, const Outcome &without) {
        if (finding.finding.severity < Severity::Warning)
            return;
        for (std::size_t gpu = 0; gpu < std::min(written.gpus.size(), without.gpus.size()); ++gpu) {
            if (written.gpus[gpu] == without.gpus[gpu])
                continue;
            m_explained.insert(gpu);
            if (written.gpus[gpu].picked.empty() && !without.gpus[gpu].picked.empty())
                finding.finding.severity = Severity::Error;
        }
    }

    /// Searches like the library: by the text of an address, or by a NIC's name.
    [[nodiscard]] bool findsAny(const Checked &checked) const {
        const auto &nets = checked.merged.nets;
        return std::any_of(checked.tree.nodes.begin(), checked.tree.nodes.end(), [&](const XmlNode &node) {
            const std::string busId(node.value("busid").value_or(""));
            if (node.name == "pci")
                return m_decided.machine.isGpu(busId) ||
                       std::any_of(nets.begin(), nets.end(), [&](const nccl::PluginNet &net) {
                           return net.isPci && net.lookup == busId;
                       });
            return node.name == "net" &&
                   std::any_of(nets.begin(), nets.end(), [&](const nccl::PluginNet &net) {
                       return node.value("name") == std::string_view(net.name);
                   });
        });
    }

    void decideEffect(const Readable &read, const Checked &checked) {
        if (!read.faults.empty() || checked.decisions.error) {
            m_result.effectiveWhy = "the library refuses the file, and no communicator is created";
        } else if (checked.tree.system() < 0) {
            m_result.effectiveWhy = "it has no <system>: the library continues without the file";
        } else if (!findsAny(checked)) {
            m_result.effectiveWhy = "the library finds no guest GPU or NIC in it (no error)";
        } else {
            m_result.effective = true;
            m_result.effectiveWhy = "the library reads it and finds guest devices in it";
        }
    }

    void judge(Checked checked) {
        affinity::Inputs inputs;
        inputs.fileName = HostText(m_options.path).plain(256);
        inputs.nodes = m_decided.options.nodes;
        const host::Host &host = m_guest.guest.host();
        inputs.hostName = HostText(host.hostname.valueOr(host.id.target)).plain(128);
        inputs.library = &m_result.decisions;
        if (checked.fabric.gpus.empty())
            checked.fabric = m_fabric;
        inputs.file = affinity::claimedPairs(checked.tree, checked.fabric);
        m_result.source = checked.fabric.source;
        m_result.judgement = affinity::judge(std::move(checked.fabric), inputs);
    }

    void finish(const std::string &readableText) {
        if (m_result.effectiveWhy.empty())
            m_result.effectiveWhy = "the library refuses the file, and no communicator is created";
        addSettings();
        addHost();
        for (FileFinding &row :
             rowFindings(m_result.judgement, m_result.decisions, m_guest.guestMapping, m_explained))
            m_result.findings.push_back(std::move(row));
        std::stable_sort(m_result.findings.begin(), m_result.findings.end(),
                         [](const FileFinding &a, const FileFinding &b) {
                             constexpr std::uint64_t kLast = 0xFFFFFFFF;
                             const auto place = [](const FileFinding &one) {
                                 const std::uint64_t line = one.finding.place.line;
                                 return line == 0 ? kLast : line;
                             };
                             return place(a) < place(b);
                         });
        correct(readableText);
    }

    /// Adds a finding that is not about a line.
    findings::Finding &add(std::string_view name) {
        return m_result.findings.emplace_back(fileFinding(name, 0)).finding;
    }

    void addSettings() {
        using nccl::Variable;
        const nccl::Environment &environment = m_decided.options.environment;
        const auto named = environment.text(Variable::TopoFile);
        if (!named)
            add("not_named");
        else if (m_options.installed && *m_options.installed != m_text)
            add("other_file_named").set("path", HostText(*named).plain(256));
        const auto graph = environment.all().find("NCCL_GRAPH_FILE");
        if (graph != environment.all().end())
            add("graph_file").set("path", HostText(graph->second).plain(256));
        for (const Setting &setting : m_result.settings)
            if (isDmaBuf(setting))
                add("dmabuf_unset").set("why", setting.why);
    }

    void addHost() {
        if (m_fabric.guest && m_guest.guestMapping.matches.empty()) {
            findings::Finding &noHost = add("no_host");
            if (m_guest.onHost != nullptr)
                noHost.set("host");
        }
        for (const findings::Finding &ofHost : m_result.judgement.findings)
            if (ofHost.rule != "library.bootstrap") {
                findings::Finding &added = add("host_trouble");
                added.severity = std::min(ofHost.severity, Severity::Warning);
                added.set("what", findings::titleWithCost(ofHost));
                added.set("steps", fmt::format("{}", fmt::join(findings::steps(ofHost), "; ")));
            }
    }

    /// Applies the edits one after another, since each moves the positions of the next. If there are errors
    /// or warnings, edits of notes are omitted, since they would hide the important changes.
    void correct(std::string text) {
        const bool onlyNotes =
            std::none_of(m_result.findings.begin(), m_result.findings.end(), [](const FileFinding &one) {
                return one.finding.severity > Severity::Note && !one.edit.isEmpty();
            });
        for (std::size_t round = 0; round < kMaxEdits; ++round) {
            if (!nccl::readXml(text, *m_result.version))
                return;
            const Checked checked = check(text);
            std::string next;
            for (const FileFinding &finding : checked.findings)
                if ((onlyNotes || finding.finding.severity > Severity::Note) && !finding.edit.isEmpty() &&
                    (next = finding.edit.applied(text)) != text)
                    break;
            if (next.empty() || next == text)
                break;
            text = std::move(next);
        }
        if (text == m_text)
            return;
        m_result.corrected = std::move(text);
        m_result.diff = nccl::unifiedDiff(m_text, m_result.corrected, m_options.path);
    }

    std::string_view m_text;
    const GuestOnHost &m_guest;
    const VerifyOptions &m_options;
    nccl::HostDecisions m_decided; ///< of the guest without the file: its machine and environment
    affinity::Fabric m_fabric;
    std::vector<std::vector<std::size_t>> m_ideal;
    std::set<std::size_t> m_explained; ///< GPUs that a finding has an effect on
    Verification m_result;
};

std::string counted(std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

} // namespace

std::size_t Verification::count(Severity severity) const {
    return static_cast<std::size_t>(
        std::count_if(findings.begin(), findings.end(),
                      [&](const FileFinding &one) { return one.finding.severity == severity; }));
}

std::optional<Severity> Verification::worst() const {
    std::optional<Severity> worst;
    for (const FileFinding &finding : findings)
        worst = std::max(worst.value_or(finding.finding.severity), finding.finding.severity);
    return worst;
}

std::string Verification::sentence() const {
    const std::string effect =
        effective ? fmt::format("{} loads this file",
                                version && version->flavor == nccl::Flavor::Rccl ? "RCCL" : "NCCL")
                  : "the file has no effect: " + effectiveWhy;
    const std::size_t errors = count(Severity::Error), warnings = count(Severity::Warning);
    if (errors + warnings == 0)
        return fmt::format("No findings; {}.", effect);
    return fmt::format("{}{}{}; {}.", errors > 0 ? counted(errors, "error") : "",
                       errors > 0 && warnings > 0 ? " and " : "",
                       warnings > 0 ? counted(warnings, "warning") : "", effect);
}

Verification verify(std::string_view text, const GuestOnHost &guest, const VerifyOptions &options) {
    return Verifier(text, guest, options).run();
}

} // namespace fabricscope::hostvm
