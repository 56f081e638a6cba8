// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/VerdictText.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::affinity {

namespace {

/// "on vm-02a", or nothing.
std::string onHost(const Inputs &inputs) {
    return inputs.hostName.empty() ? std::string() : " on " + inputs.hostName;
}

class VerdictBuilder {
public:
    VerdictBuilder(const Judgement &judgement, const Inputs &inputs)
        : m_judgement(judgement), m_fabric(judgement.fabric), m_inputs(inputs) {
        for (const Pair &pair : judgement.pairs)
            if (judgement.isLeading(pair))
                m_pairs.push_back(&pair);
        m_leading = m_pairs.size();
        // The file's claims count only if the library cannot see the file.
        for (const Pair &pair : judgement.pairs)
            if (pair.basis == Basis::File && !judgement.isLeading(pair) && pair.mispaired &&
                !hasMispaired(pair.gpu))
                m_pairs.push_back(&pair);
        for (std::size_t nic = 0; nic < m_fabric.nics.size(); ++nic)
            if (m_fabric.nics[nic].isCandidate())
                m_candidates.push_back(nic);
    }

    Verdict verdict() {
        using Try = bool (VerdictBuilder::*)();
        static constexpr Try kTries[] = {
            &VerdictBuilder::nothing,     &VerdictBuilder::failing,    &VerdictBuilder::mispaired,
            &VerdictBuilder::nearestDown, &VerdictBuilder::shared,     &VerdictBuilder::swapped,
            &VerdictBuilder::acrossNodes, &VerdictBuilder::withoutGdr, &VerdictBuilder::onlyNic,
            &VerdictBuilder::unknown,     &VerdictBuilder::farUnknown, &VerdictBuilder::fine};
        for (const Try attempt : kTries)
            if ((this->*attempt)())
                break;
        if (!setSingleHostVerdict(m_judgement, m_inputs, m_verdict))
            addFindings(m_judgement, m_verdict);
        return std::move(m_verdict);
    }

private:
    [[nodiscard]] bool hasMispaired(std::size_t gpu) const {
        return std::any_of(m_pairs.begin(), m_pairs.end(),
                           [&](const Pair *pair) { return pair->gpu == gpu && pair->mispaired; });
    }

    [[nodiscard]] std::vector<const Pair *> of(Kind kind) const {
        std::vector<const Pair *> found;
        for (const Pair *pair : m_pairs)
            if (pair->kind == kind)
                found.push_back(pair);
        return found;
    }

    static std::size_t gpusOf(const std::vector<const Pair *> &pairs) {
        std::set<std::size_t> gpus;
        for (const Pair *pair : pairs)
            gpus.insert(pair->gpu);
        return gpus.size();
    }

    /// "2 of 8 GPUs"
    [[nodiscard]] std::string share(std::size_t gpus) const {
        return fmt::format("{} of {}", gpus, plural(m_fabric.gpus.size(), "GPU", "GPUs"));
    }

    /// Fixes of all pairs, each line once.
    void addFixes(const std::vector<const Pair *> &pairs) {
        constexpr std::size_t kMost = 6;
        std::vector<std::string> last;
        for (const Pair *pair : pairs)
            for (std::size_t i = 0; i < pair->fix.size(); ++i) {
                auto &to = i + 1 == pair->fix.size() && pair->fix.size() > 1 ? last : m_verdict.fix;
                if (to.size() < kMost && std::find(to.begin(), to.end(), pair->fix[i]) == to.end())
                    to.push_back(pair->fix[i]);
            }
        m_verdict.fix.insert(m_verdict.fix.end(), last.begin(), last.end());
    }

    void addReasons(const std::vector<const Pair *> &pairs) {
        constexpr std::size_t kMost = 2;
        for (std::size_t i = 0; i < std::min(pairs.size(), kMost); ++i)
            m_verdict.why += (i == 0 ? "" : " ") + pairs[i]->reason;
    }

    void setVerdict(std::optional<Severity> severity, std::string sentence) {
        m_verdict.severity = severity;
        m_verdict.sentence = std::move(sentence);
    }

