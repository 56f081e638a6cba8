// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/CaptureIndex.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/capture/BatchedSection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fabricscope::capture {

namespace {

constexpr std::string_view kFirstWord = "fscope ";
constexpr int kVersion = 1;
constexpr std::string_view kSumKey = "index_crc32\t";
constexpr std::size_t kMaxNotes = 10000;

constexpr std::array<std::pair<char, char>, 4> kEscapes{
    {{'\\', '\\'}, {'\n', 'n'}, {'\t', 't'}, {'\r', 'r'}}};

void appendLine(std::string &out, std::string_view key, std::string_view value) {
    out += key;
    out += '\t';
    for (const char c : value) {
        const auto *escape =
            std::find_if(kEscapes.begin(), kEscapes.end(), [&](const auto &row) { return row.first == c; });
        if (escape != kEscapes.end()) {
            out += '\\';
            out += escape->second;
        } else {
            out += c;
        }
    }
    out += '\n';
}

std::string unescaped(std::string_view value) {
    std::string out;
    for (std::size_t at = 0; at < value.size(); ++at) {
        const char next = at + 1 < value.size() ? value[at + 1] : '\0';
        const auto *escape = std::find_if(kEscapes.begin(), kEscapes.end(),
                                          [&](const auto &row) { return row.second == next; });
        if (value[at] == '\\' && escape != kEscapes.end()) {
            out += escape->first;
            ++at;
        } else {
            out += value[at];
        }
    }
    return HostText(out).plain();
}

template<class Integer> bool readNumber(std::string_view value, Integer &into) {
    const auto number = parseInteger<Integer>(value);
    if (number)
        into = *number;
    return number.has_value();
}

template<class Enum> bool readEnum(std::optional<Enum> value, Enum &into) {
    if (value)
        into = *value;
    return value.has_value();
}

// How a key is read; one row per key. False: the value is invalid.
struct CaptureKey {
    std::string_view name;
    bool (*read)(Capture &, std::string_view);
};
constexpr std::array<CaptureKey, 6> kCaptureKeys{{
    {"target",
     [](Capture &c, std::string_view v) {
         return c.target = unescaped(v), true;
     }},
    {"taken_ms",
     [](Capture &c, std::string_view v) {
         return readNumber(v, c.takenMs);
     }},
    {"taken_by",
     [](Capture &c, std::string_view v) {
         return c.takenBy = unescaped(v), true;
     }},
    {"redacted",
     [](Capture &c, std::string_view v) {
         return c.redacted = v == "1", v == "0" || v == "1";
     }},
    {"simulated",
     [](Capture &c, std::string_view v) {
         return c.simulated = unescaped(v), true;
     }},
    {"note",
     [](Capture &c, std::string_view v) {
         if (c.notes.size() < kMaxNotes)
             c.notes.push_back(unescaped(v));
         return true;
     }},
}};

struct SectionKey {
    std::string_view name;
    bool (*read)(CaptureIndex::Entry &, std::string_view);
};
constexpr std::array<SectionKey, 12> kSectionKeys{{
    {"section",
     [](CaptureIndex::Entry &e, std::string_view v) {
         return e.meta.name = unescaped(v), !v.empty();
     }},
    {"file",
     [](CaptureIndex::Entry &e, std::string_view v) {
         return e.file = unescaped(v), !v.empty();
     }},
    {"origin",
     [](CaptureIndex::Entry &e, std::string_view v) {
         return e.meta.origin = unescaped(v), true;
     }},
    {"part",
     [](CaptureIndex::Entry &e, std::string_view v) {
         return readEnum(partFromString(v), e.meta.part);
     }},
    {"started_ms",
     [](CaptureIndex::Entry &e, std::string_view v) {
         return readNumber(v, e.meta.startedMs);
     }},
    {"ended_ms",
     [](CaptureIndex::Entry &e, std::string_view v) {
         return readNumber(v, e.meta.endedMs);
     }},
    {"exit",
     [](CaptureIndex::Entry &e, std::string_view v) {
         e.meta.exitStatus = parseInteger<int>(v);
         return e.meta.exitStatus.has_value();
     }},
    {"damage",
     [](CaptureIndex::Entry &e, std::string_view v) {
         return readEnum(damageFromString(v), e.meta.damage);
     }},
    {"damage_text",
     [](CaptureIndex::Entry &e, std::string_view v) {
         return e.meta.damageText = unescaped(v), true;
     }},
    {"corrupt", // behind "damage"
     [](CaptureIndex::Entry &e, std::string_view v) {
         e.meta.damage = v == "1" ? Damage::Corrupt : e.meta.damage;
         return v == "0" || v == "1";
     }},
    {"wrapping",
     [](CaptureIndex::Entry &e, std::string_view v) {
         return e.meta.wrapping = unescaped(v), true;
     }},
    {"size",
     [](CaptureIndex::Entry &e, std::string_view v) {
         return readNumber(v, e.size);
     }},
}};

void appendEntry(std::string &out, const CaptureIndex::Entry &entry) {
    const Section::Meta &meta = entry.meta;
    out += '\n';
    appendLine(out, "section", meta.name);
    appendLine(out, "file", entry.file);
    appendLine(out, "origin", meta.origin);
    appendLine(out, "part", toString(meta.part));
    appendLine(out, "started_ms", std::to_string(meta.startedMs));
    appendLine(out, "ended_ms", std::to_string(meta.endedMs));
    if (meta.exitStatus)
        appendLine(out, "exit", std::to_string(*meta.exitStatus));
    if (meta.damage != Damage::None) {
        // Programs before this word refuse a capture with another one.
        const bool isCorrupt = meta.damage == Damage::Corrupt;
        appendLine(out, "damage", toString(isCorrupt ? Damage::Truncated : meta.damage));
        appendLine(out, "damage_text", meta.damageText);
        if (isCorrupt)
            appendLine(out, "corrupt", "1");
    }
    if (!meta.wrapping.empty())
        appendLine(out, "wrapping", meta.wrapping);
    appendLine(out, "size", std::to_string(entry.size));
}

// True where the key is unknown or its value was read.
template<class Table, class Object>
bool readLine(const Table &table, Object &object, std::string_view key, std::string_view value) {
    const auto row = std::find_if(table.begin(), table.end(), [&](const auto &r) { return r.name == key; });
    return row == table.end() || row->read(object, value);
}

Result<> checkFirstLine(std::string_view line) {
    if (line.substr(0, kFirstWord.size()) != kFirstWord)
        return failure("not a capture: its index does not begin with \"fscope\"", "fscope, line 1");
    const auto version = parseInteger<int>(line.substr(kFirstWord.size()));
    if (!version || *version < 1)
        return failure("the format version cannot be read", "fscope, line 1");
    if (*version > kVersion)
        return failure(
            fmt::format("the capture has format version {}; this program reads up to {}", *version, kVersion),
            "fscope, line 1", "open it with a newer fabricscope");
    return {};
}

// CRC-32 as of gzip and of crc32(1): IEEE 802.3, reflected.
std::uint32_t crc32(std::string_view text) {
    static constexpr auto kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t i = 0; i < table.size(); ++i) {
            std::uint32_t value = i;
            for (int bit = 0; bit < 8; ++bit)
                value = (value >> 1) ^ ((value & 1U) != 0 ? 0xedb88320U : 0U);
            table[i] = value;
        }
        return table;
    }();
    std::uint32_t sum = 0xffffffffU;
    for (const char c : text)
        sum = (sum >> 8) ^ kTable[(sum ^ static_cast<unsigned char>(c)) & 0xffU];
    return ~sum;
}

