// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/SshWire.h"

namespace fabricscope::remote::mux {

// How a program and a running `ssh` talk over its control socket: OpenSSH's PROTOCOL.mux. After the hello and
// the request for proxy mode, which OpenSSH has since 7.4, the packets are those of RFC 4254.
inline constexpr std::uint32_t kHello = 0x00000001, kProxyRequest = 0x1000000f, kProxyAccepted = 0x8000000f,
                               kVersion = 4;

inline constexpr std::uint8_t kGlobalRequest = 80, kRequestSuccess = 81, kRequestFailure = 82,
                              kChannelOpen = 90, kChannelOpenConfirmation = 91, kChannelOpenFailure = 92,
                              kChannelWindowAdjust = 93, kChannelData = 94, kChannelExtendedData = 95,
                              kChannelEof = 96, kChannelClose = 97, kChannelRequest = 98,
                              kChannelSuccess = 99, kChannelFailure = 100;

/// A packet of proxy mode begins with its padding's length, which is nothing, and its type.
[[nodiscard]] inline WireWriter packet(std::uint8_t type) {
    return WireWriter().byte(0).byte(type);
}

} // namespace fabricscope::remote::mux
