// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An NCCL file without its machine, judged: `show --view affinity FILE`. The first byte selects library and
// options.
#include "core/affinity/Examine.h"
#include "core/base/HostText.h"
#include "core/nccl/Version.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;
using namespace fabricscope::affinity;

namespace {

bool isSafe(const std::string &text) {
    return !text.empty() && HostText(text).plain(text.size()) == text;
}

void check(const Judgement &judgement) {
    const std::size_t gpus = judgement.fabric.gpus.size();
    const std::size_t nics = judgement.fabric.nics.size();
    fuzz::require(gpus <= Fabric::kMaxGpus && nics <= Fabric::kMaxNics);
    fuzz::require(judgement.fabric.gpuNic.size() == gpus * nics);
    fuzz::require(judgement.fabric.gpuGpu.size() == gpus * gpus);
    fuzz::require(judgement.ideal.size() == gpus);
    for (const auto &ideal : judgement.ideal)
        for (const std::size_t nic : ideal)
            fuzz::require(nic < nics);
    for (const Pair &pair : judgement.pairs) {
        fuzz::require(pair.gpu < gpus && (!pair.nic || *pair.nic < nics));
        for (const std::size_t nic : pair.idealNics)
            fuzz::require(nic < nics);
        fuzz::require(isSafe(pair.reason));
        fuzz::require(!pair.mispaired || pair.kind == Kind::Mispaired || pair.kind == Kind::CrossSocket);
    }
    fuzz::require(isSafe(judgement.verdict.sentence));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0)
        return 0;
    const unsigned choice = data[0];
    Question question;
    if (const std::size_t library = choice % (nccl::versions().size() + 1); library > 0)
        question.library = &nccl::versions()[library - 1];
    if ((choice & 8) != 0)
        question.nodes = 1;
    if ((choice & 16) != 0)
        question.nvswitchLinks = 18;
    if ((choice & 32) != 0)
        question.environment.push_back({"NCCL_NET_GDR_LEVEL", "SYS"});
    question.fileName = "/etc/topo.xml";
    const Examination examination = examineFile(fuzz::textOf(data + 1, size - 1), question);
    check(examination.judgement);
    for (const std::string &assumption : examination.assumptions)
        fuzz::require(isSafe(assumption));
    const auto &fabric = examination.judgement.fabric;
    if (fabric.gpus.empty() || fabric.nics.empty())
        return 0;
    Inputs inputs = examination.inputs;
    inputs.library = &examination.decisions;
    const WhatIf moved = whatIf(examination.judgement, inputs, examination.judgement.leading(),
                                choice % fabric.gpus.size(), (choice / 2) % fabric.nics.size());
    fuzz::require(isSafe(moved.sentence) && !(moved.better && moved.worse));
    check(moved.judgement);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const auto device = [](const char *busId, const char *deviceClass) {
        return std::string("<pci busid=\"") + busId + "\" class=\"" + deviceClass +
               "\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>\n";
    };
    const std::string bridge = "<pci busid=\"ffff:ff:01.0\" class=\"0x060400\" link_speed=\"32.0 GT/s PCIe\" "
                               "link_width=\"16\">\n";
    const std::string cpu = "<cpu numaid=\"0\" arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"191\" "
                            "modelid=\"2\">\n";
    const std::string two = "<system version=\"2\">\n" + cpu + bridge + device("0002:00:01.0", "0x120000") +
                            device("0002:00:09.0", "0x020000") + "</pci>\n" + bridge +
                            device("0002:00:02.0", "0x120000") + device("0002:00:0a.0", "0x020000") +
                            "</pci>\n</cpu>\n</system>\n";
    const std::string flat = "<system version=\"1\">\n" + cpu + device("0002:00:01.0", "0x030200") +
                             device("0002:00:02.0", "0x030200") + device("0002:00:09.0", "0x020700") +
                             "</cpu>\n</system>\n";
    const std::string named =
        "<system version=\"1\">\n" + cpu +
        "<pci busid=\"0000:10:00.0\" class=\"0x060400\" link_speed=\"\" link_width=\"\">"
        "<pci busid=\"0000:11:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">"
        "<gpu dev=\"0\" sm=\"90\" rank=\"0\" gdr=\"1\"/></pci>"
        "<pci busid=\"0000:12:00.0\" class=\"0x020700\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">"
        "<nic><net name=\"mlx5_0\" dev=\"0\" speed=\"400000\" port=\"1\" guid=\"0x1\" gdr=\"1\"/></nic></pci>"
        "</pci></cpu></system>";
    return {std::string(1, '\x00') + two, std::string(1, '\x01') + flat, std::string(1, '\x00') + named,
            std::string(1, '\x3a') + two, std::string(1, '\x00') + "<system version=\"1\"><cpu/></system>"};
}