    bool nothing() {
        if (!m_fabric.gpus.empty() && !m_candidates.empty())
            return false;
        if (failing())
            return true;
        if (m_fabric.gpus.empty() && !m_fabric.gpusListed)
            notRead("GPUs were not read.", "The text lists no PCI devices.");
        else if (m_fabric.gpus.empty())
            setVerdict(std::nullopt, "No GPU here: nothing to pair.");
        else if (m_fabric.nics.empty() && !m_fabric.unplacedNics.empty())
            notRead(fmt::format("{}; the PCIe paths to {} were not read.",
                                plural(m_fabric.gpus.size(), "GPU", "GPUs"),
                                listed(m_fabric.unplacedNics, kMostListedNics)),
                    "The text names NICs, but not the bridges above them.");
        else if (!m_fabric.nicsListed)
            notRead(fmt::format("{}; NICs were not read.", plural(m_fabric.gpus.size(), "GPU", "GPUs")),
                    "The text lists only GPUs.");
        else
            setVerdict(Severity::Note,
                       fmt::format("{}, and no {}.", plural(m_fabric.gpus.size(), "GPU", "GPUs"), missing()));
        return true;
    }

    void notRead(std::string sentence, std::string why) {
        m_verdict.conclusive = false;
        setVerdict(std::nullopt, std::move(sentence));
        m_verdict.why = std::move(why);
        m_verdict.fix = {"Add the output of lspci -vvv of the whole host, or capture it"};
    }

    /// "NIC to pair with", or why those that are there do not count.
    [[nodiscard]] std::string missing() const {
        if (const auto &held = m_fabric.nicsOfVms; !held.empty())
            return fmt::format("NIC to pair with: {} {} passed through to VMs", listed(held, kMostListedNics),
                               held.size() == 1 ? "is" : "are");
        std::vector<std::string> frontEnds;
        for (const Nic &nic : m_fabric.nics)
            if (nic.frontEnd)
                frontEnds.push_back(nic.name);
        return frontEnds.empty() ? std::string("NIC to pair with")
                                 : fmt::format("fabric NIC: {} {} for management, storage or internet",
                                               listed(frontEnds), frontEnds.size() == 1 ? "is" : "are");
    }

    bool failing() {
        if (!m_inputs.library || !m_inputs.library->error)
            return false;
        if (m_inputs.withoutClass > 0)
            return dependsOnMachine();
        const nccl::FileError &error = *m_inputs.library->error;
        const std::string where = error.line > 0 ? fmt::format("{}, line {}, column {}: ", fileName(m_inputs),
                                                               error.line, error.column)
                                                 : std::string();
        setVerdict(Severity::Error, fmt::format("{} will fail{}: {}{}.", libraryName(m_inputs.library),
                                                onHost(m_inputs), where, error.what));
        m_verdict.why = error.consequence;
        m_verdict.fix = nccl::fixesOf(error);
        return true;
    }

    /// Clouds ship files with only bus ids, which are right on the machines they were made for.
    bool dependsOnMachine() {
        m_verdict.conclusive = false;
        setVerdict(Severity::Note,
                   fmt::format("{} omits device types ({}); the library detects them.", fileName(m_inputs),
                               plural(m_inputs.withoutClass, "device", "devices")));
        m_verdict.why = "Such a file can only be checked with its machine.";
        m_verdict.fix = {"Capture the machine and check the file with it"};
        return true;
    }

    /// Whether the two of a swap are in each other's place in the file.
    [[nodiscard]] std::string swapPart(const std::vector<const Pair *> &pairs) const {
        std::vector<std::uint32_t> lines;
        for (const Pair *pair : pairs)
            for (const StatedPair &claim : m_inputs.file)
                if (claim.gpu == pair->gpu && claim.nic == pair->nic && claim.line > 0)
                    lines.push_back(claim.line);
        if (lines.size() != 2 || pairs.size() != 2)
            return {};
        const auto takes = [](const Pair &pair, const Pair &other) {
            return !pair.idealNics.empty() && pair.idealNics.front() == *other.nic;
        };
        if (!takes(*pairs[0], *pairs[1]) || !takes(*pairs[1], *pairs[0]))
            return {};
        const Pair &first = *pairs[0];
        return fmt::format("{}{} swaps the two NICs (lines {}, {}): {} reaches {} at {} instead of "
                           "{} at {}{}.",
                           fileName(m_inputs), onHost(m_inputs), lines[0], lines[1],
                           m_fabric.gpus[first.gpu].name, m_fabric.nics[*first.nic].name,
                           toString(first.reach), m_fabric.nics[first.idealNics.front()].name,
                           toString(first.idealReach),
                           topology::isBelowSwitch(first.reach.word)
                               ? ""
                               : ", and its traffic leaves the switch and crosses the CPU");
    }

