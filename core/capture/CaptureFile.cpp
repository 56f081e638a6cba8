// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/base/Units.h"
#include "core/capture/Capture.h"
#include "core/capture/CaptureIndex.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace fabricscope::capture {

namespace {

constexpr const char *kIndexMember = "fscope";
constexpr std::size_t kLongestIndex = std::size_t{16} << 20;

using Writer = std::unique_ptr<archive, decltype(&archive_write_free)>;
using Reader = std::unique_ptr<archive, decltype(&archive_read_free)>;
using Entry = std::unique_ptr<archive_entry, decltype(&archive_entry_free)>;

la_ssize_t appendTo(archive *, void *out, const void *data, std::size_t length) {
    static_cast<std::string *>(out)->append(static_cast<const char *>(data), length);
    return static_cast<la_ssize_t>(length);
}

bool addMember(archive *writer, const std::string &name, std::string_view data, std::int64_t timeMs) {
    const Entry entry(archive_entry_new(), archive_entry_free);
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(data.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_mtime(entry.get(), std::max<std::int64_t>(timeMs / 1000, 0), 0);
    return archive_write_header(writer, entry.get()) == ARCHIVE_OK &&
           archive_write_data(writer, data.data(), data.size()) == static_cast<la_ssize_t>(data.size());
}

std::string reason(archive *handle) {
    const char *text = archive_error_string(handle);
    return text ? HostText(text).plain(256) : "unknown reason";
}

// Names come from hosts; in a member's name they are only for human readers.
std::string memberName(std::size_t number, const std::string &section) {
    std::string name = section.substr(0, 64);
    std::replace_if(
        name.begin(), name.end(),
        [](char c) { return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'); },
        '_');
    return fmt::format("sections/{:04}-{}.zst", number, name);
}

/// The members of a tar, as far as it could be read.
struct Members {
    std::string index;
    std::map<std::string, std::string, std::less<>> others;
    std::string readError; ///< empty if the file was read to its end
    std::string cut;       ///< the member in the middle of which the file ends
};

// Of the member that is being read. libarchive has none, and gives a status in its place, where the file
// ended while it passed over a member: that is the end.
std::size_t position(archive *reader, std::size_t end) {
    const la_int64_t at = archive_read_header_position(reader);
    return at < 0 ? end : std::min(static_cast<std::size_t>(at), end);
}

// At most `limit` bytes: a sparse member can claim more than the file holds.
bool readData(archive *reader, std::string &into, std::size_t limit) {
    char buffer[16384];
    for (;;) {
        const la_ssize_t length = archive_read_data(reader, buffer, sizeof buffer);
        if (length < 0)
            return false;
        if (length == 0)
            return true;
        into.append(buffer, static_cast<std::size_t>(length));
        if (into.size() > limit)
            return false;
    }
}

Result<Members> readMembers(std::string_view bytes, std::size_t maxMembers) {
    const Reader reader(archive_read_new(), archive_read_free);
    archive_read_support_filter_none(reader.get());
    archive_read_support_format_tar(reader.get());
    if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
        return failure("not a capture: " + reason(reader.get()), {}, "captures are .fscope files");
    Members members;
    for (std::size_t count = 0;; ++count) {
        archive_entry *entry = nullptr;
        const int status = archive_read_next_header(reader.get(), &entry);
        if (status == ARCHIVE_EOF)
            break;
        if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
            if (count == 0)
                return failure("not a capture: " + reason(reader.get()), "byte 0",
                               "captures are .fscope files");
            members.readError = fmt::format("the file is damaged near byte {}: {}",
                                            position(reader.get(), bytes.size()), reason(reader.get()));
            break;
        }
        const char *path = archive_entry_pathname(entry);
        const std::string name = path ? path : "";
        if (count == 0 && name != kIndexMember)
            return failure("not a capture: its first member is not \"fscope\"", "byte 0",
                           "captures are .fscope files");
        if (count > maxMembers) {
            members.readError = fmt::format("the file holds more than {} members", maxMembers);
            break;
        }
        if (archive_entry_filetype(entry) != AE_IFREG)
            continue;
        std::string data;
        const std::size_t limit = count == 0 ? std::min(kLongestIndex, bytes.size()) : bytes.size();
        const bool whole = readData(reader.get(), data, limit);
        if (!whole) {
            members.readError = fmt::format("'{}' is truncated near byte {}", HostText(name).plain(128),
                                            position(reader.get(), bytes.size()));
            members.cut = name;
        }
        if (count == 0)
            members.index = std::move(data);
        else
            members.others.emplace(name, std::move(data));
        if (!whole)
            break;
    }
    if (members.index.empty())
        return failure("not a capture: the file or its index is empty", "byte 0",
                       "captures are .fscope files");
    return members;
}

void markDamaged(Section::Meta &meta, Damage damage, std::string text) {
    if (meta.damage != Damage::None)
        return;
    meta.damage = damage;
    meta.damageText = std::move(text);
}

// A section as declared in the index, with the data that is present.
Section assemble(CaptureIndex::Entry entry, Members &members, const Limits &limits, std::size_t &total) {
    const auto member = members.others.find(entry.file);
    if (member == members.others.end()) {
        markDamaged(entry.meta, Damage::Truncated, "its content is missing from the file");
        return {std::move(entry.meta), {}};
    }
    const std::size_t room = std::min(limits.sectionBytes, limits.totalBytes - total);
    if (entry.size > room) {
        markDamaged(entry.meta, Damage::TooLarge,
                    fmt::format("needs {}, only {} left", toString(ByteCount{entry.size}),
                                toString(ByteCount{room})));
        return {std::move(entry.meta), {}};
    }
    auto section = Section::fromCompressed(entry.meta, std::move(member->second), entry.size);
    members.others.erase(member);
    Section::Inflated inflated = section.inflated();
    total += inflated.bytes.size();
    if (inflated.isSound)
        return section;
    if (entry.file != members.cut) {
        // Nobody knows where its wrong bytes begin: facts read from those before them would be guesses.
        entry.meta.damage = Damage::Corrupt;
        entry.meta.damageText = "its content in the file was changed after it was written, and is not used";
        return {std::move(entry.meta), {}};
    }
    markDamaged(entry.meta, Damage::Truncated,
                fmt::format("{} bytes long, {} could be read", entry.size, inflated.bytes.size()));
    return {std::move(entry.meta), std::move(inflated.bytes)};
}

} // namespace

Result<std::string> serialize(const Capture &capture) {
    CaptureIndex index;
    index.capture = capture;
    index.capture.sections.clear();
    for (const Section &section : capture.sections)
        index.entries.push_back(
            {section.meta(), memberName(index.entries.size() + 1, section.meta().name), section.size()});

    std::string out;
    const Writer writer(archive_write_new(), archive_write_free);
    archive_write_set_format_pax_restricted(writer.get());
    archive_write_add_filter_none(writer.get());
    bool fine = archive_write_open(writer.get(), &out, nullptr, appendTo, nullptr) == ARCHIVE_OK &&
                addMember(writer.get(), kIndexMember, indexText(index), capture.takenMs);
    for (std::size_t i = 0; fine && i < capture.sections.size(); ++i)
        fine =
            addMember(writer.get(), index.entries[i].file, capture.sections[i].compressed(), capture.takenMs);
    if (!fine || archive_write_close(writer.get()) != ARCHIVE_OK)
        return failure("the capture could not be packed: " + reason(writer.get()), capture.target);
    return out;
}

Result<Capture> deserialize(std::string_view bytes, const Limits &limits) {
    auto members = readMembers(bytes, limits.sections + 1);
    if (!members)
        return tl::unexpected(members.error());
    auto index = parseIndex(members->index, limits.sections);
    if (!index) {
        Error error = index.error();
        if (!members->readError.empty())
            error.hint = members->readError;
        return tl::unexpected(std::move(error));
    }
    Capture capture = std::move(index->capture);
    std::size_t total = 0;
    std::size_t whole = 0;
    for (CaptureIndex::Entry &entry : index->entries) {
        const Damage before = entry.meta.damage;
        capture.sections.push_back(assemble(std::move(entry), *members, limits, total));
        const Damage damage = capture.sections.back().meta().damage;
        whole += damage == before || (before != Damage::None && damage != Damage::Corrupt) ? 1U : 0U;
    }
    if (index->isChanged)
        capture.notes.push_back(
            "the file is damaged: its index was changed after it was written, so that names, "
            "times and notes of sections may be wrong, and sections may be missing");
    if (!members->readError.empty() || whole < index->entries.size())
        capture.notes.push_back(
            fmt::format("{}; {} of {} sections were read in full",
                        members->readError.empty() ? "the file is damaged" : members->readError, whole,
                        index->entries.size()));
    return capture;
}

} // namespace fabricscope::capture
