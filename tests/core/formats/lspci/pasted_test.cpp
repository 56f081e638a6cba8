// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts pasted from tickets, mails, web pages and terminals.
#include "core/formats/PastedLines.h"
#include "core/formats/files/FileKinds.h"
#include "tests/core/formats/lspci/LspciHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;

std::vector<std::string> linesOf(const std::string &text, bool damaged = false) {
    std::vector<std::string> all;
    for (PastedLines lines(text, damaged); lines.next();)
        all.push_back(fmt::format("{}{} {}", lines.line().afterFullLine ? "+" : "", lines.line().indent,
                                  lines.line().text));
    return all;
}

TEST(PastedLines, EndInAnyWay) {
    EXPECT_THAT(linesOf("a\nb\r\nc\r\r\nd\re"), ElementsAre("0 a", "0 b", "0 c", "0 d", "0 e"));
    EXPECT_THAT(linesOf("a\n\r\n\nb\n"), ElementsAre("0 a", "0 ", "0 ", "0 b"));
    EXPECT_THAT(linesOf("a\nhalf of", true), ElementsAre("0 a")) << "a cut line is no line";
    EXPECT_THAT(linesOf("a\nwhole\n", true), ElementsAre("0 a", "0 whole"));
    EXPECT_TRUE(linesOf("").empty());
}

TEST(PastedLines, KeepTheirIndentInColumns) {
    EXPECT_THAT(linesOf("\ta\n  \tb\n        c\n \xC2\xA0 d\n"), ElementsAre("8 a", "8 b", "8 c", "3 d"));
}

TEST(PastedLines, LoseWhatMailsAndTerminalsPutAround) {
    EXPECT_THAT(linesOf("\xEF\xBB\xBFone  \n"), ElementsAre("0 one"));
    EXPECT_THAT(linesOf("> a\n>\tb\n> > c\n>\n>> d\n"), ElementsAre("0 a", "8 b", "0 c", "0 ", "0 d"));
    EXPECT_THAT(linesOf("x\n> no mail\ny\nz\n"), ElementsAre("0 x", "0 > no mail", "0 y", "0 z"));
    EXPECT_THAT(linesOf("\x1b[1;31mred\x1b[0m and \x1b]0;title\agreen\x1b(B\x1b[K\n"),
                ElementsAre("0 red and greenB"));
    EXPECT_THAT(linesOf("ty\bypo\n"), ElementsAre("0 typo"));
    EXPECT_THAT(linesOf("open\x1b["), ElementsAre("0 open"));
}

TEST(PastedLines, KnowWhereATerminalBrokeThem) {
    std::string text;
    for (const char c : {'a', 'b', 'c'})
        text += std::string(80, c) + "\nrest\n";
    const auto lines = linesOf(text);
    EXPECT_EQ(lines[1], "+0 rest");
    EXPECT_EQ(lines[2].substr(0, 4), "0 bb");
    EXPECT_EQ(linesOf(text + std::string(90, 'd') + "\n")[1], "0 rest") << "one is wider";
    EXPECT_EQ(
        linesOf(std::string(80, 'a') + "\nrest\n" + std::string(80, 'a') + "\nx\n" + std::string(80, 'a'))[1],
        "0 rest")
        << "the same line again says nothing of a width";
}

TEST(PastedLines, PointIntoTheTextGiven) {
    const std::string text = "> \x1b[1mone\x1b[0m\r\n> two\n";
    PastedLines lines(text);
    ASSERT_TRUE(lines.next());
    EXPECT_EQ(lines.line().text, "one");
    EXPECT_EQ(lines.line().source, "> \x1b[1mone\x1b[0m");
    EXPECT_EQ(lines.line().source.data(), text.data());
    ASSERT_TRUE(lines.next());
    EXPECT_EQ(lines.line().source.data() - text.data(), 15);
}

