// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/remote/Waiting.h"

#include <gtest/gtest.h>

#include <ostream>

namespace fabricscope::remote {

inline void PrintTo(TransportKind kind, std::ostream *stream) {
    *stream << (kind == TransportKind::OpenSsh  ? "openssh"
                : kind == TransportKind::Libssh ? "libssh"
                                                : "auto");
}

} // namespace fabricscope::remote

namespace fabricscope::test {

/// Tests of every transport run with the library and with the installed ssh.
inline const auto kTransports =
    testing::Values(remote::TransportKind::Libssh, remote::TransportKind::OpenSsh);

inline std::string transportName(remote::TransportKind kind) {
    return testing::PrintToString(kind);
}

struct TransportName {
    std::string operator()(const testing::TestParamInfo<remote::TransportKind> &info) const {
        return transportName(info.param);
    }
};

class OverTransport : public testing::TestWithParam<remote::TransportKind> {
protected:
    static remote::Endpoint endpointOf(const Sshd &sshd, int port = 0) {
        remote::Endpoint endpoint = test::endpointOf(sshd, port);
        endpoint.transport = GetParam();
        return endpoint;
    }
    static bool isOpenSsh() { return GetParam() == remote::TransportKind::OpenSsh; }
};

} // namespace fabricscope::test
