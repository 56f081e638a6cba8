// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope::capture {

/// The text without secrets: values of passwords, tokens and keys ("--token X" also within a line and as
/// <qemu:arg>, "password=X", "\"secret\": \"X\"", "pass=X", "?sig=X", "apikey \"X\"", "x_key=X"), "-u user:X"
/// of curl, "-pX" of mysql and sshpass and of no other program, also among the arguments of the audit system
/// (a0="..." and hex digits, proctitle=), passwords of netroot= and root=, Ceph keys (":key=X", "\"key\":
/// \"AQ...\""), what a VMM passes into its guest (-fw_cfg string=X, SMBIOS strings, -object secret,data=X),
/// users of URLs (https://X@host), and tokens of well-known forms (core/base/KnownTokens.h). Names are those
/// of core/base/SecretNames.cpp, also where they are in another line or element ("- name: X_TOKEN", then
/// "value: X", in either order; <name>X_TOKEN</name><value>X</value>; NamedSecrets, ValuesBeforeNames); a
/// quoted value ends at its closing quote, not at an escaped one; also "ENV X_TOKEN X", ("X_TOKEN", "X"), and
/// arguments as of "openssl passwd X"; webhooks, private keys in PEM, also cut off, and what follows "Bearer"
/// and "Basic" those of core/base/SecretShapes.cpp. Each becomes "***". A capture contains none of them,
/// redacted or not: the collector drops what it can on the host, and this function drops the rest when
/// sections arrive and files are imported. In time linear in the text; the result is longer than the text by
/// at most two bytes per secret.
[[nodiscard]] std::string withoutSecrets(std::string text);

/// Whether this kind of section may contain free text: not if the kernel writes only numbers.
[[nodiscard]] bool mayHoldSecrets(std::string_view section);

} // namespace fabricscope::capture