// Whether the text behind the first line has the sum that it states; true where it states none.
bool hasItsSum(std::string_view text) {
    if (text.substr(0, kSumKey.size()) != kSumKey)
        return true;
    const std::string_view stated = takeUntil(text, '\n').substr(kSumKey.size());
    return stated == fmt::format("{:08x}", crc32(text));
}

} // namespace

std::string indexText(const CaptureIndex &index) {
    const Capture &capture = index.capture;
    std::string out;
    appendLine(out, "target", capture.target);
    appendLine(out, "taken_ms", std::to_string(capture.takenMs));
    appendLine(out, "taken_by", capture.takenBy);
    appendLine(out, "redacted", capture.redacted ? "1" : "0");
    appendLine(out, "simulated", capture.simulated);
    for (const std::string &note : capture.notes)
        appendLine(out, "note", note);
    for (const CaptureIndex::Entry &entry : index.entries)
        appendEntry(out, entry);
    return fmt::format("{}{}\n{}{:08x}\n{}", kFirstWord, kVersion, kSumKey, crc32(out), out);
}

Result<CaptureIndex> parseIndex(std::string_view text, std::size_t maxEntries) {
    CaptureIndex index;
    if (auto first = checkFirstLine(takeUntil(text, '\n')); !first)
        return tl::unexpected(first.error());
    index.isChanged = !hasItsSum(text);
    std::size_t number = 1;
    std::size_t beyond = 0;
    bool blockBegins = false;
    bool inSections = false;
    while (!text.empty()) {
        ++number;
        const std::string_view line = takeUntil(text, '\n');
        if (line.empty()) {
            blockBegins = true;
            continue;
        }
        const auto tab = line.find('\t');
        if (tab == std::string_view::npos)
            return failure("index line without a tab", fmt::format("fscope, line {}", number));
        const std::string_view key = line.substr(0, tab);
        if (blockBegins) {
            blockBegins = false;
            inSections = true;
            beyond += index.entries.size() == maxEntries ? 1 : 0;
            if (beyond == 0)
                index.entries.emplace_back();
        }
        if (beyond > 0)
            continue;
        const std::string_view value = line.substr(tab + 1);
        const bool fine = inSections ? readLine(kSectionKeys, index.entries.back(), key, value)
                                     : readLine(kCaptureKeys, index.capture, key, value);
        if (!fine)
            return failure(fmt::format("invalid value of '{}'", HostText(key).plain(64)),
                           fmt::format("fscope, line {}", number));
    }
    for (CaptureIndex::Entry &entry : index.entries)
        if (entry.meta.name.empty()) // a block that begins with another key
            entry.meta.name = cleanSectionName({});
    if (beyond > 0)
        index.capture.notes.push_back(
            fmt::format("{} sections were skipped: a capture has at most {}", beyond, maxEntries));
    return index;
}

} // namespace fabricscope::capture
