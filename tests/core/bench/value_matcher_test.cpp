// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/command/ValueMatcher.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace fabricscope::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kToken = "hf_Qz7RwK2mVt9LxB4nYd8PcG5sJh3FaE6uTiO1";

std::vector<std::string> valuesOf(std::string_view value) {
    Command command;
    command.environment = {{"HF_TOKEN", std::string(value)}};
    return secretValuesOf(command);
}

std::string base64Of(std::string_view text) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string digits;
    for (std::size_t at = 0; at < text.size(); at += 3) {
        unsigned bits = 0;
        for (std::size_t i = at; i < at + 3; ++i)
            bits = bits << 8U | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i)
            digits += at + i <= text.size() ? kDigits[bits >> (18U - 6U * i) & 63U] : '=';
    }
    return digits;
}

/// As `base64 -w COLUMNS` prints it, each line with this label.
std::string wrapped(std::string_view digits, std::size_t columns, const std::string &label) {
    std::string text;
    for (; !digits.empty(); digits.remove_prefix(std::min(columns, digits.size())))
        text += label + std::string(digits.substr(0, columns)) + "\n";
    return text;
}

/// The longest piece of a secret that a text still has.
std::size_t longestLeft(std::string_view text, std::string_view secret) {
    std::size_t longest = 0;
    for (std::size_t at = 0; at < secret.size(); ++at)
        while (at + longest < secret.size() &&
               text.find(secret.substr(at, longest + 1)) != std::string_view::npos)
            ++longest;
    return longest;
}

/// The whole text, and the same in pieces.
std::string filtered(std::string_view text, const std::vector<std::string> &values) {
    std::string whole = SecretFilter(values).all(text);
    std::mt19937 random(18); // NOLINT(cert-msc51-cpp): the same each time
    for (const std::size_t most : {2, 30}) {
        SecretFilter filter(values);
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t size = 1 + random() % most;
            out += filter.feed(text.substr(at, size));
            at += size;
        }
        EXPECT_EQ(out + filter.finish(), whole) << text;
    }
    return whole;
}

TEST(ValueMatcher, FindsBase64ThatIsWrapped) {
    const std::vector<std::string> values = valuesOf(kToken);
    for (const std::string_view before : {"", "user:", "x", "HF_TOKEN is "})
        for (const std::string_view behind : {"", "\n", "@host and on"})
            for (const std::size_t columns : {76, 64, 20})
                for (const char *label :
                     {"", "0: ", "12: ", "node-07: ", "[1,0]<stdout>:", "[rank0]: ", "web-1  | ",
                      "2026-11-29T10:00:00.123Z ", "  ", "\u2502 ", "(pid=4711) ", "[0] node01: "}) {
                    const std::string digits =
                        base64Of(std::string(before) + std::string(kToken) + std::string(behind));
                    const std::string text = "begin\n" + wrapped(digits, columns, label) + "end\n";
                    const std::string out = filtered(text, values);
                    EXPECT_LE(longestLeft(out, base64Of(kToken)), 4U) << out;
                    EXPECT_THAT(out, testing::StartsWith("begin\n"));
                    EXPECT_THAT(out, testing::EndsWith("\nend\n"));
                    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'),
                              std::count(text.begin(), text.end(), '\n'));
                }
}

TEST(ValueMatcher, FindsTheBase64OfTwoProcessesLineByLine) {
    const std::string digits = base64Of(kToken);
    std::string text;
    for (std::size_t at = 0; at < digits.size(); at += 20)
        for (const char *label : {"0: ", "1: "})
            text += label + digits.substr(at, 20) + "\n";
    const std::string out = filtered(text, valuesOf(kToken));
    EXPECT_LT(longestLeft(out, digits), 12U) << out; // the last line is shorter than a piece
}

TEST(ValueMatcher, FindsAValueThatIsInterrupted) {
    const std::vector<std::string> values = valuesOf(kToken);
    for (const std::string_view between :
         {"\n", "\r\n", "\x1b[31m", "\x1b[0m\x1b[1;38;5;208m", "\x1b]8;;https://h\x1b\\", "\x1b[K",
          "\n0: ", "  \n    ", " \u2502\n\u2502 ", "\\\n", "\x1b[0m\n\x1b[31m", "\\n", "%0A", "\n\x1b[2m0: "})
        for (std::size_t at = 1; at < kToken.size(); ++at) {
            std::string text = "first " + std::string(kToken) + " last\n";
            text.insert(std::string_view("first ").size() + at, between);
            const std::string out = filtered(text, values);
            EXPECT_LE(longestLeft(out, kToken), 3U) << out;
            EXPECT_THAT(out, testing::StartsWith("first ")) << at;
            EXPECT_THAT(out, testing::EndsWith(" last\n")) << at;
        }
}

