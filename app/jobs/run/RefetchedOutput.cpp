// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RefetchedOutput.h"

#include "core/bench/command/SecretFilter.h"

#include <algorithm>

namespace fabricscope::app {

namespace {

/// Passes the tool's output to `take` piece by piece, without that of the login.
template<class Take> Result<> readOutput(const store::RunStore &store, std::string_view id, Take take) {
    return store.read(id, [&](const store::Chunk &chunk) {
        if (chunk.stream == store::Stream::Output)
            take(chunk.bytes);
        return true;
    });
}

/// Whether the filter leaves the stored output unchanged.
Result<bool> isWithout(const store::RunStore &store, std::string_view id,
                       const std::vector<std::string> &secrets) {
    bench::SecretFilter filter(secrets);
    std::string before, after; // of which the beginnings are alike
    bool isSame = true;
    const auto compare = [&](std::string_view filtered) {
        after += filtered;
        const std::size_t common = std::min(before.size(), after.size());
        isSame = isSame && before.compare(0, common, after, 0, common) == 0;
        before.erase(0, common);
        after.erase(0, common);
    };
    const auto read = readOutput(store, id, [&](std::string_view bytes) {
        before += bytes;
        if (isSame)
            compare(filter.feed(bytes));
    });
    if (!read)
        return tl::unexpected(read.error());
    compare(filter.finish());
    return isSame && before.empty() && after.empty();
}

} // namespace

Result<RefetchedOutput> RefetchedOutput::of(store::RunStore &store, std::string_view id,
                                            const std::vector<std::string> &secrets) {
    const auto without = isWithout(store, id, secrets);
    if (!without)
        return tl::unexpected(without.error());
    if (!*without) {
        // Text that the filter holds back at the end comes again, and complete.
        bench::SecretFilter filter(secrets);
        const auto changed = store.changeOutput(id, store::Stream::Output,
                                                [&](std::string_view bytes) { return filter.feed(bytes); });
        if (!changed)
            return tl::unexpected(changed.error());
    }
    RefetchedOutput again;
    const auto read = readOutput(store, id, [&](std::string_view bytes) {
        add(again.m_storedHash, bytes);
        again.m_pending += bytes.size();
    });
    return read ? Result<RefetchedOutput>(again) : tl::unexpected(read.error());
}

std::string_view RefetchedOutput::behind(std::string_view bytes) {
    const auto known = static_cast<std::size_t>(std::min<std::uint64_t>(m_pending, bytes.size()));
    add(m_receivedHash, bytes.substr(0, known));
    m_pending -= known;
    bytes.remove_prefix(known);
    return isOther() ? std::string_view() : bytes;
}

void RefetchedOutput::add(std::uint64_t &hash, std::string_view bytes) {
    constexpr std::uint64_t kPrime = 0x100000001b3U;
    for (const char c : bytes)
        hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
}

} // namespace fabricscope::app
