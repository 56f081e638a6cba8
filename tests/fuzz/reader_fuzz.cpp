// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every section reader. An input is the section's name, a line feed, and its bytes; with
// FABRICSCOPE_FUZZ_READER=NAME in the environment, the whole input is the content of that section instead. It
// is preceded by a few sections that other readers need.
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/formats/HostBuilder.h"
#include "core/formats/HostReader.h"
#include "tests/fuzz/Fuzz.h"
#include "tests/fuzz/SectionSeeds.h"

#include <algorithm>
#include <cstdlib>

using namespace fabricscope;

namespace {

capture::Section section(std::string_view name, std::string_view bytes, capture::Damage damage) {
    capture::Section::Meta meta;
    meta.name = name;
    meta.damage = damage;
    return capture::Section(meta, std::string(bytes));
}

void check(const host::Host &host) {
    using formats::HostLimits;
    fuzz::require(host.functions.size() <= HostLimits::kFunctions);
    fuzz::require(host.warnings.size() <= HostLimits::kWarnings + 16);
    fuzz::require(std::is_sorted(host.functions.begin(), host.functions.end(),
                                 [](const auto &a, const auto &b) { return a.address < b.address; }));
    for (const auto &f : host.functions) {
        fuzz::require(f.parent != f.address);
        fuzz::require(HostText(f.driver.valueOr({})).plain() == f.driver.valueOr({}));
    }
    for (const auto &link : host.gpuLinks)
        fuzz::require(link.from < link.to);
    for (const auto &port : host.netInterfaces)
        fuzz::require(HostText(port.name).plain() == port.name);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static const char *const fixed = std::getenv("FABRICSCOPE_FUZZ_READER");
    std::string_view text = fuzz::textOf(data, size);
    const std::string name(fixed ? std::string_view(fixed) : takeUntil(text, '\n'));
    static const capture::Capture before = [] {
        capture::Capture capture;
        for (const fuzz::SectionSeed &seed : fuzz::sectionSeeds())
            if (seed.isBase)
                capture.sections.push_back(section(seed.name, seed.bytes, capture::Damage::None));
        return capture;
    }();
    capture::Capture capture = before;
    capture.sections.push_back(
        section(name, text, size % 2 == 0 ? capture::Damage::None : capture::Damage::Truncated));
    check(formats::readHost(capture));
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> all;
    const bool bare = std::getenv("FABRICSCOPE_FUZZ_READER") != nullptr;
    for (const SectionSeed &seed : sectionSeeds())
        if (!bare || seed.name == std::getenv("FABRICSCOPE_FUZZ_READER"))
            all.push_back(bare ? seed.bytes : seed.name + '\n' + seed.bytes);
    return all;
}
