// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/Packed.h"

#include "tests/support/Sshd.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <memory>
#include <stdexcept>

namespace fabricscope::test {

namespace {

namespace fs = std::filesystem;
using Writer = std::unique_ptr<archive, decltype(&archive_write_free)>;

la_ssize_t appendTo(archive *, void *out, const void *bytes, std::size_t length) {
    static_cast<std::string *>(out)->append(static_cast<const char *>(bytes), length);
    return static_cast<la_ssize_t>(length);
}

void check(archive *writer, int status) {
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
        throw std::runtime_error(fmt::format("libarchive: {}", archive_error_string(writer)));
}

void put(std::string &header, std::size_t at, std::size_t length, const std::string &text) {
    header.replace(at, std::min(length, text.size()), text.substr(0, length));
}

std::string headerOf(const Member &member) {
    constexpr std::size_t kBlock = 512;
    std::string header(kBlock, '\0');
    std::string name = member.name;
    if (name.size() > 99) { // ustar: the beginning goes into the prefix field
        const auto slash = name.find('/', name.size() - 100);
        put(header, 345, 155, name.substr(0, slash));
        name.erase(0, slash + 1);
    }
    put(header, 0, 100, name);
    put(header, 100, 8, "0000644");
    put(header, 108, 8, "0000000");
    put(header, 116, 8, "0000000");
    put(header, 124, 12, fmt::format("{:011o}", member.declaredSize.value_or(member.bytes.size())));
    put(header, 136, 12, fmt::format("{:011o}", 1700000000));
    put(header, 148, 8, "        ");
    header[156] = member.type;
    put(header, 157, 100, member.target);
    put(header, 257, 8, std::string("ustar\00000", 8));
    unsigned sum = 0;
    for (const char c : header)
        sum += static_cast<unsigned char>(c);
    put(header, 148, 8, fmt::format("{:06o}", sum) + '\0');
    return header;
}

} // namespace

std::string tarOf(const std::vector<Member> &members) {
    constexpr std::size_t kBlock = 512;
    std::string out;
    for (const Member &member : members) {
        out += headerOf(member) + member.bytes;
        out.append((kBlock - member.bytes.size() % kBlock) % kBlock, '\0');
    }
    return out + std::string(2 * kBlock, '\0');
}

std::string tarOfFolder(const fs::path &folder, const std::string &prefix) {
    std::vector<Member> members;
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = prefix + entry.path().lexically_relative(folder).string();
        if (entry.is_symlink())
            members.push_back({name, {}, '2', fs::read_symlink(entry.path()).string()});
        else if (entry.is_directory())
            members.push_back({name + '/', {}, '5', {}});
        else
            members.push_back({name, readFile(entry.path()), '0', {}});
    }
    return tarOf(members);
}

std::string packed(const std::string &bytes, Packing packing) {
    static constexpr int kFilters[] = {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_XZ,
                                       ARCHIVE_FILTER_ZSTD, ARCHIVE_FILTER_LZ4};
    std::string out;
    const Writer writer(archive_write_new(), archive_write_free);
    check(writer.get(), archive_write_set_format_raw(writer.get()));
    check(writer.get(), archive_write_add_filter(writer.get(), kFilters[static_cast<std::size_t>(packing)]));
    check(writer.get(), archive_write_set_bytes_in_last_block(writer.get(), 1)); // no padding after the end
    check(writer.get(), archive_write_open(writer.get(), &out, nullptr, appendTo, nullptr));
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                              archive_entry_free);
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    check(writer.get(), archive_write_header(writer.get(), entry.get()));
    if (archive_write_data(writer.get(), bytes.data(), bytes.size()) < 0)
        throw std::runtime_error("libarchive wrote nothing");
    check(writer.get(), archive_write_close(writer.get()));
    return out;
}

std::string archiveOf(const std::vector<Member> &members, Container container) {
    std::string out;
    const Writer writer(archive_write_new(), archive_write_free);
    check(writer.get(), container == Container::Zip    ? archive_write_set_format_zip(writer.get())
                        : container == Container::Cpio ? archive_write_set_format_cpio_newc(writer.get())
                                                       : archive_write_set_format_pax(writer.get()));
    check(writer.get(), archive_write_open(writer.get(), &out, nullptr, appendTo, nullptr));
    for (const Member &member : members) {
        const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                                  archive_entry_free);
        archive_entry_set_pathname(entry.get(), member.name.c_str());
        archive_entry_set_filetype(entry.get(), member.type == '5'   ? AE_IFDIR
                                                : member.type == '2' ? AE_IFLNK
                                                                     : AE_IFREG);
        if (member.type == '2')
            archive_entry_set_symlink(entry.get(), member.target.c_str());
        archive_entry_set_perm(entry.get(), 0644);
        archive_entry_set_size(entry.get(), static_cast<la_int64_t>(member.bytes.size()));
        check(writer.get(), archive_write_header(writer.get(), entry.get()));
        if (!member.bytes.empty() &&
            archive_write_data(writer.get(), member.bytes.data(), member.bytes.size()) < 0)
            throw std::runtime_error("libarchive wrote nothing");
    }
    check(writer.get(), archive_write_close(writer.get()));
    return out;
}

} // namespace fabricscope::test