    bool mispaired() {
        std::vector<const Pair *> pairs;
        Severity worst = Severity::Warning;
        for (const Pair *pair : m_pairs)
            if (pair->mispaired) {
                pairs.push_back(pair);
                worst = std::max(worst, pair->severity.value_or(Severity::Warning));
            }
        if (pairs.empty())
            return false;
        const std::size_t gpus = gpusOf(pairs);
        const bool isOpen = std::all_of(pairs.begin(), pairs.end(),
                                        [&](const Pair *pair) { return mayBeOfModel(m_inputs, *pair); });
        setVerdict(worst, fmt::format("{} {} mispaired: {}.", share(gpus),
                                      isOpen      ? "may be"
                                      : gpus == 1 ? "is"
                                                  : "are",
                                      usesText(m_fabric, pairs)));
        m_verdict.conclusive = m_verdict.conclusive && !isOpen;
        m_verdict.why = swapPart(pairs);
        if (m_verdict.why.empty()) {
            addReasons(pairs);
            addFixes(pairs);
        } else {
            addFixes({pairs.front()}); // a swap is reported once
        }
        if (isOpen)
            m_verdict.why += fmt::format(" {} may use other NICs: its rings are not modelled.",
                                         libraryName(m_inputs.library));
        return true;
    }

    bool nearestDown() {
        const auto pairs = of(Kind::NearestDown);
        if (pairs.empty())
            return false;
        std::vector<std::string> parts;
        for (const Pair *pair : pairs)
            if (std::string part =
                    fmt::format("{} ({})", m_fabric.nics[*pair->downNic].name, m_fabric.gpus[pair->gpu].name);
                std::find(parts.begin(), parts.end(), part) == parts.end())
                parts.push_back(std::move(part));
        setVerdict(Severity::Warning,
                   fmt::format("The nearest NIC of {} is down: {}.", share(gpusOf(pairs)), listed(parts)));
        addReasons(pairs);
        addFixes(pairs);
        return true;
    }

    bool shared() {
        const auto pairs = of(Kind::SharedWhileIdle);
        if (pairs.empty())
            return false;
        const std::size_t gpus = gpusOf(pairs);
        setVerdict(Severity::Warning,
                   fmt::format("{} {} a NIC while an equally near one idles: {}.", share(gpus),
                               gpus == 1 ? "shares" : "share", usesText(m_fabric, pairs)));
        addReasons(pairs);
        addFixes(pairs);
        return true;
    }

    bool swapped() {
        const auto pairs = of(Kind::RailSwapped);
        if (pairs.empty())
            return false;
        setVerdict(Severity::Warning,
                   fmt::format("{} may be mispaired: {}.", share(gpusOf(pairs)), usesText(m_fabric, pairs)));
        m_verdict.conclusive = false;
        addReasons(pairs);
        addFixes(pairs);
        if (m_fabric.guest && m_fabric.source.empty())
            m_verdict.fix.insert(m_verdict.fix.begin(), "Capture the hypervisor and open it with this VM "
                                                        "(`show --host FILE`): it shows which is right");
        return true;
    }

    bool acrossNodes() {
        const auto pairs = of(Kind::CrossSocket);
        if (pairs.empty() || m_candidates.size() == 1)
            return false;
        const std::size_t gpus = gpusOf(pairs);
        const bool none = std::all_of(pairs.begin(), pairs.end(), [&](const Pair *pair) {
            return std::all_of(m_candidates.begin(), m_candidates.end(), [&](std::size_t nic) {
                return m_fabric.reach(pair->gpu, nic).word == PathWord::Sys;
            });
        });
        const bool one = gpus == 1;
        setVerdict(Severity::Warning,
                   none ? fmt::format("{} {} no NIC on {} own NUMA node: {}.", share(gpus),
                                      one ? "has" : "have", one ? "its" : "their", usesText(m_fabric, pairs))
                        : fmt::format("{} {} {} NIC across NUMA nodes: {}.", share(gpus),
                                      one ? "reaches" : "reach", one ? "its" : "their",
                                      usesText(m_fabric, pairs)));
        addReasons(pairs);
        addFixes(pairs);
        return true;
    }

