// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Unpacker.h"

#include "core/base/HostText.h"
#include "core/base/Units.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>

namespace fabricscope::capture {

namespace {

/// Compressions by the first bytes of a file. Only one layer is removed at a time: libarchive would remove up
/// to twenty-five, and each may expand one byte to a thousand.
struct Compression {
    std::string_view magic;
    int filter;
};
constexpr Compression kCompressions[] = {
    {"\x1f\x8b", ARCHIVE_FILTER_GZIP},
    {"BZh", ARCHIVE_FILTER_BZIP2},
    {{"\xfd"
      "7zXZ\0",
      6},
     ARCHIVE_FILTER_XZ},
    {"\x28\xb5\x2f\xfd", ARCHIVE_FILTER_ZSTD},
    {"LZIP\1", ARCHIVE_FILTER_LZIP},
    {"\x04\x22\x4d\x18", ARCHIVE_FILTER_LZ4},
};

int filterOf(std::string_view bytes) {
    for (const Compression &known : kCompressions)
        if (bytes.substr(0, known.magic.size()) == known.magic)
            return known.filter;
    return ARCHIVE_FILTER_NONE;
}

// A tar header's checksum, computed with blanks in the place of the checksum.
bool isTarHeader(std::string_view bytes) {
    constexpr std::size_t kHeader = 512, kSum = 148, kSumLength = 8;
    if (bytes.size() < kHeader)
        return false;
    unsigned expected = 0;
    for (const char c : bytes.substr(kSum, kSumLength)) {
        const bool isDigit = c >= '0' && c <= '7';
        if (!isDigit && c != ' ' && c != '\0')
            return false; // any text, without computing
        expected = isDigit ? expected * 8 + static_cast<unsigned>(c - '0') : expected;
    }
    unsigned sum = kSumLength * ' ';
    for (std::size_t i = 0; i < kHeader; ++i)
        sum += i >= kSum && i < kSum + kSumLength ? 0U : static_cast<unsigned char>(bytes[i]);
    return sum == expected;
}

std::string withoutSuffix(std::string_view name) {
    name.remove_prefix(name.rfind('/') == std::string_view::npos ? 0 : name.rfind('/') + 1);
    const auto dot = name.rfind('.');
    const std::string_view stem = dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
    return stem.empty() || stem == ".." ? "file" : HostText(stem).plain(200);
}

} // namespace

bool mayBePacked(std::string_view bytes) {
    static constexpr std::string_view kBegins[] = {"PK\3\4", "PK\5\6",   "070701",  "070702",
                                                   "070707", "\xc7\x71", "\x71\xc7"};
    return filterOf(bytes) != ARCHIVE_FILTER_NONE || isTarHeader(bytes) ||
           std::any_of(std::begin(kBegins), std::end(kBegins),
                       [&](std::string_view begin) { return bytes.substr(0, begin.size()) == begin; });
}

Unpacker::Unpacker(FileTree &tree, const FileTree::Limits &limits)
    : m_tree(tree), m_limits(limits), m_archive(nullptr, archive_read_free) {}

bool Unpacker::run(std::string_view bytes, std::string_view name) {
    const int filter = filterOf(bytes);
    m_archive.reset(archive_read_new());
    if (!m_archive)
        return false;
    archive_read_support_format_tar(get());
    archive_read_support_format_cpio(get());
    archive_read_support_format_zip(get());
    archive_read_support_format_raw(get());
    archive_read_support_format_empty(get());
    if (archive_read_append_filter(get(), filter) != ARCHIVE_OK)
        return false;
    if (archive_read_open_memory(get(), bytes.data(), bytes.size()) != ARCHIVE_OK) {
        if (filter == ARCHIVE_FILTER_NONE)
            return false;
        m_notes.push_back("damaged from the start: " + reason());
        return true;
    }
    return members(filter, name);
}

std::string Unpacker::reason() {
    const char *text = archive_error_string(get());
    return HostText(text ? text : "unknown").plain(200);
}

bool Unpacker::members(int filter, std::string_view name) {
    archive_entry *entry = nullptr;
    for (std::size_t count = 0;; ++count) {
        const int status = archive_read_next_header(get(), &entry);
        const bool raw = archive_format(get()) == ARCHIVE_FORMAT_RAW;
        if (raw && filter == ARCHIVE_FILTER_NONE)
            return false;
        if (status == ARCHIVE_EOF)
            return count > 0 || filter != ARCHIVE_FILTER_NONE;
        if (status == ARCHIVE_RETRY)
            continue;
        if (status < ARCHIVE_WARN) {
            // Data that only resembles an archive is a text.
            if (count == 0 && filter == ARCHIVE_FILTER_NONE)
                return false;
            note("the archive is damaged or cut off: {}; the rest is missing", reason());
            return true;
        }
        if (count >= m_limits.members) {
            note("more than {} members: the rest is missing", m_limits.members);
            return true;
        }
        m_isSingle = raw;
        if (!(raw ? single(name) : member(entry)))
            return true;
    }
}

bool Unpacker::single(std::string_view name) {
    std::string bytes;
    const bool whole = read(name, bytes);
    m_tree.addFile(withoutSuffix(name), std::move(bytes), whole);
    return false;
}

// False: it was the last one.
bool Unpacker::member(archive_entry *entry) {
    const char *plain = archive_entry_pathname(entry);
    if (!plain)
        plain = archive_entry_pathname_utf8(entry);
    const std::string name = plain ? plain : "";
    const char *hardLink = archive_entry_hardlink(entry);
    const auto type = archive_entry_filetype(entry);
    if (name.empty()) {
        m_tree.omit(OmittedMembers::Reason::BadName, "(without a name)");
    } else if (hardLink && archive_entry_size(entry) == 0) {
        m_tree.addHardLink(name, hardLink);
    } else if (type == AE_IFDIR) {
        m_tree.addFolder(name);
    } else if (type == AE_IFLNK) {
        const char *target = archive_entry_symlink(entry);
        m_tree.addLink(name, target ? target : "");
    } else if (type == AE_IFREG) {
        std::string bytes;
        const bool whole = read(name, bytes);
        m_tree.addFile(name, std::move(bytes), whole);
        return !m_stopped;
    } else {
        m_tree.omit(OmittedMembers::Reason::Special, name);
    }
    std::string rest;
    read(name, rest); // such a member should have no data: counted and limited
    return !m_stopped;
}

// Reads the data of the current member; false if it is incomplete.
bool Unpacker::read(std::string_view name, std::string &bytes) {
    bool whole = true;
    for (;;) {
        const la_ssize_t length = archive_read_data(get(), m_buffer.data(), m_buffer.size());
        if (length == ARCHIVE_RETRY)
            continue;
        if (length < 0) {
            note("'{}' is damaged or cut off: {}", HostText(name).plain(120), reason());
            m_stopped = length == ARCHIVE_FATAL;
            return false;
        }
        if (length == 0)
            return whole;
        const std::size_t taken = static_cast<std::size_t>(length);
        m_bytesRead += taken;
        if (m_bytesRead > m_limits.totalBytes) {
            note("unpacks to more than {}: stopped in '{}', the rest is missing",
                 toString(ByteCount{m_limits.totalBytes}), HostText(name).plain(120));
            m_stopped = true;
            return false;
        }
        const std::size_t room = m_limits.fileBytes - std::min(m_limits.fileBytes, bytes.size());
        bytes.append(m_buffer, 0, std::min(room, taken));
        if (taken > room && std::exchange(whole, false))
            note("'{}' is longer than {}: the rest of it was dropped", HostText(name).plain(120),
                 toString(ByteCount{m_limits.fileBytes}));
    }
}

} // namespace fabricscope::capture
