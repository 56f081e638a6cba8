// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/TorchErrors.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/log/Needles.h"
#include "core/nccl/log/TextScan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::nccl::log {

namespace {

constexpr std::size_t kLongestLine = 4096, kLongestText = 400;
constexpr std::size_t kMaxOpen = 64, kMaxTimeouts = 64;
constexpr std::size_t kMaxRanks = std::size_t{1} << 16; ///< of one report, and status lines of all
constexpr double kMilliseconds = 1000;

/// In the order of kNeedles.
enum Kind : std::size_t { Watchdog, Status, Lagging, Behind, Barrier, Returned, Thrown, Code };
constexpr std::array<std::string_view, 13> kNeedles = {"Watchdog caught collective operation timeout",
                                                       "last enqueued ",
                                                       "are the lagging ranks that caused this timeout",
                                                       "but didn't join collective #",
                                                       "failed to pass monitoredBarrier",
                                                       "NCCL error in: ",
                                                       "NCCL error: ",
                                                       "ncclUnhandledCudaError: ",
                                                       "ncclSystemError: ",
                                                       "ncclRemoteError: ",
                                                       "ncclInternalError: ",
                                                       "ncclInvalidUsage: ",
                                                       "ncclInvalidArgument: "};

std::string shown(std::string_view text) {
    return HostText(trimmed(text)).plain(kLongestText);
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// The number behind the words; std::nullopt if it is not there.
std::optional<std::int64_t> numberBehind(std::string_view text, std::string_view words) {
    constexpr std::size_t kMostDigits = 18;
    const std::size_t at = text.find(words);
    if (at == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(at + words.size());
    const bool isNegative = text.starts_with('-');
    text.remove_prefix(isNegative ? 1 : 0);
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0 || digits > kMostDigits)
        return std::nullopt;
    std::int64_t value = 0;
    for (const char c : text.substr(0, digits))
        value = value * 10 + (c - '0');
    return isNegative ? -value : value;
}

/// "[rank3]:", in front of what a rank of torchrun prints: its length and where it begins.
struct RankTag {
    std::size_t begin = 0, length = 0;
    std::optional<int> rank;
};
RankTag rankTag(std::string_view line) {
    constexpr std::string_view kBegin = "[rank";
    for (std::size_t at = line.find(kBegin); at != std::string_view::npos; at = line.find(kBegin, at + 1)) {
        std::string_view rest = line.substr(at + kBegin.size());
        if (rest.empty() || !isDigit(rest.front()))
            continue;
        const auto rank = takeNumber(rest);
        if (rank && rest.starts_with("]:"))
            return {at, line.size() - at - rest.size() + 2, rank};
    }
    return {};
}

/// The rank in the job; without a tag the one of "[PG 1 Rank 3]", "[Rank 3]".
std::optional<int> rankOf(std::string_view line) {
    if (const RankTag tag = rankTag(line); tag.rank)
        return tag.rank;
    constexpr std::string_view kRank = "Rank ";
    for (std::size_t at = line.find(kRank); at != std::string_view::npos; at = line.find(kRank, at + 1)) {
        std::string_view rest = line.substr(at + kRank.size());
        const auto rank = takeNumber(rest);
        if (rank && *rank >= 0 && rest.starts_with(']'))
            return rank;
    }
    return std::nullopt;
}

/// Of "[PG 1 Rank 3]" or "[PG ID 0 PG GUID 5(default_pg) Rank 3]": "1", "5". A PG ID alone counts on each
/// rank by itself.
std::string groupOf(std::string_view line) {
    constexpr std::size_t kLongest = 64;
    for (const std::string_view words : {std::string_view("PG GUID "), std::string_view("[PG ")})
        if (const std::size_t at = line.find(words); at != std::string_view::npos) {
            const std::string_view rest = line.substr(at + words.size(), kLongest);
            const std::string_view word = rest.substr(0, rest.find_first_of(" ("));
            return word == "ID" ? std::string() : std::string(word);
        }
    return {};
}

void insert(std::vector<int> &ranks, std::optional<int> rank) {
    if (!rank || ranks.size() >= kMaxRanks)
        return;
    const auto place = std::lower_bound(ranks.begin(), ranks.end(), *rank);
    if (place == ranks.end() || *place != *rank)
        ranks.insert(place, *rank);
}

/// "rank 3", "ranks 0-2, 5"; empty if none is known.
std::string rankText(const std::vector<int> &ranks) {
    constexpr std::size_t kMostRanges = 16;
    std::string text;
    std::size_t ranges = 0;
    for (std::size_t i = 0; i < ranks.size(); ++ranges) {
        std::size_t last = i;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1)
            ++last;
        if (ranges == kMostRanges) {
            text += fmt::format(" and {} more", ranks.size() - i);
            break;
        }
        text += text.empty() ? "" : ", ";
        text += std::to_string(ranks[i]);
        if (last > i)
            text += (last == i + 1 ? ", " : "-") + std::to_string(ranks[last]);
        i = last + 1;
    }
    return ranks.empty() ? text : (ranks.size() == 1 ? "rank " : "ranks ") + text;
}

std::string withRanks(const std::vector<int> &ranks, const std::string &text) {
    return ranks.empty() ? text : rankText(ranks) + ": " + text;
}

std::string timeoutText(const CollectiveTimeout &timeout) {
    constexpr double kOften = 1.1; // the watchdog looks now and then
    constexpr std::size_t kMostBehind = 16;
    std::string text = fmt::format("{} number {} timed out", timeout.operation, timeout.sequence);
    const std::optional<double> seconds = timeout.longest ? timeout.longest : timeout.limit;
    if (seconds)
        text += fmt::format(" after {:.0f} s", *seconds);
    if (timeout.longest && timeout.limit && *timeout.longest > *timeout.limit * kOften)
        text += fmt::format(" (limit {:.0f} s)", *timeout.limit);
    for (std::size_t i = 0; i < timeout.behind.size(); ++i) {
        const RankBehind &rank = timeout.behind[i];
        if (i == kMostBehind) {
            text += fmt::format("; {} more ranks have not started it", timeout.behind.size() - i);
            break;
        }
        text += fmt::format("; rank {} has not started it", rank.rank);
        if (rank.last >= 0)
            text += fmt::format(" (last started: {})", rank.last);
    }
    return withRanks(timeout.ranks, text);
}

/// "unhandled cuda error" of "../ProcessGroupNCCL.cpp:1331, unhandled cuda error (run with
/// NCCL_DEBUG=INFO for details), NCCL version 2.20.5".
std::string_view wordsOf(std::string_view text) {
    text = text.substr(0, text.find(", NCCL version"));
    return trimmed(text.substr(0, text.find(" (run with NCCL_DEBUG")));
}

/// Where the report of a line begins, behind what is in front of each line of its process. A report of C++
/// has the rank's tag in its first line only, one of Python in each.
std::size_t messageBegin(std::string_view line) {
    for (const std::string_view words : {"torch.distributed.", "RuntimeError: "})
        if (const std::size_t at = line.find(words); at != std::string_view::npos)
            return at;
    constexpr std::string_view kLevel = "[E"; // "[E ProcessGroupNCCL.cpp:607]", "[E1016 14:34:13.1 ..."
    for (std::size_t at = line.find(kLevel); at != std::string_view::npos; at = line.find(kLevel, at + 1)) {
        const std::string_view rest = line.substr(at + kLevel.size());
        if (rest.empty() || (rest.front() != ' ' && !isDigit(rest.front())))
            continue;
        const RankTag tag = rankTag(line.substr(0, at));
        return tag.rank ? tag.begin : at;
    }
    return 0;
}

/// Whether the line has the prefix; times in it differ.
bool hasPrefix(std::string_view line, std::string_view prefix) {
    if (line.starts_with(prefix))
        return true;
    const bool hasTime = std::count(prefix.begin(), prefix.end(), ':') > 1;
    return hasTime && line.size() >= prefix.size() && rankTag(line).rank == rankTag(prefix).rank &&
           std::equal(prefix.begin(), prefix.end(), line.begin(),
                      [](char a, char b) { return a == b || (isDigit(a) && isDigit(b)); });
}

/// Of what a line of Python or a stack trace begins with: no cause.
bool isTrace(std::string_view text) {
    return text.starts_with("Exception raised from") || text.starts_with("frame #") ||
           text.starts_with("Traceback");
}

} // namespace

