// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/nccl/NcclXmlBuilder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

namespace fabricscope::test {

void NcclXmlBuilder::start(const std::string &name, const Attributes &attributes) {
    m_text += std::string(2 * m_open.size(), ' ') + '<' + name;
    for (const auto &[attribute, value] : attributes)
        m_text += fmt::format(" {}=\"{}\"", attribute, value);
}

NcclXmlBuilder &NcclXmlBuilder::open(const std::string &name, const Attributes &attributes) {
    start(name, attributes);
    m_text += ">\n";
    m_open.push_back(name);
    return *this;
}

NcclXmlBuilder &NcclXmlBuilder::single(const std::string &name, const Attributes &attributes) {
    start(name, attributes);
    m_text += "/>\n";
    return *this;
}

NcclXmlBuilder &NcclXmlBuilder::close() {
    const std::string name = m_open.back();
    m_open.pop_back();
    m_text += std::string(2 * m_open.size(), ' ') + "</" + name + ">\n";
    return *this;
}

std::string NcclXmlBuilder::finish() {
    while (!m_open.empty())
        close();
    return m_text;
}

NcclXmlBuilder &NcclXmlBuilder::cpu(int numa, const std::string &vendor, int family, int model) {
    return open("cpu", {{"numaid", std::to_string(numa)},
                        {"affinity", numa == 1 ? "ffff0000" : "0000ffff"},
                        {"arch", "x86_64"},
                        {"vendor", vendor},
                        {"familyid", std::to_string(family)},
                        {"modelid", std::to_string(model)}});
}

NcclXmlBuilder &NcclXmlBuilder::bridge(const std::string &busId, const std::string &ids) {
    std::istringstream words(ids);
    Attributes attributes = {{"busid", busId}, {"class", "0x060400"}};
    for (const char *name : {"vendor", "device", "subsystem_vendor", "subsystem_device"}) {
        std::string word;
        words >> word;
        attributes.emplace_back(name, word);
    }
    attributes.emplace_back("link_speed", "32.0 GT/s PCIe");
    attributes.emplace_back("link_width", "16");
    return open("pci", attributes);
}

NcclXmlBuilder &NcclXmlBuilder::gpu(const std::string &busId, int dev, int sm, int links) {
    open("pci",
         {{"busid", busId}, {"class", "0x030200"}, {"link_speed", "32.0 GT/s PCIe"}, {"link_width", "16"}});
    const Attributes attributes = {{"dev", std::to_string(dev)},
                                   {"sm", std::to_string(sm)},
                                   {"rank", std::to_string(dev)},
                                   {"gdr", "1"}};
    if (links == 0)
        return single("gpu", attributes).close();
    open("gpu", attributes);
    single("nvlink",
           {{"target", "fffffff:ffff:ff"}, {"count", std::to_string(links)}, {"tclass", "0x068000"}});
    return close().close();
}

NcclXmlBuilder &NcclXmlBuilder::amdGpu(const std::string &busId, int dev, const std::string &gcn,
                                       const std::vector<std::string> &peers) {
    open("pci",
         {{"busid", busId}, {"class", "0x120000"}, {"link_speed", "32.0 GT/s PCIe"}, {"link_width", "16"}});
    open("gpu", {{"dev", std::to_string(dev)},
                 {"sm", "304"},
                 {"gcn", gcn},
                 {"arch", "38911"},
                 {"rank", std::to_string(dev)},
                 {"gdr", "1"}});
    for (const std::string &peer : peers)
        if (peer != busId)
            single("xgmi", {{"target", peer}, {"count", "1"}, {"tclass", "0x120000"}});
    return close().close();
}

NcclXmlBuilder &NcclXmlBuilder::nic(const std::string &busId, int dev, int speed) {
    open("pci",
         {{"busid", busId}, {"class", "0x020700"}, {"link_speed", "32.0 GT/s PCIe"}, {"link_width", "16"}});
    open("nic", {});
    single("net", {{"name", fmt::format("mlx5_{}", dev)},
                   {"dev", std::to_string(dev)},
                   {"speed", std::to_string(speed)},
                   {"port", "1"},
                   {"guid", fmt::format("0x{:x}", 0x1000 + dev)},
                   {"gdr", "1"}});
    return close().close();
}

std::string serverXml(const ServerShape &server) {
    NcclXmlBuilder text("1");
    int gpu = 0;
    int nic = 0;
    for (int cpu = 0; cpu < 2; ++cpu) {
        text.cpu(cpu);
        for (int half = 0; half < server.switches / 2; ++half) {
            const int at = cpu * (server.switches / 2) + half;
            text.bridge(fmt::format("0000:{:x}0:00.0", at));
            for (int g = 0; g < server.gpusPerSwitch; ++g, ++gpu)
                text.gpu(fmt::format("0000:{:x}1:{:02x}.0", at, g), gpu, server.sm, server.nvswitchLinks);
            for (int n = 0; n < server.nicsPerSwitch; ++n, ++nic)
                text.nic(fmt::format("0000:{:x}8:{:02x}.0", at, n), nic);
            text.close();
        }
        text.close();
    }
    return text.finish();
}

std::string flatVmXml(int gpus, int nics) {
    NcclXmlBuilder text("1");
    for (int cpu = 0; cpu < 2; ++cpu) {
        text.cpu(cpu);
        for (int g = cpu * gpus / 2; g < (cpu + 1) * gpus / 2; ++g)
            text.gpu(fmt::format("000{}:00:{:02x}.0", cpu, g + 1), g);
        for (int n = cpu * nics / 2; n < (cpu + 1) * nics / 2; ++n)
            text.nic(fmt::format("000{}:00:{:02x}.0", cpu, n + 0x10), n);
        text.close();
    }
    return text.finish();
}

std::string flatAmdVmXml(int gpus) {
    std::vector<std::string> all;
    for (int g = 0; g < gpus; ++g)
        all.push_back(fmt::format("{:04x}:00:00.0", 0x70 + 0x10 * g));
    NcclXmlBuilder text("2");
    for (int cpu = 0; cpu < 2; ++cpu) {
        text.cpu(cpu);
        for (int g = cpu * gpus / 2; g < (cpu + 1) * gpus / 2; ++g) {
            text.amdGpu(all[static_cast<std::size_t>(g)], g, "gfx942", all);
            text.nic(fmt::format("{:04x}:00:00.0", 0x71 + 0x10 * g), g);
        }
        text.close();
    }
    return text.finish();
}

nccl::Decisions decided(const std::string &text, nccl::Options options) {
    options.version = nccl::versionOfFile(text);
    const auto tree = nccl::readXml(text, *options.version);
    EXPECT_TRUE(tree.has_value()) << tree.error().toString();
    return nccl::decide(*tree, options);
}

nccl::Options with(const std::string &name, const std::string &value) {
    nccl::Options options;
    options.environment.set(name, value);
    return options;
}

std::vector<int> nicsOfGpus(const nccl::Decisions &decisions, std::size_t channel) {
    std::vector<int> nics;
    for (std::size_t gpu = 0; gpu < decisions.gpus.size(); ++gpu)
        nics.push_back(decisions.localNic(gpu, channel).value_or(-1));
    return nics;
}

} // namespace fabricscope::test