TEST(PastedLines, BeginBehindAPrompt) {
    EXPECT_EQ(withoutPrompt("root@gpu-07:~# lspci -vvv"), "lspci -vvv");
    EXPECT_EQ(withoutPrompt("[jane@login1 ~]$ nvidia-smi topo -m"), "nvidia-smi topo -m");
    EXPECT_EQ(withoutPrompt("# lspci"), "lspci");
    EXPECT_EQ(withoutPrompt("Slot #3, PowerLimit 75W"), "");
    EXPECT_EQ(withoutPrompt("LnkCap: Port #0, Speed 16GT/s"), "");
    EXPECT_EQ(withoutPrompt("$"), "");
}

// Ways to damage the layout; each transforms a whole text.

using Mangle = std::function<std::string(const std::string &)>;

std::string byLine(const std::string &text, const std::function<std::string(std::string)> &change) {
    std::string out;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto end = std::min(text.find('\n', at), text.size());
        out += change(text.substr(at, end - at)) + "\n";
        at = end + 1;
    }
    return out;
}

std::string untabbed(const std::string &line) {
    std::string out;
    for (const char c : line)
        out += c == '\t' ? std::string(8 - out.size() % 8, ' ') : std::string(1, c);
    return out;
}

std::string unindented(const std::string &line) {
    const auto at = line.find_first_not_of(" \t");
    return at == std::string::npos ? std::string() : line.substr(at);
}

/// At blanks, like mail programs; continuation lines are not indented.
std::string wrapped(const std::string &line, std::size_t width) {
    std::string rest = line, out;
    while (rest.size() > width) {
        const auto at = rest.rfind(' ', width);
        if (at == std::string::npos || rest.find_first_not_of(" \t") > at)
            break;
        out += rest.substr(0, at) + "\n";
        rest = rest.substr(at + 1);
    }
    return out + rest;
}

/// At any character, like terminals.
std::string broken(const std::string &line, std::size_t width) {
    std::string out;
    for (std::size_t at = 0; at < line.size(); at += width)
        out += (at > 0 ? "\n" : "") + line.substr(at, width);
    return out;
}

struct Mangling {
    const char *name;
    Mangle mangle;
};

const std::vector<Mangling> kWays = {
    {"blanks for tabs",
     [](const std::string &t) {
         return byLine(t, untabbed);
     }},
    {"no indent",
     [](const std::string &t) {
         return byLine(t, unindented);
     }},
    {"one blank",
     [](const std::string &t) {
         return byLine(t, [](const std::string &line) {
             const std::string rest = unindented(line);
             return rest.size() == line.size() ? rest : " " + rest;
         });
     }},
    {"CR LF",
     [](const std::string &t) {
         return byLine(t, [](const std::string &line) { return line + "\r"; });
     }},
    {"CR CR LF",
     [](const std::string &t) {
         return byLine(t, [](const std::string &line) { return line + "\r\r"; });
     }},
    {"mixed ends",
     [](const std::string &t) {
         unsigned count = 0;
         return byLine(t, [&](const std::string &line) { return line + (++count % 3 == 0 ? "\r" : ""); });
     }},
    {"quoted",
     [](const std::string &t) {
         return byLine(t, [](const std::string &line) { return "> " + line; });
     }},
    {"quoted twice",
     [](const std::string &t) {
         return byLine(t, [](const std::string &line) { return "> > " + untabbed(line); });
     }},
    {"coloured",
     [](const std::string &t) {
         return byLine(t, [](const std::string &line) { return "\x1b[0;32m" + line + "\x1b[0m\x1b[K"; });
     }},
    {"prompt and mark",
     [](const std::string &t) {
         return "\xEF\xBB\xBFroot@gpu-07:~# lspci\n" + t + "root@gpu-07:~# \n";
     }},
    {"upper case hex",
     [](const std::string &t) {
         return byLine(t, [](std::string line) {
             for (std::size_t i = 0; i < 7 && i < line.size() && line[0] != '\t' && line[0] != ' '; ++i)
                 line[i] = static_cast<char>(std::toupper(static_cast<unsigned char>(line[i])));
             return line;
         });
     }},
};

