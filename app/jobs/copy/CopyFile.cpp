// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/copy/CopyFile.h"

#include "app/jobs/collect/PartRun.h"
#include "app/jobs/copy/CopyScript.h"
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/file/UnifiedDiff.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>

namespace fabricscope::app {

namespace {

using remote::Failure;
using remote::FailureKind;

Failure copyFailure(std::string what, std::string hint = {}) {
    return {FailureKind::CommandFailed, remote::Stage::Command, std::move(what), std::move(hint)};
}

/// The reasons for which the scripts stop, and their messages. {}: the path.
struct MessageRow {
    std::string_view word;
    std::string_view what, hint;
};
constexpr MessageRow kWords[] = {
    {"outside", "{} leads outside the host's root directory", "use a path without .."},
    {"link", "{} is a symbolic link", "use the file that it points to"},
    {"other", "{} is not a regular file", ""},
    {"large", "{} on the host is larger than 16 MiB: not a topology file", ""},
    {"unreadable", "{} cannot be read by this user", "copy it with sudo (--sudo)"},
    {"nofolder", "the folder of {} does not exist", "create it, then retry"},
    {"unsafe",
     "the folder of {}, or one above it, is owned by or writable by other users, who could replace the file",
     "copy it to a path whose folders belong to root or to the user and are not writable by others"},
    {"readonly", "the folder of {} is not writable", "copy it with sudo (--sudo), or to another path"},
    {"changed", "{} on the host has changed since it was compared", "compare again"},
    {"create", "cannot create a file next to {}", "is the file system read-only?"},
    {"write", "cannot write all of the new file next to {}", "is the file system full?"},
    {"arrived", "the file next to {} differs from what was sent", "is the file system full? Try again"},
    {"keep", "this user cannot keep the mode and owner of {}", "copy it with sudo (--sudo)"},
    {"backup", "cannot make a backup of {}", "is the file system full?"},
    {"replace", "cannot replace {} with the new file", ""},
};

Failure failureOf(std::string_view word, const CopyRequest &request) {
    const std::string path = HostText(request.path).plain(256);
    for (const MessageRow &row : kWords)
        if (row.word == word)
            return copyFailure("nothing copied: " + fmt::format(fmt::runtime(row.what), path),
                               std::string(row.hint));
    return copyFailure(fmt::format("{} was not copied: {}", path, HostText(word).plain(200)));
}

std::string makeNonce() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}", device(), device());
}

/// Converts "-rw-r--r-- 1 0 0 ..." of `ls -ldn` to arguments of chmod and chown.
struct ModeAndOwner {
    std::string mode, owner;
};
std::optional<ModeAndOwner> modeOf(std::string_view line) {
    const auto word = [&line] {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        return takeUntil(line, ' ');
    };
    const std::string_view letters = word();
    word(); // links
    const std::string_view user = word(), group = word();
    constexpr std::size_t kLetters = 10;
    if (letters.ends_with('+')) // an ACL: the group's letters are its mask, and it would be lost
        return std::nullopt;
    if (letters.size() < kLetters || !parseInteger<unsigned>(user) || !parseInteger<unsigned>(group))
        return std::nullopt;
    unsigned mode = 0;
    for (std::size_t i = 1; i < kLetters; ++i)
        mode = mode << 1 | (letters[i] != '-' && letters[i] != 'S' && letters[i] != 'T' ? 1U : 0U);
    constexpr std::array<std::pair<std::size_t, unsigned>, 3> kSpecial = {
        {{3, 04000}, {6, 02000}, {9, 01000}}};
    for (const auto &[place, bit] : kSpecial)
        if (std::string_view("sStT").find(letters[place]) != std::string_view::npos)
            mode |= bit;
    return ModeAndOwner{fmt::format("{:o}", mode), fmt::format("{}:{}", user, group)};
}

std::optional<Failure> cannotCopy(const CopyRequest &request) {
    const std::string path = HostText(request.path).plain(256);
    const auto isControl = [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    };
    if (!request.path.starts_with('/') || request.path.ends_with('/') || request.path.size() > 1024 ||
        std::any_of(request.path.begin(), request.path.end(), isControl))
        return copyFailure(fmt::format("'{}' is not an absolute file path", path),
                           "for example /etc/nccl-topo.xml");
    if (request.text.size() > kMaxCopiedBytes || request.text.find('\0') != std::string::npos)
        return copyFailure("only text files up to 1 MiB can be copied");
    return std::nullopt;
}

std::string backupPath(const std::string &path) {
    constexpr std::int64_t kMs = 1000;
    return fmt::format("{}.{:%Y%m%dT%H%M%SZ}.bak", path,
                       fmt::gmtime(static_cast<std::time_t>(nowMs() / kMs)));
}

