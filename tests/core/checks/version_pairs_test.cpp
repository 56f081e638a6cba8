// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Versions that do not fit each other: each pair on a host where it fails and on one where it does not.
#include "core/checks/versions/Pairs.h"
#include "core/host/SystemFacts.h"
#include "tests/core/checks/CheckedHost.h"
#include "tests/support/samples/SampleHostBuilder.h"

#include <gmock/gmock.h>

#include <functional>
#include <set>

namespace fabricscope::checks::versions {
namespace {

using host::Host;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

void addFact(Host &host, std::string_view tool, std::string_view name, std::string_view value,
             std::string_view device = {}) {
    host.toolFacts.push_back(
        {std::string(tool), std::string(device), std::string(name), std::string(value), {}});
}

void loadModule(Host &host, const std::string &name, std::string_view version) {
    host.modules[name]["version"] = samples::text(version);
}

/// The sound server with GPUs of NVIDIA: two H100, unless told otherwise.
Host nvidiaServer(std::string_view driver, std::uint16_t device = 0x2330) {
    Host host = soundServer();
    for (const std::string_view gpu : {kGpu, kOtherGpu}) {
        host::PciFunction &function = *host.function(samples::address(gpu));
        function.vendor = samples::fact<std::uint16_t>(0x10de);
        function.device = samples::fact(device);
        function.driver = samples::text("nvidia");
    }
    loadModule(host, "nvidia", driver);
    return host;
}

Host withFact(Host host, std::string_view tool, std::string_view name, std::string_view value) {
    addFact(host, tool, name, value);
    return host;
}

Host withModule(Host host, const std::string &name, std::string_view version) {
    loadModule(host, name, version);
    return host;
}

Host withKernel(Host host, std::string_view release) {
    host.kernel = samples::text(release);
    return host;
}

/// Its GPU is held for a VM.
Host hypervisor() {
    Host host = soundServer();
    host.function(samples::address(kOtherGpu))->driver = samples::text("vfio-pci");
    return host;
}

Host withNccl(Host host, std::string_view cuda) {
    host::InstalledLibrary library;
    library.cuda = samples::text(cuda);
    host.libraries.push_back(library);
    return host;
}

/// The NICs are AMD's, with the driver ionic.
Host ionicServer(std::string_view abi, std::string_view file, std::string_view firmware) {
    Host host = soundServer();
    for (const std::string_view nic : {kNic, kOtherNic})
        host.function(samples::address(nic))->driver = samples::text("ionic");
    for (host::RdmaDevice &device : host.rdmaDevices) {
        addFact(host, host::kVerbsAbi, "abi_version", abi, device.name);
        device.firmware = samples::text(firmware);
    }
    addFact(host, host::kProviderLibraries, "libionic-rdmav34.so", file);
    return host;
}

Host connectX8Server(std::string_view ofed, std::uint16_t device) {
    Host host = soundServer();
    for (const std::string_view nic : {kNic, kOtherNic}) {
        host.function(samples::address(nic))->vendor = samples::fact<std::uint16_t>(0x15b3);
        host.function(samples::address(nic))->device = samples::fact(device);
    }
    addFact(host, host::kVersions, "OFED", ofed);
    return host;
}

Host amdServer(std::string_view tool, std::string_view name, std::string_view value,
               std::string_view kernel = "6.8.0-60-generic") {
    Host host = withFact(soundServer(), tool, name, value);
    host.kernel = samples::text(kernel);
    return host;
}

Host inTreeAmdServer(std::string_view rocm) {
    Host host = amdServer(host::kVersions, "ROCm", rocm);
    host.modules["amdgpu"]["vm_size"] = samples::text("-1");
    return host;
}

constexpr std::string_view kModule = host::kNvidiaModule, kOpen = host::kOpenModule,
                           kProprietary = host::kProprietaryModule;

struct Row {
    std::string_view check, variant;
    Host bad, good;
};

std::vector<Row> rows() {
    using host::kProviderLibraries;
    using host::kVersions;
    const auto cuda = [](std::string_view toolkit, std::string_view driver) {
        return withFact(nvidiaServer(driver), kVersions, "CUDA", toolkit);
    };
    const auto flavor = [](std::uint16_t device, std::string_view module) {
        return withFact(nvidiaServer("580.95.05", device), kVersions, kModule, module);
    };
    const auto gdr = [](std::string_view version, std::string_view module) {
        return withFact(withModule(nvidiaServer("550.90.07"), "gdrdrv", version), kVersions, kModule, module);
    };
    const auto library = [](std::string_view name, std::string_view file) {
        return withFact(nvidiaServer("580.95.05"), kProviderLibraries, name, file);
    };
    return {
        {"gpu.versions", "", cuda("11.8.0", "440.100"), cuda("11.8.0", "450.36.06")},
        {"gpu.versions", "", cuda("12.4.1", "520.61.05"), cuda("12.4.1", "525.60.13")},
        {"gpu.versions", "", cuda("13.0.1", "570.133.20"), cuda("13.0.1", "580.65.06")},
        {"gpu.versions", "libcuda", library("libcuda.so.1", "libcuda.so.580.82.07"),
         library("libcuda.so.1", "libcuda.so.580.95.05")},
        {"gpu.versions", "imex", withFact(nvidiaServer("580.95.05"), kVersions, "IMEX", "580.82.07"),
         withFact(nvidiaServer("580.95.05"), kVersions, "IMEX", "580.95.05")},
        {"gpu.versions", "cuda_minor",
         withFact(cuda("12.9.1", "550.90.07"), "nvidia-smi", "cuda_version", "12.4"),
         withFact(cuda("12.4.1", "550.90.07"), "nvidia-smi", "cuda_version", "12.4")},
        {"gpu.versions", "imex_names", withFact(nvidiaServer("570.86.15"), kVersions, "IMEX", "570.86.15"),
         withFact(nvidiaServer("570.158.01"), kVersions, "IMEX", "570.158.01")},
        {"gpu.versions", "dmabuf_kernel",
         withKernel(withFact(nvidiaServer("580.95.05"), kVersions, kModule, kOpen), "5.4.0-150-generic"),
         withKernel(withFact(nvidiaServer("580.95.05"), kVersions, kModule, kOpen), "5.14.0-427.el9")},
        {"gpu.versions", "dmabuf_kernel",
         withKernel(withFact(nvidiaServer("580.95.05"), kVersions, kModule, kOpen), "5.4.0-150-generic"),
         withKernel(withFact(nvidiaServer("580.95.05"), kVersions, kModule, kProprietary),
                    "5.4.0-150-generic")},
        {"gpu.versions", "vfio_reset", withKernel(hypervisor(), "6.14.2-arch1"),
         withKernel(hypervisor(), "6.14.3-arch1")},
        {"gpu.versions", "vfio_reset", withKernel(hypervisor(), "6.12.23"),
         withKernel(soundServer(), "6.12.23")},
        {"gpu.versions", "b200", nvidiaServer("570.86.15", 0x2901), nvidiaServer("570.133.20", 0x2901)},
        {"gpu.versions", "blackwell", flavor(0x2901, kProprietary), flavor(0x2901, kOpen)},
        {"gpu.versions", "blackwell", flavor(0x2b85, kProprietary), flavor(0x2330, kProprietary)},
        {"gpu.versions", "before_turing", flavor(0x1db5, kOpen), flavor(0x1db5, kProprietary)},
        {"gpu.versions", "gdrcopy", gdr("2.4.1", kOpen), gdr("2.4.4", kOpen)},
        {"gpu.versions", "gdrcopy", gdr("2.4.1", kOpen), gdr("2.4.1", kProprietary)},
        {"gpu.versions", "gdrapi",
         withModule(library("libgdrapi.so.2", "libgdrapi.so.2.5"), "gdrdrv", "2.4.4"),
         withModule(library("libgdrapi.so.2", "libgdrapi.so.2.4"), "gdrdrv", "2.4.4")},
        {"gpu.versions", "amd_pinned", withModule(soundServer(), "amdgpu", "6.12.12"),
         withModule(soundServer(), "amdgpu", "6.14.14")},
        {"rdma.versions", "", ionicServer("1", "libionic.so.1.1.54.0-149", "1.117.5-a-77"),
         ionicServer("1", "libionic.so.1.1.54.0-187", "1.117.5-a-77")},
        {"rdma.versions", "", ionicServer("4", "libionic.so.1.1.54.0-187", "1.117.5-a-45"),
         ionicServer("4", "libionic.so.1.1.54.0-149", "1.117.5-a-45")},
        {"rdma.versions", "ibgda", ionicServer("4", "libionic.so.1.1.54.0-149", "1.117.1-a-63"),
         ionicServer("4", "libionic.so.1.1.54.0-149", "1.117.5-a-45")},
        {"rdma.versions", "ibgda_bnxt", withModule(soundServer(), "bnxt_re", "231.0.162.0"),
         withModule(soundServer(), "bnxt_re", "235.2.86.0")},
        {"rdma.versions", "dmabuf_verbs",
         withFact(soundServer(), kProviderLibraries, "libibverbs.so.1", "libibverbs.so.1.11.32.1"),
         withFact(soundServer(), kProviderLibraries, "libibverbs.so.1", "libibverbs.so.1.14.50.0")},
        {"rdma.versions", "nvshmem",
         withFact(nvidiaServer("580.95.05"), kProviderLibraries, "libibverbs.so.1",
                  "libibverbs.so.1.14.39.0"),
         withFact(nvidiaServer("580.95.05"), kProviderLibraries, "libibverbs.so.1",
                  "libibverbs.so.1.14.50.0")},
        {"rdma.versions", "mlnx_ofed", connectX8Server("MLNX_OFED_LINUX-24.10-0.7.0.0", 0x1023),
         connectX8Server("OFED-internal-25.07-0.6.1", 0x1023)},
        {"rdma.versions", "mlnx_ofed", connectX8Server("MLNX_OFED_LINUX-24.10-0.7.0.0", 0xa2dc),
         connectX8Server("MLNX_OFED_LINUX-24.10-0.7.0.0", 0x1021)},
        {"library.versions", "", withNccl(nvidiaServer("515.105.01"), "12.2"),
         withNccl(nvidiaServer("535.183.01"), "12.2")},
        {"library.versions", "", withNccl(nvidiaServer("570.133.20"), "13.0"),
         withNccl(nvidiaServer("580.65.06"), "13.0")},
        {"library.versions", "rocm_ipc", inTreeAmdServer("6.3.1"), inTreeAmdServer("6.4.0")},
        {"library.versions", "rocm_ipc", inTreeAmdServer("6.3.1"),
         withModule(inTreeAmdServer("6.3.1"), "amdgpu", "6.14.14")},
        {"library.versions", "ucx_dmabuf", amdServer(kVersions, "UCX", "1.18.0"),
         amdServer(kVersions, "UCX", "1.23.0")},
        {"library.versions", "ucx_dmabuf", amdServer(kVersions, "UCX", "1.18.0"),
         amdServer(kVersions, "UCX", "1.18.0", "5.15.0-100-generic")},
        {"library.versions", "ucx_ipc", withFact(nvidiaServer("580.95.05"), kVersions, "UCX", "1.21.0"),
         withFact(nvidiaServer("580.95.05"), kVersions, "UCX", "1.22.0")},
    };
}

std::vector<std::string> variantsOf(const Answer &answer) {
    std::vector<std::string> variants;
    for (const findings::Finding &finding : answer.findings)
        variants.push_back(finding.variant);
    return variants;
}

TEST(VersionPairs, FailOnOneHostAndNotOnTheOther) {
    std::set<std::pair<std::string_view, std::string_view>> tried;
    for (const Row &row : rows()) {
        tried.emplace(row.check, row.variant);
        const CheckedSample bad(row.bad), good(row.good);
        EXPECT_THAT(variantsOf(bad.answer(row.check)), testing::Contains(std::string(row.variant)))
            << row.check << ": " << bad.answer(row.check).text;
        EXPECT_THAT(variantsOf(good.answer(row.check)), Not(testing::Contains(std::string(row.variant))))
            << row.check << ": " << good.answer(row.check).text;
    }
    for (const Pair &pair : allPairs())
        EXPECT_TRUE(tried.contains({pair.check, pair.variant})) << pair.check << " " << pair.variant;
}

TEST(VersionPairs, HaveARuleEachWithAllTextsWhole) {
    for (const Row &row : rows()) {
        const CheckedSample sample(row.bad);
        for (const findings::Finding &finding : sample.answer(row.check).findings) {
            EXPECT_THAT(findings::statement(finding), Not(HasSubstr("{"))) << row.variant;
            EXPECT_THAT(findings::remedy(finding), Not(IsEmpty())) << row.variant;
            EXPECT_FALSE(finding.evidence.empty()) << row.variant;
        }
    }
}

/// amd-smi version prints it where no file of ROCm was read.
TEST(VersionPairs, TakeRocmFromAmdSmi) {
    Host host = withFact(soundServer(), "amd-smi version", "ROCm version", "6.3.1");
    host.modules["amdgpu"]["vm_size"] = samples::text("-1");
    EXPECT_THAT(variantsOf(CheckedSample(host).answer("library.versions")), testing::Contains("rocm_ipc"));
    addFact(host, host::kVersions, "ROCm", "6.4.0");
    EXPECT_THAT(variantsOf(CheckedSample(host).answer("library.versions")),
                Not(testing::Contains("rocm_ipc")))
        << "the file counts first";
}

TEST(VersionPairs, ThatCannotBeComparedAreUnknown) {
    Host host = soundServer();
    for (host::RdmaDevice &device : host.rdmaDevices)
        device.firmware = {};
    const CheckedSample sample(host);
    for (const std::string_view check : {"gpu.versions", "rdma.versions", "library.versions"}) {
        EXPECT_EQ(sample.answer(check).status, Status::Unknown) << check;
        EXPECT_EQ(sample.answer(check).reason, Reason::NotCollected) << check;
    }
}

TEST(VersionPairs, ThatPassStateWhatWasCompared) {
    const Host host = withFact(nvidiaServer("580.95.05"), host::kVersions, "CUDA", "13.0.1");
    const Answer answer = CheckedSample(host).answer("gpu.versions");
    EXPECT_EQ(answer.status, Status::Passed);
    EXPECT_THAT(answer.text, testing::AllOf(HasSubstr("NVIDIA driver 580.95.05"), HasSubstr("CUDA 13.0.1")));
}

TEST(Version, IsItsNumbers) {
    EXPECT_EQ(Version::parse("12"), Version::parse("12.0"));
    EXPECT_LT(Version::parse("6.8.0-60-generic"), Version::parse("6.11"));
    EXPECT_LT(Version::parse("1.117.1-a-63"), Version::parse("1.117.5-a-45"));
    EXPECT_LT(Version::parse("570.86.15"), Version::parse("570.133.20"));
    EXPECT_EQ(Version::parse("none"), std::nullopt);
    EXPECT_EQ(Version::parse("1.99999999999"), std::nullopt);
    EXPECT_TRUE(Version::parse("1.2.3.4.5.6.7.8.9.10.11")) << "numbers after the eighth are left out";
}

} // namespace
} // namespace fabricscope::checks::versions
