// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/generate/Generate.h"
#include "core/json/TopoVerifyJson.h"
#include "tests/core/hostvm/SampleVm.h"
#include "tests/support/FindingTexts.h"
#include "tests/support/Golden.h"

namespace fabricscope::json {
namespace {

/// Two pairs, one of them with a slow link and a NIC without GPUDirect RDMA.
TEST(TopoVerifyDocument, IsAsReviewed) {
    const samples::SampleVm vm = samples::sampleVm({.switches = {{}, {}}});
    std::string text = hostvm::generate(vm.sides()).text;
    for (const auto &[from, to] : {std::pair<std::string_view, std::string_view>{"gdr=\"1\"", "gdr=\"0\""},
                                   {"32.0 GT/s PCIe", "8.0 GT/s PCIe"}}) {
        const auto at = text.find(from);
        ASSERT_NE(at, std::string::npos);
        text.replace(at, from.size(), to);
    }
    const hostvm::Verification verification = hostvm::verify(text, vm.sides());
    std::vector<findings::Finding> findings;
    for (const hostvm::FileFinding &one : verification.findings)
        findings.push_back(one.finding);
    test::expectGolden(test::withRules(topoVerifyDocument(verification, "topo.xml", *vm.guest), findings),
                       "tests/core/hostvm/golden/topo-verify.json");
}

} // namespace
} // namespace fabricscope::json
