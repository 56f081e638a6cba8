// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace fabricscope {

/// Whether the file itself may be a symbolic link that is followed.
enum class LastLink { Follow, Refuse };

/// Called before a file is opened for writing: creates it empty and with mode 0600 regardless of the umask,
/// or removes the permissions of group and others from an existing regular file of this user. An existing
/// file is never opened: closing it would release the locks that SQLite holds on it in this process. Failures
/// are not reported here: opening the file reports them.
void makePrivate(const std::string &path, LastLink link = LastLink::Follow);

} // namespace fabricscope