const std::vector<Mangling> kWraps = {
    {"wrapped at 80",
     [](const std::string &t) {
         return byLine(t, [](const std::string &l) { return wrapped(untabbed(l), 80); });
     }},
    {"wrapped at 72, no indent",
     [](const std::string &t) {
         return byLine(t, [](const std::string &l) { return wrapped(unindented(l), 72); });
     }},
    {"broken at 80",
     [](const std::string &t) {
         return byLine(t, [](const std::string &l) { return broken(untabbed(l), 80); });
     }},
    {"broken at 100 and CR LF",
     [](const std::string &t) {
         return byLine(byLine(t, [](const std::string &l) { return broken(untabbed(l), 100); }),
                       [](const std::string &line) { return line + "\r"; });
     }},
};

void expectSame(const host::Host &host, const host::Host &expected) {
    ASSERT_EQ(host.functions.size(), expected.functions.size());
    for (std::size_t i = 0; i < host.functions.size(); ++i) {
        const host::PciFunction &f = host.functions[i];
        const host::PciFunction &reference = expected.functions[i];
        SCOPED_TRACE(reference.address.toString());
        EXPECT_EQ(f.address, reference.address);
        EXPECT_EQ(f.classCode, reference.classCode);
        EXPECT_EQ(f.rare->name, reference.rare->name) << *f.rare->name << " / " << *reference.rare->name;
        EXPECT_EQ(f.vendor, reference.vendor);
        EXPECT_EQ(f.device, reference.device);
        EXPECT_EQ(f.revision, reference.revision);
        EXPECT_EQ(f.driver, reference.driver);
        EXPECT_EQ(f.numaNode, reference.numaNode);
        EXPECT_EQ(f.bars, reference.bars);
        EXPECT_EQ(f.rare->secondaryBus, reference.rare->secondaryBus);
        EXPECT_EQ(f.config, reference.config);
        EXPECT_EQ(f.parent, reference.parent);
        EXPECT_EQ(f.rootBus, reference.rootBus);
    }
}

class Pasted : public testing::Test {
protected:
    void SetUp() override {
        if (!lspciIsThere())
            GTEST_SKIP() << "SKIPPED: lspci is not installed (package pciutils)";
    }
    const std::string m_dump = DumpedHost(3).dump();
};

TEST_F(Pasted, TextReadsTheSameAfterAnyPaste) {
    for (const char *options : {"-vvv", "-vvvnn", "-vnn", "-nn", "-nn -xxx"}) {
        const std::string text = lspciOfDump(m_dump, options);
        const host::Host expected = textHost(text);
        for (const Mangling &way : kWays) {
            SCOPED_TRACE(std::string(options) + ": " + way.name);
            expectSame(textHost(way.mangle(text)), expected);
        }
    }
}

TEST_F(Pasted, TextReadsTheSameWithWrappedLines) {
    for (const char *options : {"-vvv", "-vvvnn", "-nn"}) {
        const std::string text = lspciOfDump(m_dump, options);
        const host::Host expected = textHost(text);
        for (const Mangling &way : kWraps) {
            SCOPED_TRACE(std::string(options) + ": " + way.name);
            expectSame(textHost(way.mangle(text)), expected);
        }
    }
}

TEST_F(Pasted, TreesReadTheSameAfterAnyPaste) {
    for (const std::uint32_t seed : {1U, 2U, 3U, 4U}) {
        const std::string dump = DumpedHost(seed).dump();
        for (const char *options : {"-tv", "-tvnn", "-t"}) {
            const std::string text = lspciOfDump(dump, options);
            const host::Host expected = importedHost({{"lspci-tree", text}});
            for (const auto &ways : {kWays, kWraps})
                for (const Mangling &way : ways) {
                    const std::string mangled = way.mangle(text);
                    SCOPED_TRACE(std::string(options) + ": " + way.name + "\n" + mangled);
                    expectSame(importedHost({{"lspci-tree", mangled}}), expected);
                }
        }
    }
}

TEST_F(Pasted, MachineReadableOutputReadsTheSameAfterAnyPaste) {
    for (const char *options : {"-vmmnn", "-mmnn", "-vmm", "-mm"}) {
        const std::string text = lspciOfDump(m_dump, options);
        const host::Host expected = importedHost({{"lspci-machine", text}});
        for (const Mangling &way : kWays) {
            SCOPED_TRACE(std::string(options) + ": " + way.name);
            expectSame(importedHost({{"lspci-machine", way.mangle(text)}}), expected);
        }
    }
}

