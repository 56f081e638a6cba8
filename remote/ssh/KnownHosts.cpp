// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/KnownHosts.h"

#include "remote/base/Descriptor.h"
#include "remote/config/ConfigText.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <mutex>

namespace fabricscope::remote {

namespace {

constexpr std::size_t kLongestLine = 64 * 1024;
constexpr std::uintmax_t kLargestFile = 64 << 20;

/// The algorithms with which a key of this type can sign; libssh supports no others for hosts.
struct KeyAlgorithms {
    std::string_view type, algorithms;
};
constexpr KeyAlgorithms kAlgorithms[] = {
    {"ssh-ed25519", "ssh-ed25519"},
    {"ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256"},
    {"ecdsa-sha2-nistp384", "ecdsa-sha2-nistp384"},
    {"ecdsa-sha2-nistp521", "ecdsa-sha2-nistp521"},
    {"ssh-rsa", "rsa-sha2-512,rsa-sha2-256"},
};

/// The key of a line with the host pattern `pattern`, if that matches this host.
SshKey matchOne(const std::string &host, std::string_view pattern, std::string_view rest) {
    ssh_knownhosts_entry *entry = nullptr;
    const std::string line = fmt::format("{} {}", pattern, rest);
    if (ssh_known_hosts_parse_line(host.c_str(), line.c_str(), &entry) != SSH_OK || !entry)
        return nullptr;
    SshKey key(ssh_key_dup(entry->publickey));
    ssh_knownhosts_entry_free(entry);
    return key;
}

/// In libssh a later pattern overrides an exception ("!host"), so exceptions are checked first.
SshKey matchLine(const std::string &host, std::string_view patterns, std::string_view rest) {
    SshKey key;
    for (std::string_view pattern : split(patterns, ',')) {
        const bool exception = pattern.starts_with('!');
        SshKey match = matchOne(host, exception ? pattern.substr(1) : pattern, rest);
        if (match && exception)
            return nullptr;
        if (match)
            key = std::move(match);
    }
    return key;
}

void readLine(std::string line, const std::string &host, const std::string &where,
              std::vector<KnownKey> &found) {
    std::replace(line.begin(), line.end(), '\t', ' ');
    if (!line.empty() && line.back() == '\r')
        line.pop_back();
    auto words = split(line, ' ');
    if (words.empty() || words[0].starts_with('#'))
        return;
    const bool revoked = words[0] == "@revoked";
    const bool authority = words[0] == "@cert-authority";
    if (revoked || authority)
        words.erase(words.begin());
    if (words.size() < 3)
        return;
    if (SshKey key = matchLine(host, words[0], fmt::format("{} {}", words[1], words[2])))
        found.push_back({std::move(key), where, revoked, authority});
}

std::string base64Of(const unsigned char *bytes, std::size_t count) {
    unsigned char text[64] = {}; // of 20 bytes: 28, and a zero
    const int length = EVP_EncodeBlock(text, bytes, static_cast<int>(count));
    return {reinterpret_cast<const char *>(text), static_cast<std::size_t>(length)};
}

/// HMAC-SHA1 of the name, with a random salt of the same length as key; empty if there is no randomness.
std::string hashedName(const std::string &host) {
    constexpr std::size_t kBytes = 20;
    unsigned char salt[kBytes];
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    if (RAND_bytes(salt, kBytes) != 1 ||
        HMAC(EVP_sha1(), salt, kBytes, reinterpret_cast<const unsigned char *>(host.data()), host.size(),
             hash, &length) == nullptr ||
        length != kBytes)
        return {};
    return fmt::format("|1|{}|{}", base64Of(salt, kBytes), base64Of(hash, kBytes));
}

bool endsWithNewline(int fd) {
    const off_t size = ::lseek(fd, 0, SEEK_END);
    char last = '\n';
    return size <= 0 || ::pread(fd, &last, 1, size - 1) != 1 || last == '\n';
}

tl::unexpected<Failure> writeFailure(const std::filesystem::path &file) {
    return tl::unexpected(
        Failure{FailureKind::Config,
                Stage::HostKey,
                fmt::format("{} cannot be written: {}", file.string(), ::strerrordesc_np(errno)),
                {}});
}

} // namespace

std::vector<KnownKey> knownKeys(const std::vector<std::filesystem::path> &files, const std::string &host) {
    std::vector<KnownKey> found;
    std::vector<std::filesystem::path> seen;
    for (const auto &file : files) {
        std::error_code error;
        if (std::find(seen.begin(), seen.end(), file) != seen.end() ||
            !std::filesystem::is_regular_file(file, error) ||
            std::filesystem::file_size(file, error) > kLargestFile)
            continue;
        seen.push_back(file);
        std::ifstream stream(file);
        for (KnownKey &key : knownKeysIn(stream, host, file.string()))
            found.push_back(std::move(key));
    }
    return found;
}

std::vector<KnownKey> knownKeysIn(std::istream &lines, const std::string &host, const std::string &name) {
    std::vector<KnownKey> found;
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number)
        if (line.size() <= kLongestLine)
            readLine(line, host, fmt::format("{}:{}", name, number), found);
    return found;
}

