// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope::formats {

/// The command lines of VMMs in a text, in the form of the section `vmm` ("@pid 4711", "=ARGUMENT" lines): of
/// `ps`, with or without a header, of /proc/PID/cmdline, of a shell script and of libvirt's log of a domain.
/// The process ID is 0 where the text has none. Of equal ones the last. In time linear in the text.
[[nodiscard]] std::string vmmCommandLines(std::string_view text);

/// Whether a word names the program of a VMM: "/usr/bin/qemu-system-x86_64".
[[nodiscard]] bool isVmmProgram(std::string_view word); // VmmReader.cpp

} // namespace fabricscope::formats
