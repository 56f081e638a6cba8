// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/Equality.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::test {

namespace {

constexpr const char *kIntroduction =
    "# Corpus equality\n"
    "\n"
    "File by file, what another reader gets out of it and what ours does. Made by the tests\n"
    "(`FABRICSCOPE_UPDATE_GOLDEN=1`), and checked by them: a difference needs a written cause.\n";

// '|' ends a cell.
std::string cell(const std::string &text) {
    std::string out;
    for (const char c : text)
        out += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
    return out;
}

/// The page's chapters in the order of their names; what stands before the first is the introduction.
std::map<std::string, std::string> chaptersOf(const std::string &page) {
    constexpr const char *kHeading = "\n## ";
    std::map<std::string, std::string> chapters;
    for (auto at = page.find(kHeading); at != std::string::npos;) {
        const auto next = page.find(kHeading, at + 1);
        const std::string chapter = page.substr(at, next == std::string::npos ? next : next - at);
        const auto nameEnd = chapter.find('\n', 1);
        chapters[chapter.substr(4, nameEnd == std::string::npos ? nameEnd : nameEnd - 4)] = chapter;
        at = next;
    }
    return chapters;
}

} // namespace

Equality::Equality(std::string chapter) : m_chapter(std::move(chapter)) {}

void Equality::row(const std::string &file, const std::string &quantity, const std::string &expected,
                   const std::string &actual, const std::string &cause) {
    m_rows.push_back({file, quantity, expected, actual, cause});
}

void Equality::row(const std::string &file, const std::string &quantity, std::size_t expected,
                   std::size_t actual, const std::string &cause) {
    row(file, quantity, std::to_string(expected), std::to_string(actual), cause);
}

void Equality::rows(const std::string &file, const std::string &quantity, const Values &expected,
                    const Values &actual, const CauseOf &causeOf) {
    std::set<std::string> keys;
    for (const auto &[key, value] : expected)
        keys.insert(key);
    for (const auto &[key, value] : actual)
        keys.insert(key);
    const auto valueOf = [](const Values &values, const std::string &key) {
        const auto at = values.find(key);
        return at == values.end() ? std::string("absent") : at->second;
    };
    std::size_t equal = 0;
    struct Group {
        std::size_t count = 0;
        std::string key, expected, actual; // of the first
    };
    std::map<std::string, Group> groups;
    for (const std::string &key : keys) {
        const std::string theirs = valueOf(expected, key);
        const std::string own = valueOf(actual, key);
        if (theirs == own) {
            ++equal;
            continue;
        }
        const std::string cause = causeOf ? causeOf(key, theirs, own) : std::string();
        if (cause.empty()) { // each by itself, since each fails
            row(file, fmt::format("{} of {}", quantity, key), theirs, own);
            continue;
        }
        Group &group = groups[cause];
        if (group.count++ == 0)
            group = {1, key, theirs, own};
    }
    if (equal > 0 || keys.empty())
        row(file, quantity, fmt::format("{} equal", equal), fmt::format("{} equal", equal));
    for (const auto &[cause, group] : groups)
        row(file,
            group.count == 1 ? fmt::format("{} of {}", quantity, group.key)
                             : fmt::format("{} of {} and {} more", quantity, group.key, group.count - 1),
            group.expected, group.actual, cause);
}

std::string Equality::text() const {
    std::string out;
    for (const Row &row : m_rows)
        out += row.equal()
                   ? fmt::format("{}: {}: {}\n", row.file, row.quantity, row.actual)
                   : fmt::format("{}: {}: {} here, {} expected: {}\n", row.file, row.quantity, row.actual,
                                 row.expected, row.cause.empty() ? "NO CAUSE" : row.cause);
    return out;
}

std::vector<std::string> Equality::problems() const {
    std::vector<std::string> problems;
    for (const Row &row : m_rows)
        if (row.equal() != row.cause.empty())
            problems.push_back(fmt::format("{}: {}: {} here, {} expected{}", row.file, row.quantity,
                                           row.actual, row.expected,
                                           row.equal() ? ": equal, yet there is a cause: " + row.cause : ""));
    return problems;
}

std::string Equality::chapterText() const {
    std::string out = fmt::format(
        "\n## {}\n\n| file | quantity | expected | ours | cause |\n|---|---|---|---|---|\n", m_chapter);
    for (const Row &row : m_rows)
        out += fmt::format("| {} | {} | {} | {} | {} |\n", cell(row.file), cell(row.quantity),
                           cell(row.expected), row.equal() ? "=" : cell(row.actual), cell(row.cause));
    return out;
}

std::string Equality::inPage(const std::string &page) const {
    auto chapters = chaptersOf(page);
    chapters[m_chapter] = chapterText();
    std::string out = kIntroduction;
    for (const auto &[name, chapter] : chapters)
        out += chapter;
    return out;
}

std::string Equality::outOfPage(const std::string &page) const {
    const auto chapters = chaptersOf(page);
    const auto at = chapters.find(m_chapter);
    return at == chapters.end() ? std::string() : at->second;
}

} // namespace fabricscope::test