void TorchErrors::take(std::string_view line, std::uint64_t number) {
    static const Needles kKnown({kNeedles.begin(), kNeedles.end()});
    line = line.substr(0, kLongestLine);
    const auto kind = kKnown.firstIn(line);
    if (kind == Kind::Watchdog)
        takeTimeout(line, number);
    else if (kind == Kind::Status)
        takeStatus(line);
    else if (kind == Kind::Lagging || kind == Kind::Behind || kind == Kind::Barrier)
        add(shown(line), {}, {}, {}, number);
    else if (!goOn(line) && kind)
        takeError(line, number);
}

/// "[rank3]:[E ... ProcessGroupNCCL.cpp:607] [Rank 3] Watchdog caught collective operation timeout:
/// WorkNCCL(SeqNum=5, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600012
/// milliseconds before timing out."
void TorchErrors::takeTimeout(std::string_view line, std::uint64_t number) {
    constexpr std::string_view kOperation = "OpType=";
    const auto sequence = numberBehind(line, "SeqNum=");
    const std::size_t at = line.find(kOperation);
    if (!sequence || *sequence < 0 || at == std::string_view::npos) {
        add(shown(kNeedles[Kind::Watchdog]), {}, {}, rankOf(line), number);
        return;
    }
    const std::string_view rest = line.substr(at + kOperation.size());
    const std::string operation = shown(rest.substr(0, rest.find_first_of(",) ")));
    const auto number64 = static_cast<std::uint64_t>(*sequence);
    auto known = std::find_if(m_timeouts.begin(), m_timeouts.end(), [&](const CollectiveTimeout &one) {
        return one.sequence == number64 && one.operation == operation;
    });
    // The same report once more, as the end of the process; the rank is that in the process group.
    if (known != m_timeouts.end() && line.find("with exception: ") != std::string_view::npos)
        return;
    if (known == m_timeouts.end()) {
        if (m_timeouts.size() >= kMaxTimeouts)
            return;
        known = m_timeouts.insert(known, {operation, number64, {}, {}, {}, {}, number});
    }
    insert(known->ranks, rankOf(line));
    if (const auto limit = numberBehind(line, "Timeout(ms)="))
        known->limit = static_cast<double>(*limit) / kMilliseconds;
    if (const auto ran = numberBehind(line, "ran for "))
        known->longest = std::max(known->longest.value_or(0), static_cast<double>(*ran) / kMilliseconds);
}

