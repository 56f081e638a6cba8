// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which of lspci's forms a text is in, by lines that nothing else prints.
#include "core/base/Text.h"
#include "core/formats/Bytes.h"
#include "core/formats/PastedLines.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/lspci/HeaderLine.h"
#include "core/formats/lspci/HexRows.h"
#include "core/formats/lspci/Keys.h"
#include "core/formats/lspci/TreeLine.h"
#include "core/formats/lspci/Words.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

struct Counts {
    std::size_t lines = 0;
    std::size_t trees = 0;   ///< lines of a tree
    std::size_t roots = 0;   ///< of them those with "[0000:00]"
    std::size_t quoted = 0;  ///< -mm
    std::size_t slots = 0;   ///< "Slot:\t41:00.0"
    std::size_t classes = 0; ///< "Class:\t..."
    std::size_t headers = 0; ///< "41:00.0 VGA compatible controller: ..."
    std::size_t bare = 0;    ///< a BDF and words, as before a hex dump
    std::size_t keys = 0;    ///< of -v
    std::size_t hexRows = 0; ///< -x
};

void countHeader(std::string_view behind, Counts &counts) {
    if (behind.substr(0, 1) == "\"") {
        ++counts.quoted;
        return;
    }
    const lspci::HeaderLine header = lspci::parseHeaderLine(behind);
    const bool known = header.parsedClass.code && (!header.device.name.empty() || header.device.device);
    ++(known ? counts.headers : counts.bare);
}

Counts count(std::string_view text) {
    Counts counts;
    for (PastedLines lines(text); lines.next();) {
        const PastedLine &line = lines.line();
        if (line.blank())
            continue;
        ++counts.lines;
        std::string_view behind;
        if (lspci::headerAddress(line.text, behind)) {
            countHeader(behind, counts);
        } else if (lspci::isTreeLine(line.text)) {
            ++counts.trees;
            counts.roots += line.text.find("-[") != std::string_view::npos ? 1 : 0;
        } else if (lspci::HexRows::isRow(line.text)) {
            ++counts.hexRows;
        } else if (lspci::beginsWith(line.text, "Slot:") || lspci::beginsWith(line.text, "Device:")) {
            const std::string_view value = trimmed(line.text.substr(line.text.find(':') + 1));
            counts.slots += pci::Address::parse(value) ? 1 : 0;
        } else if (lspci::beginsWith(line.text, "Class:")) {
            ++counts.classes;
        } else if (counts.headers + counts.bare > 0 && lspci::keyOf(line.text) != nullptr) {
            ++counts.keys;
        }
    }
    return counts;
}

/// Whether a line can hold "41:00.0", as all forms but the tree have it: asked of every file that is opened,
/// before its lines are counted.
bool mayHoldAddress(std::string_view text) {
    constexpr std::ptrdiff_t kToDot = 3;
    const char *const end = text.data() + text.size();
    for (const char *at = text.data(); (at = findByte(at, end, ':')) != end; ++at)
        if (end - at > kToDot && at[kToDot] == '.')
            return true;
    return mayNeedCleaning(text);
}

/// Likewise the "-[0000:00]" of a tree.
bool mayHoldRoot(std::string_view text) {
    return text.find("-[") != std::string_view::npos || mayNeedCleaning(text);
}

} // namespace

bool isLspciTree(const FileSample &sample) {
    if (!mayHoldRoot(sample.head))
        return false;
    const Counts counts = count(sample.head);
    return counts.roots > 0 && counts.trees > counts.headers + counts.bare + counts.quoted;
}

bool isLspciMachine(const FileSample &sample) {
    if (!mayHoldAddress(sample.head))
        return false;
    const Counts counts = count(sample.head);
    return (counts.slots > 0 && counts.classes > 0) || (counts.quoted > 0 && counts.quoted >= counts.headers);
}

bool isLspciHex(const FileSample &sample) {
    if (!mayHoldAddress(sample.head))
        return false;
    const Counts counts = count(sample.head);
    return counts.headers + counts.bare > 0 && counts.hexRows >= 4 && counts.keys == 0;
}

bool isLspciText(const FileSample &sample) {
    if (!mayHoldAddress(sample.head))
        return false;
    const Counts counts = count(sample.head);
    return counts.headers > 0 || (counts.bare > 0 && counts.hexRows >= 4);
}

} // namespace fabricscope::formats
