// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/judge/EarlierRuns.h"

#include "core/bench/run/OutputParser.h"
#include "core/store/RunStore.h"

namespace fabricscope::app {

namespace {

constexpr std::size_t kMaxListed = 200; ///< among which those of the kind are sought

} // namespace

Result<StoredTables> readStoredTables(const store::RunStore &store, const bench::RunRecord &record,
                                      const IsOver &isOver) {
    auto parser = bench::makeParser(record.spec.tool);
    if (parser == nullptr)
        parser = bench::makeParser("auto");
    StoredTables stored;
    std::uint64_t bytes = 0;
    const auto read = store.read(record.state.id, [&](const store::Chunk &chunk) {
        bytes += chunk.bytes.size();
        stored.isComplete = bytes <= kMaxStoredOutput;
        if (stored.isComplete)
            parser->feed(chunk.bytes);
        return stored.isComplete && !isOver();
    });
    if (!read)
        return tl::unexpected(read.error());
    parser->end();
    for (const bench::Results &each : parser->results())
        stored.tables.push_back(std::make_shared<const bench::Results>(each));
    return stored;
}

EarlierRunsRead readEarlierRuns(const store::RunStore &store, const bench::RunSpec &kind,
                                const std::set<std::string> &known, const IsOver &isOver) {
    EarlierRunsRead read;
    const auto records = store.list({kind.host, kind.tool, {}, kMaxListed});
    read.isComplete = records.has_value();
    std::size_t count = 0;
    for (const bench::RunRecord &record : records.value_or(std::vector<bench::RunRecord>())) {
        if (!bench::isSameKind(kind, record.spec) || record.state.phase != bench::Phase::Ended ||
            !record.summary.complete)
            continue;
        if (count == kMaxEarlierRuns || isOver())
            break;
        ++count;
        if (known.contains(record.state.id))
            continue;
        const auto stored = readStoredTables(store, record, isOver);
        read.isComplete = read.isComplete && stored;
        if (stored && !stored->tables.empty() && stored->isComplete)
            read.runs.push_back({record, stored->tables.back()});
    }
    return read;
}

} // namespace fabricscope::app