/// "[rank3]:[E ...] [PG 1 Rank 3] Exception (either an error or timeout) detected by watchdog at work: 5,
/// last enqueued NCCL work: 5, last completed NCCL work: 4."
void TorchErrors::takeStatus(std::string_view line) {
    auto last = numberBehind(line, "last enqueued NCCL work: ");
    if (!last)
        last = numberBehind(line, "last enqueued work: ");
    std::optional<std::int64_t> sequence;
    for (const std::string_view words : {std::string_view("at work: "), std::string_view("at NCCL work: "),
                                         std::string_view("at work sequence id: ")})
        if (!sequence)
            sequence = numberBehind(line, words);
    const auto rank = rankOf(line);
    const std::string group = groupOf(line);
    if (!last || !sequence || *sequence < 0 || !rank || group.empty() || m_statusCount >= kMaxRanks)
        return;
    m_status[group].push_back({*rank, static_cast<std::uint64_t>(*sequence), *last});
    ++m_statusCount;
}

/// In the one process group in which a watchdog ended this operation.
std::vector<RankBehind> TorchErrors::behind(const CollectiveTimeout &timeout) const {
    if (timeout.operation == "SEND" || timeout.operation == "RECV" || timeout.operation == "COALESCED")
        return {}; // counted by themselves
    const std::vector<Status> *found = nullptr;
    for (const auto &[group, all] : m_status) {
        if (std::none_of(all.begin(), all.end(),
                         [&](const Status &one) { return one.sequence == timeout.sequence; }))
            continue;
        if (std::exchange(found, &all) != nullptr)
            return {}; // it is not known which
    }
    std::map<int, std::int64_t> last; // a rank may report several times
    for (const Status &one : found != nullptr ? *found : std::vector<Status>())
        last[one.rank] = std::max(last.try_emplace(one.rank, one.last).first->second, one.last);
    std::vector<RankBehind> ranks;
    for (const auto &[rank, number] : last)
        if (number < static_cast<std::int64_t>(timeout.sequence) &&
            !std::binary_search(timeout.ranks.begin(), timeout.ranks.end(), rank))
            ranks.push_back({rank, number});
    return ranks;
}

