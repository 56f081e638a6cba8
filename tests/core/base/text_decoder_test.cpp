// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoder.h"

#include <gtest/gtest.h>

#include <string>

namespace fabricscope {
namespace {

/// Decodes in pieces of `piece` bytes.
std::string decoded(const std::string &bytes, std::size_t piece) {
    TextDecoder decoder;
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += piece)
        text += decoder.feed(std::string_view(bytes).substr(at, piece));
    text += decoder.end();
    return text;
}

void expectForEverySplit(const std::string &bytes, const std::string &text) {
    for (std::size_t piece = 1; piece <= bytes.size() + 1; ++piece)
        EXPECT_EQ(decoded(bytes, piece), text) << "pieces of " << piece;
}

/// UTF-16 in this byte order, with a byte order mark.
std::string utf16(std::u16string_view text, bool littleEndian) {
    std::u16string marked = u"\xFEFF";
    marked += text;
    std::string bytes;
    for (const char16_t unit : marked) {
        const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xFF);
        bytes += littleEndian ? low : high;
        bytes += littleEndian ? high : low;
    }
    return bytes;
}

TEST(TextDecoder, BytesWithoutAMarkAreGivenAsTheyAre) {
    expectForEverySplit("", "");
    expectForEverySplit("a", "a");
    expectForEverySplit("8 MiB \xC2\xB5s \xFF\xFE\n", "8 MiB \xC2\xB5s \xFF\xFE\n");
    expectForEverySplit("\xFF", "\xFF");
    expectForEverySplit("\xEF\xBB", "\xEF\xBB");
}

TEST(TextDecoder, ThePlainTextOfAFileIsNotCopied) {
    TextDecoder decoder;
    EXPECT_EQ(decoder.feed("first"), "first");
    const std::string piece = "second";
    EXPECT_EQ(decoder.feed(piece).data(), piece.data());
}

TEST(TextDecoder, TheMarkOfUtf8Goes) {
    expectForEverySplit("\xEF\xBB\xBF# nThread 1\n", "# nThread 1\n");
}

TEST(TextDecoder, Utf16OfEitherOrderBecomesUtf8) {
    for (const bool littleEndian : {true, false}) {
        expectForEverySplit(utf16(u"# nThread 1\r\n", littleEndian), "# nThread 1\r\n");
        expectForEverySplit(utf16(u"µs 速 \U0001F600", littleEndian),
                            "\xC2\xB5s \xE9\x80\x9F \xF0\x9F\x98\x80");
        expectForEverySplit(utf16(u"", littleEndian), "");
    }
}

TEST(TextDecoder, WhatIsNoCharacterIsReplaced) {
    const std::string none = "\xEF\xBF\xBD";
    const std::u16string lone = {0xD83D, u'a', 0xDE00, u'b', 0xD83D};
    expectForEverySplit(utf16(lone, true), none + "a" + none + "b" + none);
    expectForEverySplit(utf16(u"ab", true) + "c", "ab" + none);
}

} // namespace
} // namespace fabricscope