TEST(ValueMatcher, FindsAValueOfWhichSomeCharactersAreEncoded) {
    const std::vector<std::string> values = valuesOf("hf_a/B+c9Defghi");
    for (const char *form : {"hf%5Fa/B+c9Defghi", "hf%5fa%2FB+c9Defghi", "hf_a%2fB%2bc9De%66ghi",
                             "hf_a\\/B+c9Defghi", "hf_a/B\\u002bc9Defghi", "hf\\x5fa/B+c9Defgh%69"})
        EXPECT_EQ(filtered("GET /x?v=" + std::string(form) + "&n=1 50% 100%\n", values),
                  "GET /x?v=(not kept)&n=1 50% 100%\n");
    // The first character alone is not held back.
    EXPECT_EQ(filtered("v=%68f_a%2FB+c9Defghi&n=1\n", values), "v=%68(not kept)&n=1\n");
}

// Nobody named these; they are known by their form or by the name before them.
TEST(ValueMatcher, UnknownSecretsAreFoundBetweenColoursAndPartlyEncoded) {
    for (const auto &[text, expected] : std::vector<std::pair<std::string, std::string>>{
             {"a hf_Qz7RwK2m\x1b[31mVt9LxB4nYd8PcG5s\x1b[0m b\n", "a hf_(not kept)\x1b[0m b\n"},
             {"v=hf%5FQz7RwK2mVt9LxB4nYd8PcG5s&n=1\n", "v=hf%5F(not kept)&n=1\n"},
             {"v=hf_Qz7RwK2mV%749LxB4nYd8PcG5s&n=1\n", "v=hf_(not kept)&n=1\n"},
             {"HF_\x1b[1mTOKEN\x1b[0m=abc done\n", "HF_\x1b[1mTOKEN\x1b[0m=(not kept) done\n"},
             {"https:\\/\\/me:pw@host 100%\n", "https:\\/\\/me:(not kept)@host 100%\n"}})
        EXPECT_EQ(filtered(text, {}), expected);
}

TEST(ValueMatcher, UnknownTokensAreFoundOverTwoLines) {
    const std::string token(kToken);
    for (std::size_t at = 4; at < token.size(); ++at)
        for (const char *between : {"\n", "\r\n", "\n0: ", "  \n\x1b[2m12: "}) {
            std::string text = "got " + token + " now\nstep 1\n";
            text.insert(std::string_view("got ").size() + at, between);
            const std::string out = filtered(text, {});
            EXPECT_LE(longestLeft(out, token), 7U) << out;
            EXPECT_THAT(out, testing::StartsWith("got hf_"));
            EXPECT_THAT(out, testing::EndsWith(" now\nstep 1\n"));
        }
    for (const char *text : {"hf_hub\ndownload 12\n", "sk-\nlearn\n", "npm_\nconfig_registry=x\n"})
        EXPECT_EQ(filtered(text, {}), text);
    EXPECT_EQ(filtered("of hf_Qz7RwK2mVt9LxB4nYd8PcG5s\nDone.\n", {}), "of hf_(not kept)\nDone.\n");
}

TEST(ValueMatcher, UnknownSecretsAreFoundInWrappedBase64) {
    for (const std::string secret :
         {"HF_TOKEN=secretvalue99 and more of it\n", "user hf_Qz7RwK2mVt9LxB4nYd8PcG5s\n",
          "{\"password\": \"correct horse battery staple\", \"n\": 1}"})
        for (const std::size_t columns : {76, 64, 20})
            for (const char *label : {"", "0: ", "node-07: "}) {
                const std::string digits = base64Of(secret);
                const std::string out =
                    filtered("begin\n" + wrapped(digits, columns, label) + "end of it\n", {});
                EXPECT_LE(longestLeft(out, digits), 4U) << out;
                EXPECT_THAT(out, testing::StartsWith("begin\n"));
                EXPECT_THAT(out, testing::EndsWith("\nend of it\n"));
            }
    const std::string harmless = wrapped(base64Of("nothing of it is secret, it is only a text"), 20, "0: ");
    EXPECT_EQ(filtered(harmless + "/usr/local/lib/python3/site-packages\n", {}),
              harmless + "/usr/local/lib/python3/site-packages\n");
}

