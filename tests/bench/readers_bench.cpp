// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Speed of each section reader: CPU time of readHost() with a capture that contains only that section. The
// text is that of a sample host if one has such a section, otherwise the fuzzer's seed repeated.
#include "core/capture/Capture.h"
#include "core/formats/HostReader.h"
#include "tests/fuzz/SectionSeeds.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/support/samples/SampleHwloc.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace fabricscope;

double cpuSeconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Input {
    std::string bytes;
    bool isGenerated = false;
};

std::map<std::string, Input> inputs(std::size_t functions) {
    constexpr std::size_t kSeedBytes = std::size_t{256} << 10;
    const host::Host host = samples::manyFunctions(functions);
    std::map<std::string, Input> all;
    for (const capture::Section &section : samples::toCapture(host).sections)
        if (section.size() > 0)
            all[section.meta().name] = {section.bytes(), true};
    all["hwloc-xml"] = {samples::toHwlocXml(host, 2), true};
    for (const fuzz::SectionSeed &seed : fuzz::sectionSeeds())
        if (!all.contains(seed.name)) {
            Input &input = all[seed.name];
            while (!seed.bytes.empty() && input.bytes.size() < kSeedBytes)
                input.bytes += seed.bytes;
        }
    return all;
}

/// The fastest of several rounds of a few tenths of a second.
double megabytesPerSecond(const std::string &name, const std::string &bytes) {
    capture::Section::Meta meta;
    meta.name = name;
    capture::Capture capture;
    capture.sections.emplace_back(meta, bytes);
    constexpr double kRound = 0.1;
    constexpr int kRounds = 5;
    double best = 0;
    for (int round = 0; round < kRounds; ++round) {
        const double begin = cpuSeconds();
        double spent = 0;
        int reads = 0;
        for (; spent < kRound; spent = cpuSeconds() - begin, ++reads)
            if (formats::readHost(capture).warnings.size() > 100000)
                return 0; // never: prevents the compiler from removing the parsing
        best = std::max(best, static_cast<double>(bytes.size()) * reads / spent * 1e-6);
    }
    return best;
}

} // namespace

int main() {
    constexpr std::size_t kFunctions = 4096;
    const auto all = inputs(kFunctions);
    fmt::print("{:<28} {:>10} {:>10}  text\n", "section", "bytes", "MB/s");
    for (const std::string_view section : formats::readableSections()) {
        const auto input = all.find(std::string(section));
        if (input == all.end() || input->second.bytes.empty()) {
            fmt::print("{:<28} {:>10} {:>10}  none\n", section, 0, "-");
            continue;
        }
        fmt::print("{:<28} {:>10} {:>10.0f}  {}\n", section, input->second.bytes.size(),
                   megabytesPerSecond(std::string(section), input->second.bytes),
                   input->second.isGenerated ? "made host" : "seed");
    }
    return 0;
}