/// "torch.distributed.DistBackendError: NCCL error in: ../ProcessGroupNCCL.cpp:1331, unhandled cuda error
/// (run with NCCL_DEBUG=INFO for details), NCCL version 2.20.5", "... exception: NCCL error: remote process
/// exited or there was a network error, NCCL version 2.20.5", "ncclRemoteError: A call failed ...".
void TorchErrors::takeError(std::string_view line, std::uint64_t number) {
    constexpr std::size_t kLines = 6; // to the one below "Last error:", with some of other programs
    Open open;
    open.rank = rankOf(line);
    open.line = number;
    open.left = kLines;
    std::size_t begin = std::string_view::npos; // of what the library returned
    for (std::size_t i = Kind::Returned; i < kNeedles.size() && begin == std::string_view::npos; ++i) {
        const std::size_t at = line.find(kNeedles[i]);
        if (at == std::string_view::npos)
            continue;
        begin = at;
        std::string_view rest = line.substr(at + kNeedles[i].size());
        if (i == Kind::Returned) {
            const std::string_view place = rest.substr(0, rest.find(','));
            open.where = shown(place.substr(place.rfind('/') + 1));
            rest.remove_prefix(std::min(place.size() + 1, rest.size()));
        } else if (i >= Kind::Code) {
            open.name = kNeedles[i].substr(0, kNeedles[i].size() - 2);
        }
        open.text = shown(wordsOf(rest));
    }
    if (begin == std::string_view::npos)
        return;
    open.prefix = line.substr(0, open.name.empty() ? messageBegin(line) : begin);
    if (m_open.size() >= kMaxOpen) {
        finish(std::move(m_open.front()));
        m_open.erase(m_open.begin());
    }
    m_open.push_back(std::move(open));
}

/// Whether the line is one of an open error's: "ncclRemoteError: A call failed ...", "Last error:", and the
/// line below it.
bool TorchErrors::goOn(std::string_view line) {
    constexpr std::string_view kLast = "Last error:";
    auto open = m_open.end();
    for (auto one = m_open.begin(); one != m_open.end(); ++one) // the longest of those that fit
        if (hasPrefix(line, one->prefix) &&
            (open == m_open.end() || one->prefix.size() >= open->prefix.size()))
            open = one;
    if (open == m_open.end())
        return false;
    const std::string_view rest = trimmed(line.substr(open->prefix.size()));
    if (rest.find("NCCL error") != std::string_view::npos)
        return false; // another one begins
    const auto close = [&] {
        finish(std::move(*open));
        m_open.erase(open);
    };
    if (open->isCauseNext) {
        open->cause = rest.empty() || isTrace(rest) ? std::string() : shown(rest);
        close();
        return true;
    }
    if (rest.starts_with(kLast)) {
        open->cause = shown(rest.substr(kLast.size()));
        open->isCauseNext = open->cause.empty();
        if (!open->isCauseNext)
            close();
        return true;
    }
    for (std::size_t i = Kind::Code; i < kNeedles.size(); ++i)
        if (rest.starts_with(kNeedles[i]) && open->name.empty()) {
            open->name = kNeedles[i].substr(0, kNeedles[i].size() - 2);
            return true;
        }
    if (--open->left == 0)
        close();
    return false;
}

void TorchErrors::finish(Open open) {
    std::string text = open.name;
    if (!open.text.empty())
        text += (text.empty() ? "" : ": ") + open.text;
    if (!open.cause.empty())
        text += "; last error: " + open.cause;
    std::string cause = open.cause.empty() ? open.name : std::move(open.cause);
    add(std::move(text), std::move(cause), std::move(open.where), open.rank, open.line);
}

void TorchErrors::add(std::string text, std::string cause, std::string where, std::optional<int> rank,
                      std::uint64_t number) {
    if (m_errors.size() >= kMaxEntries && !m_places.contains(text))
        return;
    const auto [place, isNew] = m_places.try_emplace(text, m_errors.size());
    if (isNew)
        m_errors.push_back({std::move(text), std::move(cause), std::move(where), {}, number, 0});
    Error &error = m_errors[place->second];
    insert(error.ranks, rank);
    ++error.count;
}

void TorchErrors::end(WarningTable &warnings, DebugLog &log) {
    for (Open &open : std::exchange(m_open, {}))
        finish(std::move(open));
    for (CollectiveTimeout &timeout : m_timeouts) {
        timeout.behind = behind(timeout);
        const std::uint64_t count = std::max<std::size_t>(timeout.ranks.size(), 1);
        warnings.add({timeoutText(timeout), {}, timeout.line, count, kNeedles[Kind::Watchdog]}, log.warnings);
    }
    for (Error &error : std::exchange(m_errors, {})) {
        std::string text = withRanks(error.ranks, error.text);
        warnings.add({std::move(text), std::move(error.where), error.line, error.count, error.cause},
                     log.warnings);
    }
    m_places.clear();
    log.timeouts = std::exchange(m_timeouts, {});
}

} // namespace fabricscope::nccl::log
