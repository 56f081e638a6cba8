// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/RevokedKeys.h"

#include "remote/config/ConfigText.h"
#include "remote/process/ChildProcess.h"
#include "remote/ssh/KnownHosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>

namespace fabricscope::remote {

namespace {

constexpr std::string_view kKrlMagic{"SSHKRL\n\0", 8}; ///< PROTOCOL.krl of OpenSSH
constexpr std::size_t kLongestLine = 64 * 1024;
constexpr std::uintmax_t kLargestFile = 64 << 20;
constexpr std::chrono::seconds kKeygenLimit{15};

tl::expected<bool, std::string> isInKrl(const std::filesystem::path &file, ssh_key key,
                                        const std::function<bool()> &cancelled) {
    // Made absolute, so that a name starting with a dash is not an option.
    const auto ran = runToEnd(
        {"ssh-keygen", "-Q", "-f", std::filesystem::absolute(file).string(), "/dev/stdin"}, kKeygenLimit,
        cancelled, 1 << 20, fmt::format("{} {}\n", keyTypeName(key), publicKeyText(key)));
    if (!ran)
        return tl::unexpected(ran.error().what);
    if (ran->status == 0 || ran->status == 1)
        return ran->status == 1;
    return tl::unexpected(oneLine(ran->err));
}

/// A line of the file: empty, a key, or damaged.
tl::expected<SshKey, std::string> keyOf(std::string line) {
    std::replace(line.begin(), line.end(), '\t', ' ');
    if (!line.empty() && line.back() == '\r')
        line.pop_back();
    const auto words = split(line, ' ');
    constexpr std::string_view kNeverOffered = "ssh-dss"; // libssh has no such keys any more
    if (words.empty() || words[0].starts_with('#') || words[0] == kNeverOffered)
        return SshKey();
    ssh_key key = nullptr;
    if (words.size() < 2 ||
        ssh_pki_import_pubkey_base64(std::string(words[1]).c_str(),
                                     ssh_key_type_from_name(std::string(words[0]).c_str()), &key) != SSH_OK)
        return tl::unexpected(std::string("invalid format"));
    return SshKey(key);
}

tl::expected<bool, std::string> isInList(std::istream &stream, ssh_key key) {
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        const auto read = keyOf(line.substr(0, kLongestLine));
        if (!read)
            return tl::unexpected(fmt::format("line {}: {}", number, read.error()));
        if (*read && ssh_key_cmp(read->get(), key, SSH_KEY_CMP_PUBLIC) == 0)
            return true;
    }
    if (stream.bad())
        return tl::unexpected(std::string("read error"));
    return false;
}

} // namespace

tl::expected<bool, std::string> isRevoked(const std::filesystem::path &file, ssh_key key,
                                          const std::function<bool()> &cancelled) {
    std::error_code error;
    if (file == "/dev/null")
        return false;
    const auto type = std::filesystem::status(file, error).type();
    if (type != std::filesystem::file_type::regular)
        return tl::unexpected(type == std::filesystem::file_type::not_found ? std::string("no such file")
                              : error                                       ? error.message()
                                                                            : std::string("not a file"));
    if (std::filesystem::file_size(file, error) > kLargestFile)
        return tl::unexpected(std::string("more than 64 MiB"));
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return tl::unexpected(std::string(::strerrordesc_np(errno != 0 ? errno : EIO)));
    char start[8] = {};
    stream.read(start, sizeof start);
    if (std::string_view(start, static_cast<std::size_t>(stream.gcount())) == kKrlMagic)
        return isInKrl(file, key, cancelled);
    stream.clear();
    stream.seekg(0);
    return isInList(stream, key);
}

} // namespace fabricscope::remote
