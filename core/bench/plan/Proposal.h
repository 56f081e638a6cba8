// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/plan/Binding.h"

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::bench {

/// A run that is being proposed: what it is made from, and what was filled in so far, each with its reason.
class Proposal {
public:
    Proposal(const BindingRequest &request_, const BindingFacts &facts_, const Tool &tool_)
        : request(request_), facts(facts_), tool(tool_), fabric(facts_.examination.judgement.fabric) {}

    const BindingRequest &request;
    const BindingFacts &facts;
    const Tool &tool;
    const affinity::Fabric &fabric;
    BoundRun bound;

    /// An option or a variable that the user set.
    [[nodiscard]] bool isGiven(std::string_view flag) const;
    /// The value of a variable: the caller's, else the host's own; empty if neither sets it.
    [[nodiscard]] std::string valueOf(std::string_view name) const;
    [[nodiscard]] bool isAmd() const;
    /// Why programs on this host cannot use this GPU; empty: they can.
    [[nodiscard]] std::string whyUnusable(std::size_t gpu) const;
    [[nodiscard]] const host::RdmaPort *portOf(const std::string &nic) const;

    /// What the user set stays.
    Result<> set(const std::string &flag, const std::string &value, std::string why);
    void setVariable(const std::string &name, const std::string &value, std::string why);
    /// Deliberately not set.
    void leave(std::string what, std::string why) {
        bound.filled.push_back({std::move(what), false, std::move(why)});
    }
    Finding &find(std::string_view rule, std::string_view variant = {});
};

[[nodiscard]] std::string numberText(const std::optional<host::GpuNumber> &number); ///< empty: unknown

} // namespace fabricscope::bench
