// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/OutputParser.h"
#include "core/json/SamplesJson.h"
#include "tests/core/bench/OutputTexts.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;

namespace {

std::vector<bench::Results> inPieces(std::string_view text, std::size_t piece, bool pauses) {
    const auto parser = bench::makeParser("auto");
    for (std::size_t at = 0; at < text.size(); at += piece) {
        parser->feed(text.substr(at, piece));
        if (pauses)
            parser->idle();
    }
    parser->end();
    return parser->results();
}

} // namespace

/// Any bytes: the same results with other splits, bounded size, and a document of the results.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0)
        return 0;
    const std::string_view text = fuzz::textOf(data + 1, size - 1);
    const std::vector<bench::Results> whole = inPieces(text, text.size() + 1, false);
    fuzz::require(inPieces(text, 1 + data[0] % 64, (data[0] & 64) != 0) == whole);
    for (const bench::Results &run : whole) {
        fuzz::require(run.diagnostics.size() <= bench::kMaxDiagnostics + 1);
        for (const bench::Matrix &matrix : run.matrices) {
            fuzz::require(matrix.rows.size() == matrix.values.size());
            for (const auto &row : matrix.values)
                fuzz::require(row.size() == matrix.columns.size());
        }
    }
    fuzz::require(!json::samplesDocument(whole).empty());
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> seeds;
    for (const bench::logs::OutputText &text : bench::logs::outputTexts())
        seeds.push_back("7" + text.text);
    return seeds;
}
