// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kPaths = "NCCL, src/graph/paths.cc and topo.cc: a GPU's NIC is the one with the "
                                    "nearest path; Linux: the PCIe tree of /sys/devices";
constexpr std::string_view kBootstrap =
    "NCCL, src/bootstrap.cc and src/misc/socket.cc: ncclFindInterfaces; NCCL_SOCKET_IFNAME";

/// A pair's kind is the rule. {reason} is the judgement's sentence about it (core/affinity/Sentences.cpp),
/// {words} its short form for lists, which show the reason as well.
constexpr Rule pairRule(std::string_view id, Severity severity) {
    return {.id = id,
            .severity = severity,
            .title = "[{words}][{!words}{reason}]",
            .sentence = "{?words}{reason}",
            .source = kPaths};
}

constexpr std::array kRules = {
    pairRule("pair.fine", Severity::Note),
    pairRule("pair.unknown", Severity::Note),
    pairRule("pair.no_gdr", Severity::Warning),
    pairRule("pair.rail_swapped", Severity::Warning),
    pairRule("pair.shared_while_idle", Severity::Warning),
    pairRule("pair.nearest_down", Severity::Warning),
    pairRule("pair.mispaired", Severity::Error),
    pairRule("pair.cross_socket", Severity::Warning),
    Rule{.id = "library.bootstrap",
         .severity = Severity::Error,
         .title = "{library} finds no bootstrap interface",
         .sentence = "{why}.",
         .source = kBootstrap},
    Rule{.id = "library.bootstrap",
         .severity = Severity::Error,
         .title = "{library} will bootstrap on {interface}, where no peer answers",
         .sentence = "{why}.[ {better_why}.]",
         .source = kBootstrap,
         .variant = "unreachable"},
    Rule{.id = "library.bootstrap",
         .severity = Severity::Warning,
         .title = "{library} will bootstrap on {interface}, not {better}",
         .sentence = "{better_why}.",
         .source = kBootstrap,
         .variant = "better"},
    Rule{.id = "library.bootstrap",
         .severity = Severity::Note,
         .title = "{library} will bootstrap on {interface}, though {better} looks better",
         .sentence = "{better_why}.",
         .source = kBootstrap,
         .variant = "perhaps_better"},
};

} // namespace

std::span<const Rule> pairs() {
    return kRules;
}

} // namespace fabricscope::findings::areas