    /// Of all kinds: a pair across NUMA nodes is staged too.
    [[nodiscard]] std::vector<const Pair *> staged() const {
        std::vector<const Pair *> found;
        for (const Pair *pair : m_pairs)
            if (pair->staged)
                found.push_back(pair);
        return found;
    }

    bool withoutGdr() {
        const auto pairs = staged();
        if (pairs.empty())
            return false;
        setVerdict(Severity::Warning, fmt::format("{} will bounce {} through host memory: no GPUDirect RDMA.",
                                                  libraryName(m_inputs.library), share(gpusOf(pairs))));
        m_verdict.sentence[0] = m_verdict.sentence[0] == 't' ? 'T' : m_verdict.sentence[0];
        m_verdict.conclusive = std::none_of(pairs.begin(), pairs.end(), [](const Pair *pair) {
            return pair->reach.word == PathWord::Unknown;
        });
        const auto onTheirNode = of(Kind::NoGdr); // these have the simpler fix
        const Pair *example = onTheirNode.empty() ? pairs.front() : onTheirNode.front();
        addReasons({example});
        addFixes({example});
        return true;
    }

    /// False where all NICs are passed through to VMs, and the GPU is not.
    [[nodiscard]] bool mayHaveNic(std::size_t gpu) const {
        return std::any_of(m_candidates.begin(), m_candidates.end(),
                           [&](std::size_t nic) { return m_fabric.reach(gpu, nic).why != kNicOfVm; });
    }

    /// Unknown distances. Never an error.
    bool unknown() {
        std::size_t known = 0;
        std::string_view why;
        for (std::size_t gpu = 0; gpu < m_fabric.gpus.size(); ++gpu) {
            known += m_judgement.ideal[gpu].empty() && mayHaveNic(gpu) ? 0 : 1;
            for (std::size_t nic = 0; nic < m_fabric.nics.size() && why.empty(); ++nic)
                if (m_judgement.ideal[gpu].empty() && m_fabric.nics[nic].isCandidate() &&
                    m_fabric.reach(gpu, nic).why != kNicOfVm)
                    why = m_fabric.reach(gpu, nic).why;
        }
        if (known == m_fabric.gpus.size())
            return false;
        m_verdict.conclusive = false;
        setVerdict(Severity::Note, known == 0
                                       ? fmt::format("GPU-NIC distances unknown{}.", onHost(m_inputs))
                                       : fmt::format("GPU-NIC distances known for {} of {} only.", known,
                                                     plural(m_fabric.gpus.size(), "GPU", "GPUs")));
        if (!why.empty())
            m_verdict.why = fmt::format("Reason: {}.", why);
        if (m_fabric.guest)
            m_verdict.fix = {"Capture the hypervisor and open it with this VM (`show --host FILE`): it shows "
                             "the physical topology"};
        return true;
    }

    /// Cloud machines often have one NIC for all their GPUs.
    bool onlyNic() {
        if (m_candidates.size() != 1 || m_fabric.gpus.size() < 2)
            return false;
        const std::size_t nic = m_candidates.front();
        for (std::size_t gpu = 0; gpu < m_fabric.gpus.size(); ++gpu)
            if (!mayHaveNic(gpu))
                return false;
        std::map<PathWord, std::size_t> words;
        for (std::size_t gpu = 0; gpu < m_fabric.gpus.size(); ++gpu)
            ++words[m_fabric.reach(gpu, nic).word];
        const PathWord worst = words.rbegin()->first;
        setVerdict(topology::isBelowSwitch(worst) ? std::nullopt : std::optional(Severity::Note),
                   fmt::format("{} GPUs share {}, the only NIC{}: nothing to choose.", m_fabric.gpus.size(),
                               m_fabric.nics[nic].name, m_fabric.claimOnly ? " in this file" : ""));
        std::vector<std::string> parts;
        for (const auto &[word, gpus] : words)
            parts.push_back(word == PathWord::Unknown ? fmt::format("{} at unknown distance", gpus)
                                                      : fmt::format("{} reach{} it at {}", gpus,
                                                                    gpus == 1 ? "es" : "", toString(word)));
        m_verdict.why = fmt::format("{}.", listed(parts));
        return true;
    }