void describe(CopyPlan &plan, const std::string &temporaryPath) {
    const auto word = [](const std::string &text) {
        return CopyScript::word(HostText(text).plain(1024));
    };
    plan.commands = {RemoteScript::shownCommand(plan.target, plan.request.rights),
                     fmt::format("cat > {}   # {} bytes, cksum {}, checked on the host", word(temporaryPath),
                                 plan.request.text.size(), posixChecksum(plan.request.text)),
                     fmt::format("chmod {} {}", plan.mode, word(temporaryPath))};
    if (plan.exists) {
        plan.commands.push_back(fmt::format("chown {} {}   # if needed", plan.owner, word(temporaryPath)));
        plan.commands.push_back(fmt::format("cp -p {} {}", word(plan.request.path), word(plan.backup)));
    }
    plan.commands.push_back(fmt::format("mv -f {} {}", word(temporaryPath), word(plan.request.path)));
}

tl::expected<CopyPlan, Failure> planOf(CopyRequest request, std::string target,
                                       const CopyScript::Reply &reply) {
    if (!reply.failed.empty())
        return tl::unexpected(failureOf(reply.failed, request));
    CopyPlan plan;
    plan.request = std::move(request);
    plan.target = std::move(target);
    plan.mode = "644";
    plan.expected = "absent";
    if (reply.state == "file") {
        const auto mode = modeOf(reply.mode);
        if (!mode || !reply.text || reply.sum.empty())
            return tl::unexpected(copyFailure("incomplete answer from the host", "try again"));
        plan.exists = true;
        plan.before = *reply.text;
        plan.mode = mode->mode;
        plan.owner = mode->owner;
        plan.expected = reply.sum;
        plan.backup = backupPath(plan.request.path);
    } else if (reply.state != "absent") {
        return tl::unexpected(failureOf(reply.state, plan.request));
    }
    plan.diff =
        HostText(nccl::unifiedDiff(plan.before, plan.request.text, HostText(plan.request.path).plain(256)))
            .plain(kMaxCopiedBytes);
    describe(plan, CopyScript::temporaryPath(plan.request.path, "..."));
    return plan;
}

tl::expected<CopyReceipt, Failure> receiptOf(const CopyPlan &plan, const CopyScript::Reply &reply) {
    if (!reply.failed.empty())
        return tl::unexpected(failureOf(reply.failed, plan.request));
    if (reply.state != "copied" || !reply.text)
        return tl::unexpected(copyFailure("the host did not confirm that the file is in place",
                                          "compare again: the complete old or new file is there"));
    const std::uint32_t sum = posixChecksum(plan.request.text);
    if (*reply.text != plan.request.text ||
        (reply.sum != fmt::format("{} {}", sum, plan.request.text.size()) &&
         reply.sum != fmt::format("- {}", plan.request.text.size())))
        return tl::unexpected(copyFailure(
            "the file on the host differs from what was sent",
            plan.backup.empty() ? "copy it again"
                                : fmt::format("copy it again; the old file is kept as {}", plan.backup)));
    return CopyReceipt{plan.request.path, plan.backup, plan.request.text.size(), sum};
}

} // namespace

std::uint32_t posixChecksum(std::string_view bytes) {
    constexpr std::uint32_t kPolynomial = 0x04C11DB7;
    std::uint32_t sum = 0;
    const auto take = [&sum](std::uint8_t byte) {
        sum ^= std::uint32_t{byte} << 24;
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum & 0x80000000U) != 0 ? sum << 1 ^ kPolynomial : sum << 1;
    };
    for (const char c : bytes)
        take(static_cast<std::uint8_t>(c));
    for (std::size_t size = bytes.size(); size > 0; size >>= 8)
        take(static_cast<std::uint8_t>(size & 0xFF));
    return ~sum;
}

std::shared_ptr<RemoteScript> planCopy(remote::Client &client, HostEndpoint hostEndpoint, CopyRequest request,
                                       CopyPlanned planned) {
    if (auto cannot = cannotCopy(request)) {
        client.post([planned, cannot = std::move(*cannot)] { planned(tl::unexpected(cannot)); });
        return nullptr;
    }
    const CopyScript script(request.path, makeNonce());
    const std::string target = hostEndpoint.endpoint.target;
    const ScriptRights rights = request.rights;
    return RemoteScript::run(client, std::move(hostEndpoint), rights, script.look(), script.mark(),
                             [planned, script, target, request = std::move(request)](
                                 tl::expected<ScriptResult, Failure> result) mutable {
                                 planned(result ? planOf(std::move(request), target, script.read(result->out))
                                                : tl::unexpected(result.error()));
                             });
}

std::shared_ptr<RemoteScript> copyFile(remote::Client &client, HostEndpoint hostEndpoint,
                                       const CopyPlan &plan, CopyDone done) {
    if (auto cannot = cannotCopy(plan.request)) {
        client.post([done, cannot = std::move(*cannot)] { done(tl::unexpected(cannot)); });
        return nullptr;
    }
    const CopyScript script(plan.request.path, makeNonce());
    const CopyScript::Contents contents{
        plan.request.text, plan.expected,
        plan.mode,         plan.owner,
        plan.backup,       fmt::format("{} {}", posixChecksum(plan.request.text), plan.request.text.size())};
    return RemoteScript::run(client, std::move(hostEndpoint), plan.request.rights, script.copy(contents),
                             script.mark(), [done, script, plan](tl::expected<ScriptResult, Failure> result) {
                                 done(result ? receiptOf(plan, script.read(result->out))
                                             : tl::unexpected(result.error()));
                             });
}

} // namespace fabricscope::app
