// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Decide.h"

#include <string>
#include <vector>

namespace fabricscope::test {

/// Text of an NCCL file, made piece by piece.
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
    [[nodiscard]] std::string finish(); ///< closes all that is open

    NcclXmlBuilder &cpu(int numa, const std::string &vendor = "GenuineIntel", int family = 6,
                        int model = 143);
    NcclXmlBuilder &bridge(const std::string &busId, const std::string &ids = "0x15b3 0x1979 0x0000 0x0000");
    /// A GPU with its `pci`; `links`: to NVSwitches (NCCL) or nothing.
    NcclXmlBuilder &gpu(const std::string &busId, int dev, int sm = 90, int links = 0);
    NcclXmlBuilder &amdGpu(const std::string &busId, int dev, const std::string &gcn,
                           const std::vector<std::string> &peers);
    NcclXmlBuilder &nic(const std::string &busId, int dev, int speed = 400000);

private:
    void start(const std::string &name, const Attributes &attributes);

    std::string m_text;
    std::vector<std::string> m_open;
};

/// A server as they are built: `switches` PCIe switches, half of them below each of two CPUs, each with so
/// many GPUs and NICs. Bus ids: switch s is 0000:s0:00.0 (hexadecimal), its GPUs 0000:s1:.., its NICs
/// 0000:s8:..
struct ServerShape {
    int switches = 8;
    int gpusPerSwitch = 1;
    int nicsPerSwitch = 1;
    int nvswitchLinks = 18;
    int sm = 90;
};
[[nodiscard]] std::string serverXml(const ServerShape &server);

/// A virtual machine without switches: all devices below the CPUs; half of both below each.
[[nodiscard]] std::string flatVmXml(int gpus, int nics);
/// The same for RCCL: gfx942, all of them joined by XGMI. Each GPU is domain d, bus 0; its NIC domain d + 1.
[[nodiscard]] std::string flatAmdVmXml(int gpus);

/// What the library of the text's own version decides of it.
[[nodiscard]] nccl::Decisions decided(const std::string &text, nccl::Options options = {});
[[nodiscard]] nccl::Options with(const std::string &name, const std::string &value);
/// The NIC of each GPU on one channel, by index.
[[nodiscard]] std::vector<int> nicsOfGpus(const nccl::Decisions &decisions, std::size_t channel = 0);

} // namespace fabricscope::test