TEST(ValueMatcher, KeepsWhatOnlyResemblesAValue) {
    const std::vector<std::string> values = valuesOf("bench-2026");
    for (const char *text :
         {"bench\n2025\n", "bench-\n0: 2027\n", "a bench 2026\n", "100%be %41 \x1b[1mbench\n",
          "2026-11-29T10:00:00 bench\n0: row\n", "[0] bench-\n[0] mark\n"})
        EXPECT_EQ(filtered(text, values), text);
    // Too short to be one word over two lines.
    EXPECT_EQ(filtered("of pass\nword\n", valuesOf("passwor")), "of pass\nword\n");
    EXPECT_EQ(filtered("pass\x1b[0mword\n", valuesOf("passwor")), "(not kept)d\n");
    // Words of a long value are no secret by themselves.
    EXPECT_EQ(filtered("all-reduce-benchmark passes\n", valuesOf("all-reduce-benchmark-Pw")),
              "all-reduce-benchmark passes\n");
}

TEST(ValueMatcher, HoldsBackOnlyWhatMayBeTheBeginning) {
    SecretFilter filter(valuesOf(kToken));
    for (const char *line : {"       8   2   float   12.5\n", "rank 0 with\n", "token h\n", "50%\r", "0: \n",
                             "Continue? ", "\x1b[1mrow\x1b[0m\n"})
        EXPECT_EQ(filter.feed(line), line);
    EXPECT_EQ(filter.feed("a hf_Qz7RwK2m\n"), "a ");
    EXPECT_EQ(filter.feed("other\n"), "hf_Qz7RwK2m\nother\n");
    EXPECT_EQ(filter.feed("hf_Qz7RwK2m\n"), "");
    EXPECT_EQ(filter.finish(), "hf_Qz7RwK2m\n");
}

TEST(ValueMatcher, IsBoundedWhateverInterruptsAValue) {
    // So much of it is no value any more, and may go on as a word that is too long.
    for (const char *sequence : {"\x1b[1m", "\n", "\n0: ", "%0A", " \n"}) {
        SecretFilter filter(valuesOf(kToken));
        std::string out = filter.feed("hf_Qz7RwK");
        std::string piece;
        while (piece.size() < 1000)
            piece += sequence;
        for (std::size_t fed = 0; fed < 8 * SecretFilter::kMaxHeld; fed += piece.size())
            out += filter.feed(piece);
        EXPECT_NE(out, "") << sequence;
        out += filter.feed(" end\n") + filter.finish();
        EXPECT_THAT(out, testing::EndsWith(" end\n"));
    }
}

TEST(ValueMatcher, FindsSecretsOfArgumentsInBase64Too) {
    Command command;
    command.words = {"tool", "--token", "Zx81-qWe-Rty-55"};
    const std::string digits = base64Of("user:Zx81-qWe-Rty-55");
    EXPECT_THAT(SecretFilter(secretValuesOf(command)).all("Basic " + digits + "\n"),
                Not(HasSubstr(digits.substr(8))));
}

TEST(ValueMatcher, FindsACharacterInPercentEncodingThatIsWrapped) {
    const std::string value = "Zk/9wQ+mV2=tLx8Bn4";
    const std::string encoded = "Zk%2F9wQ%2BmV2%3DtLx8Bn4";
    for (std::size_t at = 1; at < encoded.size(); ++at) {
        const std::string text =
            "url?k=" + encoded.substr(0, at) + "\n[1,0]<stdout>:" + encoded.substr(at) + " end\n";
        const std::string out = filtered(text, valuesOf(value));
        EXPECT_LE(longestLeft(out, encoded), 5U) << at << ": " << out;
        EXPECT_THAT(out, HasSubstr(" end\n"));
    }
    EXPECT_EQ(filtered("done 100%\nab next\n50%4\n2 x\n", valuesOf(value)),
              "done 100%\nab next\n50%4\n2 x\n");
}

TEST(ValueMatcher, UnknownTokensAreFoundOverThreeLines) {
    const std::string token(kToken);
    for (const std::size_t first : {6U, 12U, 18U})
        for (const std::size_t second : {first + 6, first + 12}) {
            const std::string out =
                filtered("token is " + token.substr(0, first) + "\n" + token.substr(first, second - first) +
                             "\n" + token.substr(second) + "\nnext\n",
                         {});
            EXPECT_LE(longestLeft(out, token.substr(3)), 3U) << out;
            EXPECT_THAT(out, HasSubstr("\nnext\n"));
        }
}

