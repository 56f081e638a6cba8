// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::test {

/// An archive member as its header describes it. Nothing is checked, so that tests can create invalid
/// archives.
struct Member {
    std::string name;
    std::string bytes;  ///< of files
    char type = '0';    ///< '0' file, '1' hard link, '2' symbolic link, '3' '4' devices, '5' folder, '6' pipe
    std::string target; ///< of links
    std::optional<std::size_t> declaredSize = {}; ///< size in the header, if not the number of bytes
};

/// A tar archive of the members (POSIX ustar; names up to 99 bytes, longer ones are split), with the end
/// marker.
[[nodiscard]] std::string tarOf(const std::vector<Member> &members);

/// Everything below a folder, as `tar c` packs it, each name prefixed with `prefix`.
[[nodiscard]] std::string tarOfFolder(const std::filesystem::path &folder, const std::string &prefix = {});

enum class Packing { Gzip, Bzip2, Xz, Zstd, Lz4 };
/// The bytes, compressed.
[[nodiscard]] std::string packed(const std::string &bytes, Packing packing);

enum class Container { Zip, Cpio, Pax };
/// Files and folders in another archive format.
[[nodiscard]] std::string archiveOf(const std::vector<Member> &members, Container container);

} // namespace fabricscope::test
