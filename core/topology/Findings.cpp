// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Findings.h"

#include <fmt/format.h>

#include <array>

namespace fabricscope::topology {

namespace {

struct Sentence {
    Rule rule;
    Severity severity;
    std::string_view id;
    std::string_view text;
};

constexpr std::array kSentences = {
    Sentence{Rule::LinkNarrow, Severity::Warning, "link.narrow",
             "the link runs at {0} although both ends support {1}: lanes are missing"},
    Sentence{Rule::LinkSlowIdle, Severity::Note, "link.slow",
             "the link runs at {0} although both ends support {1}; an idle GPU lowers its speed"},
    Sentence{Rule::LinkSlow, Severity::Warning, "link.slow",
             "the link runs at {0} although both ends support {1}"},
    Sentence{Rule::LinkOneEnd, Severity::Note, "link.one_end",
             "the link runs at {0}, this end supports {1}; the other end's capability is not visible here"},
    Sentence{Rule::LinkDown, Severity::Error, "link.down", "the port above, {0}, reports the link down"},
    Sentence{Rule::DeviceDead, Severity::Error, "device.dead",
             "fell off the bus: its config space reads all ones (lspci shows rev ff, header type 7f)"},
    Sentence{Rule::NumaUnknown, Severity::Note, "numa.unknown",
             "NUMA node unknown (numa_node = -1): the distance of these devices to CPUs is unknown"},
    Sentence{Rule::NumaNotReported, Severity::Note, "numa.not_told",
             "the capture does not contain the NUMA node of these devices"},
    Sentence{Rule::NumaNotListed, Severity::Warning, "numa.not_listed",
             "devices name NUMA node {0}, but the host does not list it"},
    Sentence{Rule::NumaNoCpus, Severity::Note, "numa.no_cpus", "this node has memory but no CPUs"},
    Sentence{Rule::NumaDiffers, Severity::Note, "numa.differs",
             "its own NUMA node is {0}, but its root complex is on {1}"},
    Sentence{Rule::TreeCycle, Severity::Warning, "tree.cycle",
             "the source names {0} as its parent, which is below it: shown at its root bus"},
    Sentence{Rule::TreeOrphan, Severity::Warning, "tree.orphan",
             "its parent {0} was not read: shown at its root bus"},
    Sentence{Rule::TreeDuplicate, Severity::Warning, "tree.duplicate", "the source lists {0} more than once"},
    Sentence{Rule::SeveralOwners, Severity::Warning, "owner.several", "{0} and {1} both claim this device"},
    Sentence{Rule::PeerUnknown, Severity::Note, "peer.unknown",
             "a GPU link names {0}, which is not a known GPU"},
};

} // namespace

Finding makeFinding(Rule rule, std::string_view first, std::string_view second) {
    for (const Sentence &sentence : kSentences)
        if (sentence.rule == rule)
            return {sentence.severity, std::string(sentence.id),
                    fmt::format(fmt::runtime(sentence.text), first, second)};
    return {};
}

} // namespace fabricscope::topology
