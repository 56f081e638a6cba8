// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostReader.h"
#include "core/formats/files/Bundle.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/files/Import.h"
#include "tests/Places.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// The host described by these texts, recognized and read like files of a user.
inline host::Host hostOfTexts(const std::vector<std::string> &texts) {
    std::vector<Piece> pieces;
    for (const std::string &text : texts)
        pieces.push_back({"text" + std::to_string(pieces.size()), text});
    const auto capture = importPieces(std::move(pieces));
    EXPECT_TRUE(capture) << (capture ? "" : capture.error().what);
    return capture ? readHost(*capture) : host::Host{};
}

inline host::Host hostOfText(const std::string &text) {
    return hostOfTexts({text});
}

/// The kind recognized for a text; empty if none.
inline std::string kindOf(std::string_view text, std::string_view name = "log.txt") {
    const FileKind *kind = recogniseFile({name, text.substr(0, FileSample::kHead)});
    return kind ? std::string(kind->name) : std::string();
}

inline pci::Address bdf(std::string_view text) {
    const auto address = pci::Address::parse(text);
    EXPECT_TRUE(address) << text;
    return address.value_or(pci::Address{});
}

/// A file of the corpus; empty if there is no corpus.
inline std::string corpusText(const std::string &path) {
    std::ostringstream text;
    text << std::ifstream(FABRICSCOPE_SOURCE_DIR "/../shared/corpus/captures/" + path, std::ios::binary)
                .rdbuf();
    return text.str();
}

/// The text as changed by mails and web pages: blanks instead of tabs, CR LF, "> " prefixes.
inline std::string pasted(const std::string &text, bool quoted = false) {
    std::string out;
    std::size_t column = 0;
    bool atBegin = true;
    for (const char c : text) {
        if (atBegin && quoted)
            out += "> ";
        atBegin = false;
        if (c == '\t') {
            const std::size_t stop = (column / 8 + 1) * 8;
            out.append(stop - column, ' ');
            column = stop;
        } else if (c == '\n') {
            out += "\r\n";
            column = 0;
            atBegin = true;
        } else {
            out += c;
            ++column;
        }
    }
    return out;
}

} // namespace fabricscope::formats
