// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::test {

/// A member of an archive as its header says it: nothing is checked, so that an archive may say anything.
struct Member {
    std::string name;
    std::string bytes;  ///< of files
    char type = '0';    ///< '0' file, '1' hard link, '2' symbolic link, '3' '4' devices, '5' folder, '6' pipe
    std::string target; ///< of links
    std::optional<std::size_t> declaredSize = {}; ///< what the header says instead of the bytes' number
};

/// A tar of them (POSIX ustar; names up to 99 bytes, longer ones split), with its end.
[[nodiscard]] std::string tarOf(const std::vector<Member> &members);

/// All that lies below a folder, as `tar c` would pack it, in front of each name `prefix`.
[[nodiscard]] std::string tarOfFolder(const std::filesystem::path &folder, const std::string &prefix = {});

enum class Packing { Gzip, Bzip2, Xz, Zstd, Lz4 };
/// These bytes, compressed.
[[nodiscard]] std::string packed(const std::string &bytes, Packing packing);

enum class Container { Zip, Cpio, Pax };
/// Files and folders in another kind of archive.
[[nodiscard]] std::string archiveOf(const std::vector<Member> &members, Container container);

} // namespace fabricscope::test
