// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An NCCL file verified against a guest and its host: `nccl-topo verify`. The first byte selects the library
// and the known facts.
#include "core/base/HostText.h"
#include "core/hostvm/generate/Generate.h"
#include "core/hostvm/verify/Verify.h"
#include "core/nccl/Version.h"
#include "tests/core/hostvm/SampleVm.h"
#include "tests/fuzz/Fuzz.h"

#include <algorithm>

using namespace fabricscope;
using namespace fabricscope::hostvm;

namespace {

const samples::SampleVm &vm() {
    static const samples::SampleVm kVm = samples::sampleVm({.switches = {{}, {}}});
    return kVm;
}

bool isSafe(const std::string &text) {
    return HostText(text).plain(text.size()) == text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    constexpr std::size_t kMaxBytes = 16384; // longer inputs are only slower
    if (size == 0 || size > kMaxBytes)
        return 0;
    const unsigned choice = data[0];
    const std::string text(fuzz::textOf(data + 1, size - 1));
    VerifyOptions options;
    if (const std::size_t library = choice % (nccl::versions().size() + 1); library > 0)
        options.library.version = &nccl::versions()[library - 1];
    if ((choice & 8) != 0)
        options.library.environment.set("NCCL_IB_MERGE_VFS", "0");
    const GuestMapping none;
    const bool alone = (choice & 16) != 0;
    const GuestOnHost sides{*vm().guest, alone ? nullptr : vm().server.get(),
                            alone ? none : vm().guestMapping};
    const Verification found = verify(text, sides, options);
    const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n') + 1);
    fuzz::require(!found.effective || !found.decisions.error);
    fuzz::require(found.effective || !found.effectiveWhy.empty());
    for (const FileFinding &one : found.findings) {
        fuzz::require(one.finding.place.line <= lines);
        fuzz::require(!findings::title(one.finding).empty() && isSafe(findings::title(one.finding)));
        fuzz::require(isSafe(findings::sentence(one.finding)) && isSafe(findings::cost(one.finding)));
        fuzz::require(isSafe(findings::remedy(one.finding)));
        fuzz::require(isSafe(one.finding.place.address) && isSafe(one.corrected));
    }
    if (!found.corrected.empty())
        fuzz::require(found.corrected != text && nccl::readXml(found.corrected, *found.version).has_value());
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const Generated made = generate({*vm().guest, vm().server.get(), vm().guestMapping});
    std::vector<std::string> texts = {made.text, "<?xml version=\"1.0\"?>\n" + made.text};
    const auto with = [&](std::string_view from, std::string_view to) {
        std::string text = made.text;
        if (const auto at = text.find(from); at != std::string::npos)
            text.replace(at, from.size(), to);
        texts.push_back(std::move(text));
    };
    with("0002:00:09.0", "0000:14:00.0");
    with("ffff:ff:01.0", "0002:00:00.0");
    with("  <cpu", "\t<cpu");
    with("32.0 GT/s PCIe", "32 somethings");
    with("version=\"2\"", "version = 1");
    with("gdr=\"1\"", "gdr=\"0\" keep=\"1\"");
    with("<nic>\n", "<nic\n>");
    std::vector<std::string> seeds;
    for (const char choice : {'\x00', '\x01', '\x0a', '\x10'})
        for (const std::string &text : texts)
            seeds.push_back(choice + text);
    return seeds;
}
