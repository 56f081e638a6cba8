// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RunUpkeep.h"

#include "app/jobs/collect/PartRun.h"
#include "core/base/Text.h"

#include <fmt/format.h>
#include <signal.h> // NOLINT(modernize-deprecated-headers): kill
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

namespace fabricscope::app {

namespace {

std::string firstLine(const std::string &path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string machineName() {
    std::array<char, HOST_NAME_MAX + 1> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0)
        return {};
    return name.data();
}

/// The start time of a process, in clock ticks since boot; std::nullopt if it does not exist or is a zombie.
std::optional<std::int64_t> startOf(std::int64_t pid) {
    const std::string line = firstLine(fmt::format("/proc/{}/stat", pid));
    const std::size_t name = line.rfind(") "); // a program may be called ") x"
    if (name == std::string::npos)
        return std::nullopt;
    constexpr int kFieldsBefore = 19; // of field 22, counted from the state, field 3
    std::string_view rest = std::string_view(line).substr(name + 2);
    const std::string_view state = rest.substr(0, 1);
    for (int i = 0; i < kFieldsBefore; ++i)
        (void)takeUntil(rest, ' ');
    if (state == "Z" || state == "X")
        return std::nullopt;
    return parseInteger<std::int64_t>(takeUntil(rest, ' '));
}

} // namespace

store::RunOwner currentOwner() {
    store::RunOwner owner;
    const std::string id = firstLine("/etc/machine-id");
    if (!id.empty())
        owner.machine = id + " " + machineName();
    owner.boot = firstLine("/proc/sys/kernel/random/boot_id");
    std::error_code error;
    owner.pidNamespace = std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
    owner.pid = ::getpid();
    owner.started = startOf(owner.pid).value_or(0);
    return owner;
}

store::OwnerState ownerState(const store::RunOwner &owner) {
    using store::OwnerState;
    const store::RunOwner here = currentOwner();
    if (owner.boot.empty() || here.boot.empty())
        return OwnerState::Unknown;
    if (owner.boot != here.boot)
        return !owner.machine.empty() && owner.machine == here.machine ? OwnerState::Gone
                                                                       : OwnerState::Unknown;
    if (owner.pidNamespace != here.pidNamespace || owner.pid <= 0)
        return OwnerState::Unknown;
    if (const auto started = startOf(owner.pid))
        return owner.started == 0 || *started == owner.started ? OwnerState::Alive : OwnerState::Gone;
    // /proc may hide processes of other users (hidepid).
    const bool isHidden = ::kill(static_cast<pid_t>(owner.pid), 0) != 0 && errno == EPERM;
    return isHidden ? OwnerState::Unknown : OwnerState::Gone;
}

Result<std::size_t> markInterruptedRuns(const std::string &path) {
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error))
        return 0;
    {
        const auto reader = store::RunStore::open(path, {.readOnly = true});
        const auto any = reader ? store::hasUnfinished(*reader) : tl::unexpected(reader.error());
        if (!any || !*any)
            return any ? Result<std::size_t>(0) : tl::unexpected(any.error());
    }
    auto store = store::RunStore::open(path);
    return store ? store::markInterrupted(*store, nowMs(), ownerState) : tl::unexpected(store.error());
}

std::int64_t startOfToday() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    if (::localtime_r(&now, &local) == nullptr)
        return 0;
    local.tm_hour = local.tm_min = local.tm_sec = 0;
    local.tm_isdst = -1;
    return static_cast<std::int64_t>(std::mktime(&local)) * 1000;
}

std::string storageText(std::uint64_t bytes) {
    constexpr double kStep = 1024;
    constexpr std::array<std::string_view, 5> kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    auto amount = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (amount >= kStep && unit + 1 < kUnits.size()) {
        amount /= kStep;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", amount, kUnits.at(unit));
}

std::string prunedText(const store::Pruned &pruned, std::uint64_t limit) {
    if (pruned.runs == 0)
        return {};
    return fmt::format("{} old {} deleted ({}): saved runs are limited to {}", pruned.runs,
                       pruned.runs == 1 ? "run was" : "runs were", storageText(pruned.bytes),
                       storageText(limit));
}

std::string overLimitText(const store::Pruned &pruned, const bench::StoreUsage &usage) {
    if (!pruned.isStillOverLimit)
        return {};
    return fmt::format("saved runs use {}, above their limit of {}: the rest is pinned, from today or "
                       "unfinished; `fabricscope runs usage` lists the largest, `runs delete` deletes them",
                       storageText(usage.bytes), storageText(usage.limit));
}

} // namespace fabricscope::app
