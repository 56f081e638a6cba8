// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Decide.h"

#include <string>
#include <vector>

namespace fabricscope::test {

/// Builds the text of an NCCL file element by element.
///
///     NcclXmlBuilder text("1");
///     text.open("cpu", {{"numaid", "0"}, ...});
///     text.single("pci", {...});
///     text.close();
///     decide(text.finish());
class NcclXmlBuilder {
public:
    using Attributes = std::vector<std::pair<std::string, std::string>>;

    explicit NcclXmlBuilder(const std::string &version) { open("system", {{"version", version}}); }

    NcclXmlBuilder &open(const std::string &name, const Attributes &attributes);
    NcclXmlBuilder &single(const std::string &name, const Attributes &attributes);
    NcclXmlBuilder &close();
    [[nodiscard]] std::string finish(); ///< closes all open elements

    NcclXmlBuilder &cpu(int numa, const std::string &vendor = "GenuineIntel", int family = 6,
                        int model = 143);
    NcclXmlBuilder &bridge(const std::string &busId, const std::string &ids = "0x15b3 0x1979 0x0000 0x0000");
    /// A GPU with its `pci`; `links`: number of links to NVSwitches (NCCL), or 0.
    NcclXmlBuilder &gpu(const std::string &busId, int dev, int sm = 90, int links = 0);
    NcclXmlBuilder &amdGpu(const std::string &busId, int dev, const std::string &gcn,
                           const std::vector<std::string> &peers);
    NcclXmlBuilder &nic(const std::string &busId, int dev, int speed = 400000);

private:
    void start(const std::string &name, const Attributes &attributes);

    std::string m_text;
    std::vector<std::string> m_open;
};

/// A typical server: `switches` PCIe switches, half of them below each of two CPUs, each with this number of
/// GPUs and NICs. Bus ids: switch s is 0000:s0:00.0 (hexadecimal), its GPUs 0000:s1:.., its NICs 0000:s8:..
struct ServerShape {
    int switches = 8;
    int gpusPerSwitch = 1;
    int nicsPerSwitch = 1;
    int nvswitchLinks = 18;
    int sm = 90;
};
[[nodiscard]] std::string serverXml(const ServerShape &server);

/// A virtual machine without switches: all devices below the CPUs, half of the GPUs and NICs below each.
[[nodiscard]] std::string flatVmXml(int gpus, int nics);
/// The same for RCCL: gfx942, fully connected by XGMI. Each GPU is domain d, bus 0; its NIC domain d + 1.
[[nodiscard]] std::string flatAmdVmXml(int gpus);

/// The decisions of the library version of the text.
[[nodiscard]] nccl::Decisions decided(const std::string &text, nccl::Options options = {});
[[nodiscard]] nccl::Options with(const std::string &name, const std::string &value);
/// The NIC index of each GPU on one channel.
[[nodiscard]] std::vector<int> nicsOfGpus(const nccl::Decisions &decisions, std::size_t channel = 0);

} // namespace fabricscope::test
