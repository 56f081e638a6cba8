// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fabricscope::remote {

/// What to do about failures that both transports, or several steps of a connection, report.
inline constexpr const char *kHostDownHint =
    "check that the host is up and that no firewall blocks this port";
inline constexpr const char *kNameHint =
    "check the name and DNS, or set HostName for it in your ssh configuration";
inline constexpr const char *kNoServerHint = "is sshd running on this port?";
inline constexpr const char *kOtherProgramHint =
    "another program listens on this port: check the port, or Port in your ssh configuration";
inline constexpr const char *kNoBannerHint =
    "another program may listen on this port, or sshd does not respond: check the port, and sshd on the host";
inline constexpr const char *kInstallSshHint =
    "install the OpenSSH client (package openssh-client or openssh-clients)";

} // namespace fabricscope::remote
