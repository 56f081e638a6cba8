// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace fabricscope {

/// Whether a symbolic link in the place of the file itself is followed.
enum class LastLink { Follow, Refuse };

/// Before a file is opened for writing: makes it, empty and with mode 0600 regardless of the umask, or
/// removes the rights of group and others from an existing regular file of this user. The file is never
/// opened: closing it would release the locks that SQLite holds on it in this process. Failures are not
/// reported: opening the file names them.
void makePrivate(const std::string &path, LastLink link = LastLink::Follow);

} // namespace fabricscope
