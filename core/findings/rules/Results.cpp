// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a run measured, compared with the possible, published and earlier values.
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kPerformance = "nccl-tests, doc/PERFORMANCE.md: algbw and busbw";
constexpr std::string_view kCeiling = "the links' rates: PCI Express Base Specification, the port's rate of "
                                      "ibv_devinfo or ethtool";
constexpr std::string_view kOwn = "fabricscope's own comparison of values; its limits stand in core/bench";
/// {cause_remedy} belongs to the first cause that the host shows (core/bench/judge/SlowdownCauses.h).
constexpr std::string_view kCauseRemedy =
    "[{cause_remedy}][{?no_cause}No cause found in the capture: repeat with NCCL_DEBUG=INFO and check the "
    "transports]";

constexpr std::array kRules = {
    Rule{.id = "result.failed",
         .severity = Severity::Error,
         .title = "The tool reports failure",
         .source = "the tool's own summary"},
    Rule{.id = "result.wrong",
         .severity = Severity::Error,
         .title = "Wrong result values",
         .sentence =
             "Ignore the speed until the cause is found: GPUDirect RDMA without a flush, ACS, or a broken "
             "link.",
         .remedy =
             "Run again with NCCL_NET_GDR_LEVEL=LOC, then NCCL_P2P_DISABLE=1: the setting that fixes it "
             "names the faulty path",
         .source = "nccl-tests, README.md: -c, check the correctness of results; column #wrong"},
    Rule{.id = "result.not_validated",
         .severity = Severity::Note,
         .title = "The values were not checked (-c 0)",
         .source = "nccl-tests, README.md: -c"},
    Rule{.id = "result.arithmetic",
         .severity = Severity::Warning,
         .title = "the printed busbw does not match size/time in {count} {count:value|values}",
         .sentence = "With {ranks} {ranks:rank|ranks} busbw is size / time * {factor}: columns were misread, "
                     "or ranks were in "
                     "groups.",
         .source = kPerformance},
    Rule{.id = "result.dip",
         .severity = Severity::Warning,
         .title = "{count} {count:dip|dips} among the large sizes, {where}",
         .sentence =
             "Bandwidth should not fall by more than 5 % between sizes: other traffic used the links, or a "
             "GPU throttled.",
         .remedy = "Repeat the run: a dip at the same size is caused by the library, one at another size by "
                   "the host",
         .source = kOwn},
    Rule{.id = "result.unit",
         .severity = Severity::Error,
         .title = "{value} is impossible: it is {bits} Gb/s in the wrong unit",
         .sentence = "The limit is {limit}: {source}. As bits it is {as_bytes} of {limit_bytes}: plausible.",
         .source = kCeiling},
    Rule{.id = "result.unit",
         .severity = Severity::Warning,
         .title = "{value} without a unit is Gb/s: as GB/s it would be {times} {times:time|times} the limit",
         .sentence = "The NICs carry {limit}, which is {limit_bits} Gb/s.",
         .source = kCeiling,
         .variant = "absent"},
    Rule{.id = "result.above_ceiling",
         .severity = Severity::Warning,
         .title = "{value} exceeds the hardware limit",
         .sentence = "The limit is {limit}: {source}.",
         .remedy =
             "Check which links carry traffic: the limit is for another path, or the table uses another "
             "unit",
         .source = kCeiling},
    Rule{.id = "result.nvls",
         .severity = Severity::Note,
         .title = "{value} exceeds the link's {limit}: the switches compute the sums (NVLS)",
         .source = "NCCL user guide: NCCL_NVLS_ENABLE, NVLink SHARP"},
    Rule{.id = "result.outliers",
         .severity = Severity::Warning,
         .title = "[{?several}{count} of {pairs} {pairs:pair|pairs} are more than 10 % below the median; "
                  "lowest: ]{pair}, "
                  "{value}, {percent} % below the median {median}",
         .source = kOwn},
    Rule{.id = "result.one_direction",
         .severity = Severity::Warning,
         .title = "{where}: {pair} has {value}, the other direction {back}[; {more} more such]",
         .sentence = "A link carries as much in both directions.",
         .remedy =
             "Check the link's speed, width and errors, and whether peer access works in both directions",
         .source = kOwn},
    Rule{.id = "result.below_band",
         .severity = Severity::Warning,
         .title = "{value} at {where}; expected [{?floor}at least ]{expected}",
         .sentence = "Source: {source}.",
         .remedy = kCauseRemedy,
         .source = "published measurements, each named with the finding"},
    Rule{.id = "result.below_ceiling",
         .severity = Severity::Warning,
         .title = "Best value: {percent} % of the NICs' bandwidth, {value} at {where}",
         .sentence = "The ceiling is {limit}: {source}.",
         .remedy = kCauseRemedy,
         .source = kCeiling},
    Rule{.id = "result.above_baseline",
         .severity = Severity::Warning,
         .title = "{count} of {compared} {compared:value|values} {count:is|are} above {runs:the earlier "
                  "run|all {runs} earlier "
                  "runs}, by up to {percent} %",
         .source = kOwn},
    Rule{.id = "result.below_baseline",
         .severity = Severity::Warning,
         .title = "{count} of {compared} {compared:value|values} {count:is|are} below {runs:the earlier "
                  "run|all {runs} earlier "
                  "runs}, by up to {percent} %",
         .source = kOwn},
    Rule{.id = "run.truncated",
         .severity = Severity::Note,
         .title = "Output truncated: only the beginning is shown",
         .sentence = "'fabricscope runs export' exports all of it.",
         .source = "the limit for what a window reads of a kept run"},
    Rule{.id = "run.ended",
         .severity = Severity::Error,
         .title = "Stopped automatically: {why}",
         .sentence = "The stop conditions are listed below its command.",
         .source = "the stop conditions of the run"},
    Rule{.id = "log.simulated_host",
         .severity = Severity::Note,
         .title = "The ceiling is from simulated host {name}",
         .sentence = "The log names no simulated host: select its host on the left, or none.",
         .source = "a demo's host may have the name of a real one"},
};

} // namespace

std::span<const Rule> results() {
    return kRules;
}

} // namespace fabricscope::findings::areas
