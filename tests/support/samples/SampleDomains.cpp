// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleDomains.h"

#include "tests/support/samples/SampleHostBuilder.h"

#include <fmt/format.h>

namespace fabricscope::samples {

host::Host manyDomains(unsigned count) {
    using namespace shapes;
    host::Host host;
    for (unsigned domain = 0; domain < count; ++domain) {
        SampleHostBuilder builder("part");
        const auto bdf = [domain](const char *tail) {
            return fmt::format("{:04x}:{}", domain, tail);
        };
        builder.add(bdf("00:01.0"), kRootPort);
        builder.add(bdf("01:00.0"), bdf("00:01.0"), kUpstream);
        for (int port = 0; port < 3; ++port)
            builder.add(bdf(fmt::format("02:0{}.0", port).c_str()), bdf("01:00.0"), kDownstream);
        builder.add(bdf("03:00.0"), bdf("02:00.0"), kGpu);
        builder.add(bdf("04:00.0"), bdf("02:01.0"), kFabricNic);
        builder.add(bdf("05:00.0"), bdf("02:02.0"), kNvme);
        const host::Host part = builder.finish();
        host.functions.insert(host.functions.end(), part.functions.begin(), part.functions.end());
    }
    return host;
}

} // namespace fabricscope::samples