TEST_F(Pasted, FilesAreRecognisedByTheirContent) {
    struct Form {
        const char *options, *section;
    };
    const Form forms[] = {
        {"", "lspci-text"},           {"-n", "lspci-text"},        {"-nn", "lspci-text"},
        {"-vvv", "lspci-text"},       {"-vnn", "lspci-text"},      {"-k", "lspci-text"},
        {"-vvv -xxxx", "lspci-text"}, {"-xxxx", "lspci-hex"},      {"-x -nn", "lspci-hex"},
        {"-t", "lspci-tree"},         {"-tv", "lspci-tree"},       {"-tvnn", "lspci-tree"},
        {"-vmm", "lspci-machine"},    {"-vmmnn", "lspci-machine"}, {"-mm", "lspci-machine"},
        {"-m -D", "lspci-machine"},   {"-vm", "lspci-machine"},
    };
    for (const Form &form : forms) {
        const std::string text = lspciOfDump(m_dump, form.options);
        for (const auto &ways : {kWays, kWraps})
            for (const Mangling &way : ways) {
                if (&ways.front() == &kWraps.front() && std::string_view(form.section) == "lspci-machine")
                    continue;
                SCOPED_TRACE(std::string(form.options) + ": " + way.name);
                const std::string mangled = way.mangle(text);
                const FileKind *kind =
                    recogniseFile({"log.txt", std::string_view(mangled).substr(0, FileSample::kHead)});
                ASSERT_NE(kind, nullptr) << mangled.substr(0, 500);
                EXPECT_EQ(kind->section, form.section) << mangled.substr(0, 500);
            }
    }
}

TEST(PastedLines, ArePiecesOfTheTextWhereNoneNeedsCleaning) {
    const std::string plain =
        "Slot:\t41:00.0\r\n  Width x16 (ok)\n> quoted by a mail, and longer than a block\n";
    EXPECT_FALSE(mayNeedCleaning(plain));
    for (PastedLines lines(plain); lines.next();)
        EXPECT_NE(plain.find(lines.line().text), std::string::npos);
    for (std::size_t at = 0; at <= plain.size(); ++at) // at each place in a block, and after the last one
        for (const char *dirt : {"\x1b[1m", "\xC2\xA0", "\xE2\x80\x8B", "\b", "\v", "\f", "\x01", "\x1f"})
            EXPECT_TRUE(mayNeedCleaning(std::string(plain).insert(at, dirt))) << at;
    EXPECT_TRUE(mayNeedCleaning(std::string_view("a\0b", 3)));
}

TEST(LspciRecognition, SeesThroughColoursWithinAnAddress) {
    for (const auto &[text, section] : {
             std::pair{"\x1b[1m41\x1b[0m:0\x1b[1m0\x1b[0m.0 VGA compatible controller: NVIDIA Corporation\n",
                       "lspci-text"},
             std::pair{"-\x1b[1m[0000\x1b[0m:00]-+-00.0\n           +-01.0\n", "lspci-tree"},
         }) {
        const FileKind *kind = recogniseFile({"x.txt", text});
        ASSERT_NE(kind, nullptr) << text;
        EXPECT_EQ(kind->section, section);
    }
}

TEST(LspciRecognition, LeavesOtherTextsAlone) {
    for (const char *text :
         {"", "hello\n", "12:30.5 error: disk full\n", "[    0.5] pci 0000:00:00.0: [8086:1237] type 00\n",
          "0000:41:00.0/vendor:0x1002\n", "GPU0\tGPU1\n", "+-- file\n\\-- other\n",
          "Class:\tx\nSlot:\tnone\n", "00: 01 02 03\n10: 04 05 06\n20: 1\n30: 2\n40: 3\n"}) {
        const FileKind *kind = recogniseFile({"x.txt", text});
        EXPECT_TRUE(kind == nullptr || kind->section.substr(0, 5) != "lspci") << text;
    }
}

} // namespace
} // namespace fabricscope::formats
