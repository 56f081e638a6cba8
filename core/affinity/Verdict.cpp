// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::affinity {

namespace {

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// "on vm-02a", or nothing.
std::string onHost(const Inputs &inputs) {
    return inputs.hostName.empty() ? std::string() : " on " + inputs.hostName;
}

class Verdicting {
public:
    Verdicting(const Judgement &judgement, const Inputs &inputs)
        : m_judgement(judgement), m_fabric(judgement.fabric), m_inputs(inputs) {
        const Basis leading = judgement.leading();
        for (const Pair &pair : judgement.pairs)
            if (pair.basis == leading)
                m_pairs.push_back(&pair);
        // What a file claims counts where the library does not get to see it.
        for (const Pair &pair : judgement.pairs)
            if (leading != Basis::File && pair.basis == Basis::File && pair.mispaired && !said(pair.gpu))
                m_pairs.push_back(&pair);
    }

    Verdict verdict() {
        using Try = bool (Verdicting::*)();
        static constexpr Try kTries[] = {
            &Verdicting::nothing, &Verdicting::failing,       &Verdicting::mispaired,  &Verdicting::shared,
            &Verdicting::swapped, &Verdicting::acrossSockets, &Verdicting::withoutGdr, &Verdicting::unknown};
        for (const Try attempt : kTries)
            if ((this->*attempt)())
                return std::move(m_verdict);
        fine();
        return std::move(m_verdict);
    }

private:
    [[nodiscard]] bool said(std::size_t gpu) const {
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

    /// "GPU2 uses ionic_3 and GPU3 uses ionic_2"
    [[nodiscard]] std::string uses(const std::vector<const Pair *> &pairs, std::string_view verb) const {
        std::vector<std::string> parts;
        parts.reserve(pairs.size());
        for (const Pair *pair : pairs)
            parts.push_back(
                fmt::format("{} {} {}", m_fabric.gpus[pair->gpu].name, verb, m_fabric.nics[*pair->nic].name));
        return listed(parts);
    }

    /// Of all pairs, each line once.
    void takeFixes(const std::vector<const Pair *> &pairs) {
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

    void takeWhy(const std::vector<const Pair *> &pairs) {
        constexpr std::size_t kMost = 2;
        for (std::size_t i = 0; i < std::min(pairs.size(), kMost); ++i)
            m_verdict.why += (i == 0 ? "" : " ") + pairs[i]->reason;
    }

    void say(std::optional<Severity> severity, std::string sentence) {
        m_verdict.severity = severity;
        m_verdict.sentence = std::move(sentence);
    }

    bool nothing() {
        const std::size_t nics = static_cast<std::size_t>(std::count_if(
            m_fabric.nics.begin(), m_fabric.nics.end(), [](const Nic &nic) { return nic.isCandidate(); }));
        if (!m_fabric.gpus.empty() && nics > 0)
            return false;
        if (failing())
            return true;
        say(m_fabric.gpus.empty() ? std::nullopt : std::optional(Severity::Note),
            m_fabric.gpus.empty()
                ? std::string("No GPU here, so there is nothing to pair.")
                : fmt::format("{}, and no NIC to pair with.", plural(m_fabric.gpus.size(), "GPU", "GPUs")));
        return true;
    }

    bool failing() {
        if (!m_inputs.library || !m_inputs.library->error)
            return false;
        const nccl::FileError &error = *m_inputs.library->error;
        const std::string where = error.line > 0 ? fmt::format("{}, line {}, column {}: ", fileName(m_inputs),
                                                               error.line, error.column)
                                                 : std::string();
        say(Severity::Error, fmt::format("{} will fail{}: {}{}.", libraryName(m_inputs.library),
                                         onHost(m_inputs), where, error.what));
        m_verdict.why = error.consequence;
        return true;
    }

    /// Both of a swap stand in each other's place in the file.
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
        return fmt::format(
            "{}{} puts the two NICs at each other's place (lines {}, {}): {} reaches {} at {} instead of "
            "{} at {}, and its traffic leaves the switch and crosses the CPU.",
            fileName(m_inputs), onHost(m_inputs), lines[0], lines[1], m_fabric.gpus[first.gpu].name,
            m_fabric.nics[*first.nic].name, toString(first.reach),
            m_fabric.nics[first.idealNics.front()].name, toString(first.idealReach));
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
        say(worst,
            fmt::format("{} of {} {} mispaired: {}.", gpus, plural(m_fabric.gpus.size(), "GPU", "GPUs"),
                        gpus == 1 ? "is" : "are", uses(pairs, "uses")));
        m_verdict.why = swapPart(pairs);
        if (m_verdict.why.empty()) {
            takeWhy(pairs);
            takeFixes(pairs);
        } else {
            takeFixes({pairs.front()}); // exchanging two is said once
        }
        return true;
    }

    bool shared() {
        const auto pairs = of(Kind::SharedWhileIdle);
        if (pairs.empty())
            return false;
        const std::size_t gpus = gpusOf(pairs);
        say(Severity::Warning, fmt::format("{} of {} {} a NIC while an equally near one idles: {}.", gpus,
                                           plural(m_fabric.gpus.size(), "GPU", "GPUs"),
                                           gpus == 1 ? "shares" : "share", uses(pairs, "uses")));
        takeWhy(pairs);
        takeFixes(pairs);
        return true;
    }

    bool swapped() {
        const auto pairs = of(Kind::RailSwapped);
        if (pairs.empty())
            return false;
        say(Severity::Warning, fmt::format("{} of {} may be mispaired: {}.", gpusOf(pairs),
                                           plural(m_fabric.gpus.size(), "GPU", "GPUs"), uses(pairs, "uses")));
        m_verdict.conclusive = false;
        takeWhy(pairs);
        takeFixes(pairs);
        if (m_fabric.guest && m_fabric.source.empty())
            m_verdict.fix.insert(m_verdict.fix.begin(), "Capture the hypervisor and open it beside this VM "
                                                        "(`show`: --host FILE): it tells which is right");
        return true;
    }

    bool acrossSockets() {
        const auto pairs = of(Kind::CrossSocket);
        if (pairs.empty())
            return false;
        const std::size_t gpus = gpusOf(pairs);
        say(Severity::Warning,
            fmt::format("{} of {} {} no NIC on {} own socket: {}.", gpus,
                        plural(m_fabric.gpus.size(), "GPU", "GPUs"), gpus == 1 ? "has" : "have",
                        gpus == 1 ? "its" : "their", uses(pairs, "uses")));
        takeWhy(pairs);
        takeFixes(pairs);
        return true;
    }

    bool withoutGdr() {
        const auto pairs = of(Kind::NoGdr);
        if (pairs.empty())
            return false;
        say(Severity::Warning,
            fmt::format("{} stages the traffic of {} of {} in host memory: no GPU Direct RDMA.",
                        libraryName(m_inputs.library), gpusOf(pairs),
                        plural(m_fabric.gpus.size(), "GPU", "GPUs")));
        m_verdict.sentence[0] = m_verdict.sentence[0] == 't' ? 'T' : m_verdict.sentence[0];
        m_verdict.conclusive = std::none_of(pairs.begin(), pairs.end(), [](const Pair *pair) {
            return pair->reach.word == PathWord::Unknown;
        });
        takeWhy({pairs.front()});
        takeFixes({pairs.front()});
        return true;
    }

    /// Distances that nobody told. Never a fault.
    bool unknown() {
        std::size_t told = 0;
        std::string_view why;
        for (std::size_t gpu = 0; gpu < m_fabric.gpus.size(); ++gpu) {
            told += m_judgement.ideal[gpu].empty() ? 0 : 1;
            for (std::size_t nic = 0; nic < m_fabric.nics.size() && why.empty(); ++nic)
                if (m_judgement.ideal[gpu].empty() && m_fabric.nics[nic].isCandidate())
                    why = m_fabric.reach(gpu, nic).why;
        }
        if (told == m_fabric.gpus.size())
            return false;
        m_verdict.conclusive = false;
        say(Severity::Note,
            told == 0 ? fmt::format("Which NIC is nearest to which GPU is not told{}.", onHost(m_inputs))
                      : fmt::format("Which NIC is nearest is told for {} of {} only.", told,
                                    plural(m_fabric.gpus.size(), "GPU", "GPUs")));
        if (!why.empty())
            m_verdict.why = fmt::format("Because {}.", why);
        if (m_fabric.guest)
            m_verdict.fix = {"Capture the hypervisor and open it beside this VM (`show`: --host FILE): it "
                             "knows what hangs where"};
        return true;
    }

    /// The worst distance of the pairs that matter.
    void fine() {
        PathWord worst = PathWord::Self;
        for (const Pair *pair : m_pairs)
            worst = std::max(worst, pair->reach.word);
        const std::string who = m_fabric.gpus.size() == 1
                                    ? std::string("The GPU has")
                                    : fmt::format("Each of {} GPUs has", m_fabric.gpus.size());
        const std::string where = m_fabric.claimOnly ? " by this file" : "";
        if (worst <= PathWord::Pix)
            say({}, fmt::format("{} a NIC below its own switch{}.", who, where));
        else if (worst == PathWord::Pxb)
            say({}, fmt::format("{} a NIC within reach over switches alone{}.", who, where));
        else
            say(Severity::Note, fmt::format("{} the nearest NIC there is, but over the CPU ({}){}.", who,
                                            toString(worst), where));
    }

    const Judgement &m_judgement;
    const Fabric &m_fabric;
    const Inputs &m_inputs;
    std::vector<const Pair *> m_pairs;
    Verdict m_verdict;
};

} // namespace

Verdict verdictOf(const Judgement &judgement, const Inputs &inputs) {
    return Verdicting(judgement, inputs).verdict();
}

} // namespace fabricscope::affinity
