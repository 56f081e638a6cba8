// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Environment.h"
#include "core/bench/plan/Sweep.h"
#include "core/bench/plan/ToolSupport.h"
#include "core/json/RunJson.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;

namespace {

void readSpec(std::string_view text) {
    const auto spec = json::specFrom(text);
    if (!spec)
        return;
    const auto again = json::specFrom(json::specText(*spec));
    fuzz::require(again && *again == *spec);
    (void)bench::shellLine(spec->command);
    (void)bench::checkEnvironment(spec->command.environment, nullptr);
    if (auto steps = bench::stepsOf(*spec, {"-b", {"1", "2"}, 2}))
        fuzz::require(steps->size() == 4);
}

void readSupport(std::string_view text) {
    bench::ToolSupport support;
    for (const auto kind :
         {bench::Probe::Kind::Version, bench::Probe::Kind::Help, bench::Probe::Kind::Libraries})
        bench::addProbe(support, kind, text);
    bench::ToolRequirements requirements{true, true, true, true};
    for (const bench::Tool &tool : bench::tools())
        (void)bench::lacksOf(tool, support, requirements);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    readSpec(text);
    readSupport(text);
    if (const auto values = bench::sweepValues(text))
        fuzz::require(!values->empty() && values->size() <= bench::Sweep::kMaxSteps + 1);
    const std::string hidden = json::withoutSecretEnvironment(std::string(text));
    fuzz::require(json::withoutSecretEnvironment(hidden) == hidden);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    bench::RunSpec spec;
    spec.tool = "rccl-tests";
    spec.test = "all_reduce_perf";
    spec.command.words = {"mpirun", "-np", "8", "all_reduce_perf", "-b", "8", "it's $(x)\n"};
    spec.command.environment = {{"NCCL_IB_HCA", "=mlx5_0"}, {"HF_TOKEN", "x"}};
    return {json::specText(spec),
            R"({"env":{"HF_TOKEN":"a","PATH":"/bin"}})",
            R"({"env":["DB_PASSWORD=a","HOME=/"]})",
            "1M..8G*2",
            "0..18446744073709551615+1",
            "2,4 8",
            "Version: 6.06\n  --use_rocm=<n> --use_rocm_dmabuf\n",
            "\tlibrccl.so.1 => /opt/rocm/lib/librccl.so.1 (0x7f)\n\tlibmpi.so.40 => not found\n"};
}
