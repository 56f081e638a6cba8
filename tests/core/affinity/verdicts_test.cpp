// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The verdict on each published real machine, held against a table that people have read: tests/verdicts.md.
#include "core/affinity/Examine.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "tests/support/CorpusHosts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace fabricscope::affinity {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnread = "not read yet";

struct Row {
    std::string severity, verdict, fix, opinion;
    friend bool operator==(const Row &, const Row &) = default;
};
using Table = std::map<std::string, Row>; ///< by machine

std::string cell(std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
        text.insert(at, "\\");
    return text;
}

void add(Table &table, const std::string &name, const Verdict &verdict) {
    table[name] = {verdict.severity ? std::string(findings::toString(*verdict.severity)) : "ok",
                   cell(verdict.sentence), verdict.fix.empty() ? "" : cell(verdict.fix.front()),
                   std::string(kUnread)};
}

std::vector<fs::path> filesIn(const fs::path &folder, std::string_view word) {
    std::vector<fs::path> found;
    std::error_code none;
    for (const auto &entry : fs::directory_iterator(folder, none))
        if (entry.is_regular_file(none) && entry.path().filename().string().find(word) != std::string::npos)
            found.push_back(entry.path());
    return found;
}

std::string textOf(const fs::path &path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Table verdictsNow() {
    Table table;
    for (const test::CorpusHost &host : test::corpusHosts(test::kCorpusFolder))
        if (const Examination found = examine(*host.topology, {}); !found.judgement.fabric.gpus.empty())
            add(table, host.name, found.judgement.verdict);
    for (const fs::path &file : filesIn(test::kCorpusFolder / "nccl-topo", "topo")) {
        Question question;
        question.fileName = file.filename().string();
        const Examination found = examineFile(textOf(file), question);
        if (!found.judgement.fabric.gpus.empty() || found.decisions.error)
            add(table, file.filename().string(), found.judgement.verdict);
    }
    for (const fs::path &file : filesIn(test::kCorpusFolder / "texts", "topo-m_")) {
        const auto capture = formats::importFiles(std::array{file});
        if (!capture)
            continue;
        const auto topology =
            topology::build(std::make_shared<const host::Host>(formats::readHost(*capture)));
        if (const Examination found = examine(*topology, {}); !found.judgement.fabric.gpus.empty())
            add(table, file.filename().string(), found.judgement.verdict);
    }
    return table;
}

const fs::path kPage = FABRICSCOPE_SOURCE_DIR "/tests/verdicts.md";

Table verdictsRead() {
    Table table;
    std::ifstream stream(kPage);
    for (std::string line; std::getline(stream, line);) {
        std::vector<std::string> cells;
        std::string_view rest = line;
        constexpr std::string_view kBetween = " | ";
        if (!rest.starts_with("| ") || !rest.ends_with(" |"))
            continue;
        rest = rest.substr(2, rest.size() - 4);
        for (auto at = rest.find(kBetween); at != std::string::npos; at = rest.find(kBetween)) {
            cells.emplace_back(rest.substr(0, at));
            rest.remove_prefix(at + kBetween.size());
        }
        cells.emplace_back(rest);
        if (cells.size() == 5 && cells[0] != "machine")
            table[cells[0]] = {cells[1], cells[2], cells[3] == "-" ? "" : cells[3], cells[4]};
    }
    return table;
}

std::string pageOf(const Table &table) {
    std::string text =
        "# Verdicts on real machines\n\n"
        "What the Affinity screen says first about each published machine, topology file and "
        "matrix, and whether it is\ntrue: read by a person, with the reason. A test compares it "
        "with the program; after a change, "
        "`FABRICSCOPE_UPDATE_GOLDEN=1`\nwrites the new verdicts, which have to be read again.\n\n"
        "| machine | severity | verdict | first fix | true? |\n|---|---|---|---|---|\n";
    for (const auto &[name, row] : table)
        text += fmt::format("| {} | {} | {} | {} | {} |\n", name, row.severity, row.verdict,
                            row.fix.empty() ? "-" : row.fix, row.opinion);
    return text;
}

TEST(Verdicts, OfRealMachinesAreThoseThatWereRead) {
    Table now = verdictsNow();
    if (now.empty())
        GTEST_SKIP() << "the corpus is not here: " << test::kCorpusFolder;
    const Table read = verdictsRead();
    for (auto &[name, row] : now)
        if (const auto known = read.find(name); known != read.end() && known->second.verdict == row.verdict &&
                                                known->second.fix == row.fix &&
                                                known->second.severity == row.severity)
            row.opinion = known->second.opinion;
    if (std::getenv("FABRICSCOPE_UPDATE_GOLDEN") != nullptr)
        std::ofstream(kPage) << pageOf(now);
    for (const auto &[name, row] : now) {
        EXPECT_TRUE(row.opinion.starts_with("true") || row.opinion.starts_with("false: "))
            << name << ": " << row.verdict;
        const auto known = read.find(name);
        EXPECT_TRUE(known != read.end() && known->second == row) << name;
    }
    EXPECT_EQ(now.size(), read.size()) << "a machine is gone";
}

} // namespace
} // namespace fabricscope::affinity