HostKeyVerdict judge(const std::vector<KnownKey> &known, ssh_key offered) {
    HostKeyVerdict verdict;
    for (const KnownKey &entry : known) {
        if (entry.authority)
            continue;
        const bool same = ssh_key_cmp(entry.key.get(), offered, SSH_KEY_CMP_PUBLIC) == 0;
        if (same && entry.revoked)
            return {HostKeyState::Revoked, &entry};
        if (same)
            verdict = {HostKeyState::Known, &entry};
        else if (!entry.revoked && verdict.state != HostKeyState::Known &&
                 (!verdict.known || keyTypeName(entry.key.get()) == keyTypeName(offered)))
            verdict = {HostKeyState::Changed, &entry};
    }
    return verdict;
}

std::string fingerprint(ssh_key key) {
    unsigned char *hash = nullptr;
    std::size_t length = 0;
    if (ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &length) != SSH_OK)
        return {};
    char *text = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, length);
    ssh_clean_pubkey_hash(&hash);
    const std::string result = text ? text : "";
    ssh_string_free_char(text);
    return result;
}

std::string keyTypeName(ssh_key key) {
    const char *name = ssh_key_type_to_char(ssh_key_type(key));
    return name ? name : "unknown";
}

std::string keyText(ssh_key key) {
    return fmt::format("{} {}", keyTypeName(key), fingerprint(key));
}

void removeUnofferable(std::vector<KnownKey> &known, const std::string &allowed) {
    const auto words = split(allowed, ',');
    std::erase_if(known, [&](const KnownKey &entry) {
        const auto algorithms =
            std::find_if(std::begin(kAlgorithms), std::end(kAlgorithms),
                         [&](const KeyAlgorithms &one) { return one.type == keyTypeName(entry.key.get()); });
        if (entry.revoked || entry.authority)
            return false;
        if (algorithms == std::end(kAlgorithms))
            return true;
        const auto offered = split(algorithms->algorithms, ',');
        return !allowed.empty() && std::none_of(offered.begin(), offered.end(), [&](std::string_view one) {
            return std::find(words.begin(), words.end(), one) != words.end();
        });
    });
}

std::string hostKeyPreference(const std::vector<KnownKey> &known, const std::string &allowed) {
    const auto allowedAlgorithms = split(allowed, ',');
    std::vector<std::string_view> order;
    const auto append = [&](const KeyAlgorithms &algorithms) {
        for (std::string_view one : split(algorithms.algorithms, ','))
            if ((allowed.empty() || std::find(allowedAlgorithms.begin(), allowedAlgorithms.end(), one) !=
                                        allowedAlgorithms.end()) &&
                std::find(order.begin(), order.end(), one) == order.end())
                order.push_back(one);
    };
    for (const KnownKey &entry : known)
        for (const KeyAlgorithms &algorithms : kAlgorithms)
            if (!entry.revoked && !entry.authority && keyTypeName(entry.key.get()) == algorithms.type)
                append(algorithms);
    for (const KeyAlgorithms &algorithms : kAlgorithms)
        append(algorithms);
    return fmt::format("{}", fmt::join(order, ","));
}

std::string publicKeyText(ssh_key key) {
    char *base64 = nullptr;
    if (ssh_pki_export_pubkey_base64(key, &base64) != SSH_OK)
        return {};
    std::string text = base64;
    ssh_string_free_char(base64);
    return text;
}

tl::expected<void, Failure> appendKnownKey(const std::filesystem::path &file, const std::string &host,
                                           ssh_key key, bool hashed) {
    static std::mutex writers;
    std::lock_guard lock(writers);
    const std::string base64 = publicKeyText(key);
    const std::string name = hashed ? hashedName(host) : host;
    if (base64.empty() || name.empty())
        return tl::unexpected(
            Failure{FailureKind::Protocol, Stage::HostKey, "the host key cannot be encoded", {}});
    std::string line = fmt::format("{} {} {}\n", name, keyTypeName(key), base64);

    std::error_code error;
    if (file.has_parent_path() && !std::filesystem::exists(file.parent_path(), error)) {
        std::filesystem::create_directories(file.parent_path(), error);
        std::filesystem::permissions(file.parent_path(), std::filesystem::perms::owner_all, error);
    }
    const Descriptor out(::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
    if (!out)
        return writeFailure(file);
    ::flock(out.get(), LOCK_EX); // against another instance of this program; ssh itself does not lock
    if (!endsWithNewline(out.get()))
        line.insert(line.begin(), '\n');
    const off_t before = ::lseek(out.get(), 0, SEEK_END);
    if (::write(out.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
        auto refused = writeFailure(file);
        if (before >= 0) // a part of a line would be a damaged line
            (void)!::ftruncate(out.get(), before);
        return refused;
    }
    return {};
}

} // namespace fabricscope::remote