TEST(ValueMatcher, FindsAPassphraseThatIsBrokenAtABlank) {
    const std::string phrase = "violet anchor under seven moons";
    for (std::size_t at = phrase.find(' '); at != std::string::npos; at = phrase.find(' ', at + 1)) {
        for (const char *label : {"", "0: ", "    "}) {
            const std::string out =
                filtered("pass: " + phrase.substr(0, at) + "\n" + label + phrase.substr(at + 1) + "\nafter\n",
                         valuesOf(phrase));
            EXPECT_LE(longestLeft(out, phrase), 4U) << out;
            EXPECT_THAT(out, HasSubstr("after\n"));
        }
    }
}

constexpr std::size_t kDumpColumns = 16;

std::string xxdOf(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += kDumpColumns) {
        const std::string_view row = text.substr(at, kDumpColumns);
        out += fmt::format("{:08x}:", at);
        for (std::size_t i = 0; i < kDumpColumns; ++i)
            out += (i % 2 == 0 ? " " : "") +
                   (i < row.size() ? fmt::format("{:02x}", static_cast<unsigned char>(row[i])) : "  ");
        out += "  ";
        for (const char c : row)
            out += c < ' ' ? '.' : c;
        out += '\n';
    }
    return out;
}

std::string hexdumpOf(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += kDumpColumns) {
        const std::string_view row = text.substr(at, kDumpColumns);
        out += fmt::format("{:08x} ", at);
        for (std::size_t i = 0; i < kDumpColumns; ++i)
            out += (i == 8 ? "  " : " ") +
                   (i < row.size() ? fmt::format("{:02x}", static_cast<unsigned char>(row[i])) : "  ");
        out += "  |";
        for (const char c : row)
            out += c < ' ' ? '.' : c;
        out += "|\n";
    }
    return out + fmt::format("{:08x}\n", text.size());
}

/// Without -C: words of a little-endian machine.
std::string wordsOf(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += kDumpColumns) {
        out += fmt::format("{:07x}", at);
        for (std::size_t i = at; i < std::min(at + kDumpColumns, text.size()); i += 2)
            out += fmt::format(" {:02x}{:02x}",
                               i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U,
                               static_cast<unsigned char>(text[i]));
        out += '\n';
    }
    return out;
}

/// The digits of a text, in either order, and its characters without what is between them in a dump.
std::size_t leftInDump(const std::string &dump, std::string_view secret) {
    std::size_t left = longestLeft(dump, secret);
    for (std::size_t at = 0; at + 2 <= secret.size(); ++at) {
        const auto a = static_cast<unsigned char>(secret[at]), b = static_cast<unsigned char>(secret[at + 1]);
        for (const std::string &pair :
             {fmt::format("{:02x}{:02x} ", a, b), fmt::format(" {:02x}{:02x}", b, a),
              fmt::format("{:02x} {:02x} ", a, b)})
            if (at > 3 && dump.find(pair) != std::string::npos)
                left = std::max<std::size_t>(left, 100);
    }
    return left;
}

TEST(ValueMatcher, FindsAValueInHexadecimalDumps) {
    const std::string token(kToken);
    for (const auto dump : {xxdOf, hexdumpOf, wordsOf})
        for (std::size_t before = 0; before < kDumpColumns; ++before) {
            const std::string bytes = std::string(before, ' ') + token + " plain words behind it\n";
            for (const char *label : {"", "3: "}) {
                std::string text = "dump:\n";
                const std::string lines = dump(bytes);
                for (std::string_view rest = lines; !rest.empty();) {
                    text += label + std::string(rest.substr(0, rest.find('\n') + 1));
                    rest.remove_prefix(rest.find('\n') + 1);
                }
                text += "done\n";
                const std::string out = filtered(text, valuesOf(token));
                EXPECT_LE(leftInDump(out, token), 4U) << text << out;
                EXPECT_THAT(out, HasSubstr("done\n"));
                EXPECT_LE(leftInDump(filtered(text, {}), token.substr(3)), 4U) << "nobody named it: " << out;
            }
        }
}

TEST(ValueMatcher, DumpsWithoutSecretsStay) {
    const std::string text =
        xxdOf("message size, time and bandwidth of a run: 67108864 B in 812 us\n") +
        hexdumpOf("nothing of value is here, only words and 123456 numbers\n") +
        "   1048576        262144     float     sum      -1    35.23   29.76   55.81      0\n";
    EXPECT_EQ(filtered(text, valuesOf(kToken)), text);
}
} // namespace
} // namespace fabricscope::bench
