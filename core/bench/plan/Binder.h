// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/plan/Binding.h"

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::bench {

using findings::Finding;

using affinity::Fabric;
struct SoftwareNic;

/// Builds one proposal. For the .cpp files of binding.
class Binder {
public:
    Binder(const BindingRequest &request, const BindingFacts &facts, const Tool &tool)
        : m_request(request), m_facts(facts), m_tool(tool), m_fabric(facts.examination.judgement.fabric) {}

    Result<BoundRun> run();

private:
    Result<> chooseGpus();
    [[nodiscard]] std::string whyUnusable(std::size_t gpu) const; ///< empty: programs on this host can use it
    void startCommand();
    Result<> bindPerftest();
    Result<> bindCollective();
    Result<> bindByNumbers();
    Result<> addOptions();
    void addServer();
    void check();
    void checkOwnEnvironment();

    std::optional<std::size_t> chooseNic();
    Result<> bindSoftware(const SoftwareNic &software);
    Result<> bindNic(std::size_t nic);
    void pinTo(std::optional<NumaNode> node, const std::string &device);
    Result<> addGpuMemory();
    Result<> addGid(const std::string &nic);
    void addNetworkVariables();
    void addNicVariables();
    void addVisible();
    Result<> addLauncher();

    [[nodiscard]] bool isGiven(std::string_view flag) const;
    /// The value of a variable: the caller's, else the host's own; empty if neither sets it.
    [[nodiscard]] std::string valueOf(std::string_view name) const;
    [[nodiscard]] bool isAmd() const;
    Result<> set(const std::string &flag, const std::string &value, std::string why);
    void setVariable(const std::string &name, const std::string &value, std::string why);
    void leave(std::string what, std::string why) {
        m_bound.filled.push_back({std::move(what), false, std::move(why)});
    }
    Finding &find(std::string_view rule, std::string_view variant = {});
    [[nodiscard]] const host::RdmaPort *portOf(const std::string &nic) const;

    const BindingRequest &m_request;
    const BindingFacts &m_facts;
    const Tool &m_tool;
    const Fabric &m_fabric;
    BoundRun m_bound;
};

[[nodiscard]] std::string numberText(const std::optional<host::GpuNumber> &number); ///< empty: unknown

} // namespace fabricscope::bench
