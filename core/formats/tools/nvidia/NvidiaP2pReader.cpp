// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `nvidia-smi topo -p2p r|w|n|a|p`; nvidia-smi(1) has the words of its legend.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/MatrixText.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace fabricscope::formats {

namespace {

using host::DeviceMatrix;

struct State {
    std::string_view word, meaning;
};
constexpr State kStates[] = {
    {"CNS", "chipset not supported"},
    {"GNS", "GPU not supported"},
    {"TNS", "topology not supported"},
    {"NS", "not supported"},
    {"DR", "disabled by the driver's key"},
    {"U", "unknown"},
    {"OK", {}},
    {"X", {}},
};

const State *stateOf(std::string_view word) {
    const auto *found = std::find_if(std::begin(kStates), std::end(kStates),
                                     [word](const State &each) { return each.word == word; });
    return found == std::end(kStates) ? nullptr : found;
}

bool isGpu(std::string_view word) {
    return numberAfter(word, "GPU", HostLimits::kGpus - 1).has_value();
}

/// "nvidia-smi topo -p2p n" of a prompt; without the letter where it is not known which was asked for.
std::string commandOf(std::string_view line) {
    std::string command = "nvidia-smi topo -p2p";
    const auto at = line.find("-p2p ");
    if (at == std::string_view::npos)
        return command;
    line.remove_prefix(at + 5);
    const std::string_view letter = takeWord(line);
    const bool isKnown = letter.size() == 1 && std::string_view("rwnap").find(letter) != letter.npos;
    return isKnown ? command + " " + std::string(letter) : command;
}

class P2pReader {
    using Pairs = std::set<std::pair<unsigned, unsigned>>; ///< of numbers of GPUs, the smaller one first

public:
    P2pReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read() {
        m_command = commandOf(m_text.meta.origin); // a session is cut at its prompts
        MatrixText table(isGpu);
        for (PastedLines lines = toolLines(m_text); lines.next();) {
            const PastedLine &line = lines.line();
            if (isPrompt(line.text)) {
                take(table.take());
                m_command = commandOf(line.text);
                continue;
            }
            (void)table.feed(line, [this](const MatrixText::Table &ended) { take(ended); });
        }
        take(table.take());
    }

private:
    void take(const MatrixText::Table &table) {
        if (table.rows.empty())
            return;
        DeviceMatrix matrix;
        matrix.tool = m_command;
        matrix.what = "P2P";
        std::map<std::string_view, Pairs> pairs; // by the meaning of their state; each pair is in two cells
        for (const std::string &column : table.columns)
            matrix.columns.push_back(shown(column, 64));
        for (const MatrixText::Row &row : table.rows) {
            DeviceMatrix::Row &kept = matrix.rows.emplace_back();
            kept.name = shown(row.name, 64);
            kept.evidence = m_text.evidence(row.source);
            for (std::size_t i = 0; i < row.cells.size(); ++i) {
                kept.cells.push_back(shown(row.cells[i], 64));
                const State *state = stateOf(row.cells[i]);
                if (state == nullptr || state->meaning.empty() || state->word == "U" ||
                    i >= table.columns.size())
                    continue;
                const unsigned from = numberOf(row.name), to = numberOf(table.columns[i]);
                if (from != to)
                    pairs[state->meaning].insert(std::minmax(from, to));
            }
            kept.cells.resize(table.columns.size());
        }
        report(pairs, matrix.rows.front().evidence);
        addMatrix(m_builder, std::move(matrix));
    }

    static unsigned numberOf(std::string_view name) {
        return static_cast<unsigned>(numberAfter(name, "GPU", HostLimits::kGpus - 1).value_or(0));
    }

    /// "GPU0 with GPU2, GPU0 with GPU3: chipset not supported". A pair of which only one direction is off, or
    /// both for different reasons, counts once.
    void report(const std::map<std::string_view, Pairs> &pairs, host::EvidenceRef evidence) {
        constexpr std::size_t kLongest = 80;
        if (m_command.ends_with(" n")) // GPUs without NVLink are no fault
            return;
        Pairs all;
        std::string detail;
        for (const auto &[meaning, each] : pairs) {
            std::string names;
            for (const auto &[from, to] : each)
                if (all.insert({from, to}).second && !names.ends_with("..."))
                    names += (names.empty() ? "" : ", ") +
                             (names.empty() || detail.size() + names.size() < kLongest
                                  ? "GPU" + std::to_string(from) + " with GPU" + std::to_string(to)
                                  : std::string("..."));
            if (!names.empty())
                detail += (detail.empty() ? "" : "; ") + names + ": " + std::string(meaning);
        }
        if (!all.empty())
            addToolFault(m_builder, {"p2p", {}, {}, all.size(), detail, evidence});
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    std::string m_command;
};

} // namespace

bool isNvidiaP2p(const FileSample &sample) {
    if (sample.head.find("GPU0") == std::string_view::npos)
        return false;
    for (PastedLines lines(sample.head); lines.next();) {
        std::string_view line = lines.line().text;
        if (!isGpu(takeWord(line)))
            continue;
        auto words = splitWords(line);
        words.erase(std::find_if(words.begin(), words.end(), isGpu), words.end()); // of a row glued to it
        // "X" alone is in both matrices
        if (!words.empty() && std::all_of(words.begin(), words.end(), stateOf) &&
            std::any_of(words.begin(), words.end(), [](std::string_view word) { return word != "X"; }))
            return true;
    }
    return false;
}

// A line of names, then a row for each GPU with a word for each other one; then the legend.
void readNvidiaP2p(const SectionText &text, HostBuilder &builder) {
    P2pReader(text, builder).read();
}

} // namespace fabricscope::formats
