// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/copy/GuestFile.h"

#include "core/nccl/DecideFor.h"

namespace fabricscope::app {

namespace {

nccl::Options libraryOptions(const JudgeOptions &from) {
    nccl::Options options;
    if (const auto library = nccl::requestedLibrary(from.library)) {
        options.version = library->modelled.model;
        options.release = library->release;
    }
    options.nodes = from.nodes;
    options.biosVersion = from.bios;
    options.nvswitchLinks = from.nvswitchLinks;
    for (const host::EnvironmentEntry &entry : from.environment)
        options.environment.set(entry.name, entry.value);
    return options;
}

hostvm::GuestOnHost sidesOf(const GuestFileInputs &inputs) {
    const bool known = inputs.onHost != nullptr && inputs.onHost->topology;
    return {*inputs.guest.topology, known ? inputs.onHost->topology.get() : nullptr, inputs.guestMapping};
}

} // namespace

hostvm::GuestMapping guestMappingOf(const Snapshot &guest, const Snapshot *onHost,
                                    const hostvm::Options &options) {
    if (!guest.topology || onHost == nullptr || !onHost->topology)
        return {};
    return hostvm::mapGuest(*onHost->topology, *guest.topology, options);
}

std::string pathInGuest(const GuestFileInputs &inputs) {
    if (!inputs.path.empty())
        return inputs.path;
    nccl::Environment environment = nccl::environmentOf(inputs.guest.topology->host());
    for (const host::EnvironmentEntry &entry : inputs.options.environment)
        environment.set(entry.name, entry.value);
    const auto named = environment.text(nccl::Variable::TopoFile);
    return named && named->starts_with('/') ? std::string(*named) : "/etc/nccl-topo.xml";
}

std::optional<CapturedFile> fileInGuest(const GuestFileInputs &inputs) {
    auto environment = inputs.options.environment;
    if (!inputs.path.empty()) // as if the environment named it
        environment.push_back({"NCCL_TOPO_FILE", inputs.path});
    return capturedNcclFile(inputs.guest, environment);
}

hostvm::Generated generateFile(const GuestFileInputs &inputs) {
    hostvm::Generated made =
        hostvm::generate(sidesOf(inputs), {libraryOptions(inputs.options), pathInGuest(inputs)});
    // The libraries skip comments, also before the first element.
    if (!made.text.empty() && !inputs.guest.topology->host().simulated.empty())
        made.text.insert(0, "<!-- for a simulated VM -->\n");
    return made;
}

hostvm::Verification verifyFile(std::string_view text, const GuestFileInputs &inputs) {
    hostvm::VerifyOptions options;
    options.library = libraryOptions(inputs.options);
    options.path = pathInGuest(inputs);
    if (auto installed = fileInGuest(inputs))
        options.installed = std::move(installed->text);
    return hostvm::verify(text, sidesOf(inputs), options);
}

} // namespace fabricscope::app
