// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/site/SiteHost.h"

#include "core/site/SiteChecks.h"
#include "tests/support/samples/SampleHostBuilder.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace fabricscope::site {

host::Host siteServer() {
    host::Host host = checks::soundServer();
    host.kernel = samples::text("6.8.0-60-generic");
    host.bios = samples::text("3.4a");
    host.osName = samples::text("Ubuntu 24.04.1 LTS");
    host.modules["amdgpu"]["version"] = samples::text("6.14.14");
    host.modules["ionic"]["version"] = samples::text("25.08.4");
    host.toolFacts.push_back({"sysctl", "", "vm.nr_hugepages", "1024", {}});
    for (host::GpuFacts &gpu : host.gpus)
        gpu.model = samples::text("AMD Instinct MI355X");
    for (host::RdmaDevice &device : host.rdmaDevices) {
        device.firmware = samples::text("1.117.5");
        device.ports.front().linkLayer = samples::text("Ethernet");
        device.ports.front().rate = samples::fact(GigabitsPerSecond{400});
    }
    for (host::NetInterface &net : host.netInterfaces)
        net.mtu = samples::fact(std::int64_t{9000});
    return host;
}

checks::HostReport reportWith(const checks::CheckedSample &sample, std::string_view siteFile) {
    const Site site = readSite(siteFile);
    EXPECT_TRUE(site.problems.empty()) << toString(site.problems.front()) << "\n" << siteFile;
    checks::Subject subject;
    subject.topology = sample.topology.get();
    subject.examination = &sample.examination;
    checks::HostReport report = sample.report;
    applySite(site, subject, kToday, report);
    return report;
}

const checks::CheckResult *resultOf(const checks::HostReport &report, std::string_view id) {
    const auto at = std::find_if(report.results.begin(), report.results.end(),
                                 [id](const checks::CheckResult &result) { return result.check->id == id; });
    return at == report.results.end() ? nullptr : &*at;
}

} // namespace fabricscope::site