    /// The nearest NIC is known, but not the distance of the one in use.
    bool farUnknown() {
        std::vector<const Pair *> pairs;
        for (const Pair *pair : m_pairs)
            if (pair->reach.word == PathWord::Unknown)
                pairs.push_back(pair);
        if (pairs.empty())
            return false;
        m_verdict.conclusive = false;
        const std::size_t gpus = gpusOf(pairs);
        setVerdict(Severity::Note, fmt::format("Unknown distance to the NIC that {} {}: {}.", share(gpus),
                                               gpus == 1 ? "uses" : "use", usesText(m_fabric, pairs)));
        addReasons({pairs.front()});
        addFixes({pairs.front()});
        return true;
    }

    /// The worst distance among the pairs that matter.
    bool fine() {
        PathWord worst = PathWord::Self;
        std::set<std::size_t> served, throughCpu;
        for (std::size_t i = 0; i < m_leading; ++i) {
            worst = std::max(worst, m_pairs[i]->reach.word);
            served.insert(m_pairs[i]->gpu);
            if (m_pairs[i]->reach.word > PathWord::Pxb)
                throughCpu.insert(m_pairs[i]->gpu);
        }
        const std::size_t all = m_fabric.gpus.size();
        const bool several = served.size() < all && served.size() > 1;
        const std::string who = served.size() < all
                                    ? fmt::format("{} {}", share(served.size()), several ? "have" : "has")
                                : all == 1 ? std::string("The GPU has")
                                           : fmt::format("Each of {} GPUs has", all);
        const std::string where = m_fabric.claimOnly ? " in this file" : "";
        const std::string_view own = several ? "their own switches" : "its own switch";
        std::string sentence;
        if (worst <= PathWord::Pix)
            sentence = fmt::format("{} a NIC below {}{}", who, own, where);
        else if (worst == PathWord::Pxb)
            sentence = fmt::format("{} a NIC reachable via switches only{}", who, where);
        else if (throughCpu.size() < served.size())
            sentence = fmt::format("{} the nearest NIC, {} of them through the CPU ({}){}", who,
                                   throughCpu.size(), toString(worst), where);
        else
            sentence =
                fmt::format("{} the nearest NIC, but through the CPU ({}){}", who, toString(worst), where);
        setVerdict(topology::isBelowSwitch(worst) ? std::nullopt : std::optional(Severity::Note), {});
        const std::vector<const Pair *> leading(m_pairs.begin(),
                                                m_pairs.begin() + static_cast<std::ptrdiff_t>(m_leading));
        const Sharing shared = sharingOf(m_fabric, leading);
        if (shared.idles)
            m_verdict.severity = std::max(m_verdict.severity, std::optional(Severity::Note));
        m_verdict.sentence = sentence + (shared.text.empty() ? "." : "; " + shared.text + ".");
        if (worst > PathWord::Pxb && m_verdict.why.empty())
            for (std::size_t i = 0; i < m_leading && m_verdict.why.empty(); ++i)
                if (m_pairs[i]->severity)
                    addReasons({m_pairs[i]});
        return true;
    }

    const Judgement &m_judgement;
    const Fabric &m_fabric;
    const Inputs &m_inputs;
    std::vector<const Pair *> m_pairs;     ///< the leading ones first
    std::size_t m_leading = 0;             ///< how many of them are leading
    std::vector<std::size_t> m_candidates; ///< NICs
    Verdict m_verdict;
};

} // namespace

Verdict verdictOf(const Judgement &judgement, const Inputs &inputs) {
    return VerdictBuilder(judgement, inputs).verdict();
}

} // namespace fabricscope::affinity
