// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Descriptor.h"
#include "core/base/Result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace fabricscope {

/// Who may read a file that is written: only its owner (mode 0600), or as the umask and an existing file of
/// that name have it.
enum class ReadableBy : std::uint8_t { Owner, Others };

/// A file that is written part by part, and is there as a whole or not at all: until commit() an existing
/// file keeps its contents, and there is no new one. The target of a symbolic link is replaced, the link
/// stays; devices and FIFOs are written to at once.
class OutputFile {
public:
    OutputFile(std::filesystem::path path, ReadableBy who);
    ~OutputFile(); ///< without commit() nothing stays
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;

    /// False from the first failure on, which commit() reports.
    bool write(std::string_view bytes);
    [[nodiscard]] Result<> commit();

private:
    [[nodiscard]] bool openDevice();
    void openTemporary(ReadableBy who);
    void fail();

    std::filesystem::path m_path, m_target;
    std::filesystem::path m_temporary; ///< empty: m_path is a device
    Descriptor m_file;
    int m_error = 0; ///< errno of the first failure
};

/// Writes such a file at once.
[[nodiscard]] Result<> writeWhole(const std::filesystem::path &path, std::string_view bytes, ReadableBy who);

/// Whether the file itself may be a symbolic link that is followed.
enum class LastLink { Follow, Refuse };

/// Called before a file is opened for writing: creates it empty and with mode 0600 regardless of the umask,
/// or removes the permissions of group and others from an existing regular file of this user. An existing
/// file is never opened: closing it would release the locks that SQLite holds on it in this process. Failures
/// are not reported here: opening the file reports them.
void makePrivate(const std::string &path, LastLink link = LastLink::Follow);

} // namespace fabricscope
