// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/SystemFacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::Fact;
using host::InstalledLibrary;
using StatedBy = InstalledLibrary::StatedBy;

constexpr std::size_t kMostLibraries = 64;
constexpr std::size_t kMaxPath = 1024;

/// "2.27.7", "7.0.2": two to four numbers with dots between them.
bool isVersion(std::string_view text) {
    int numbers = 0;
    while (!text.empty()) {
        const bool isLast = text.find('.') == std::string_view::npos;
        const std::string_view number = takeUntil(text, '.');
        const bool isNumber =
            !number.empty() && number.size() <= 6 &&
            std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (!isNumber || (!isLast && text.empty()))
            return false;
        ++numbers;
    }
    return numbers >= 2 && numbers <= 4;
}

Fact<std::string> versionFact(std::string_view text, EvidenceRef evidence) {
    return isVersion(text) ? Fact<std::string>(std::string(text), evidence) : Fact<std::string>();
}

/// "70002" of librccl.so.1.0.70002 is ROCm 7.0.2: two digits each for the last two numbers.
std::string rocmOfName(std::string_view digits) {
    const auto number = digits.size() >= 5 ? parseInteger<int>(digits) : std::nullopt;
    return number ? fmt::format("{}.{}.{}", *number / 10000, *number / 100 % 100, *number % 100)
                  : std::string();
}

struct Header {
    std::map<std::string, std::string, std::less<>> numbers; ///< by MAJOR, MINOR, PATCH
    EvidenceRef evidence;

    [[nodiscard]] std::string version() const {
        std::string text;
        for (const std::string_view name : {"MAJOR", "MINOR", "PATCH"}) {
            const auto at = numbers.find(name);
            if (at == numbers.end())
                return {};
            text += (text.empty() ? "" : ".") + at->second;
        }
        return text;
    }
};

struct Stated {
    std::string_view version, cuda;
    EvidenceRef evidence;
};

/// What the lines of the section state, before it is joined: any line may come first.
class Collected {
public:
    explicit Collected(const SectionText &text) {
        for (LineCursor lines(text); lines.next();)
            if (const auto parts = splitFileLine(lines.line()); parts && parts->path.size() < kMaxPath)
                take(parts->path, trimmed(parts->value), text.evidence(lines.line()));
    }

    /// Each file once, by the name that the linker prefers.
    [[nodiscard]] std::vector<InstalledLibrary> libraries() {
        std::stable_sort(m_libraries.begin(), m_libraries.end(),
                         [](const auto &a, const auto &b) { return a.foundBy < b.foundBy; });
        std::set<std::string> files;
        std::vector<InstalledLibrary> result;
        for (InstalledLibrary &library : m_libraries)
            if (files.insert(library.file).second) {
                complete(library);
                result.push_back(std::move(library));
            }
        return result;
    }

    /// Of ROCm, by folder.
    [[nodiscard]] const std::map<std::string, Fact<std::string>> &releases() const { return m_rocm; }

private:
    void take(std::string_view path, std::string_view value, EvidenceRef evidence) {
        constexpr std::string_view kRelease = "/.info/version";
        if (path.ends_with(kRelease))
            takeRelease(path.substr(0, path.size() - kRelease.size()), value, evidence);
        else if (value.starts_with('#'))
            takeMacro(path, value, evidence);
        else if (const auto at = value.find("CCL version "); at == 1)
            takeText(path, value.substr(std::string_view("NCCL version ").size()), evidence);
        else
            takeName(path, value, evidence);
    }

    /// "7.0.2-56" of the folder /opt/rocm-7.0.2.
    void takeRelease(std::string_view folder, std::string_view value, EvidenceRef evidence) {
        if (m_rocm.size() < kMostLibraries)
            m_rocm.try_emplace(std::string(folder), versionFact(value.substr(0, value.find('-')), evidence));
    }

    void takeMacro(std::string_view path, std::string_view value, EvidenceRef evidence) {
        constexpr std::string_view kStart = "#define NCCL_";
        if (!value.starts_with(kStart) || m_headers.size() >= kMostLibraries)
            return;
        value.remove_prefix(kStart.size());
        const std::string_view name = takeUntil(value, ' ');
        Header &header = m_headers[std::string(path)];
        if (parseInteger<int>(trimmed(value)) && name.size() == 5)
            header.numbers.emplace(name, trimmed(value));
        header.evidence = evidence;
    }

    /// "2.27.7+cuda12.9" of NCCL, ": 2.26.6" of RCCL.
    void takeText(std::string_view path, std::string_view value, EvidenceRef evidence) {
        if (value.starts_with(": "))
            value.remove_prefix(2);
        constexpr std::string_view kCuda = "+cuda";
        const auto plus = value.find(kCuda);
        const std::string_view cuda =
            plus == std::string_view::npos ? std::string_view() : value.substr(plus + kCuda.size());
        if (m_texts.size() < kMostLibraries)
            m_texts.try_emplace(std::string(path), Stated{value.substr(0, plus), cuda, evidence});
    }

    void takeName(std::string_view path, std::string_view value, EvidenceRef evidence) {
        struct Way {
            std::string_view name;
            InstalledLibrary::FoundBy by;
        };
        static constexpr std::array kWays = {
            Way{"LD_LIBRARY_PATH", InstalledLibrary::FoundBy::Environment},
            Way{"ldconfig", InstalledLibrary::FoundBy::LinkerCache},
            Way{"folder", InstalledLibrary::FoundBy::Folder},
            Way{"wheel", InstalledLibrary::FoundBy::Wheel},
        };
        const std::string_view how = takeUntil(value, ' ');
        const auto *way =
            std::find_if(kWays.begin(), kWays.end(), [how](const Way &each) { return each.name == how; });
        const bool isRccl = lastComponent(path).starts_with("librccl.so");
        if (way == kWays.end() || !value.starts_with('/') || value.size() >= kMaxPath ||
            m_libraries.size() >= kMostLibraries ||
            !(isRccl || lastComponent(path).starts_with("libnccl.so")))
            return;
        InstalledLibrary library;
        library.flavor = isRccl ? InstalledLibrary::Flavor::Rccl : InstalledLibrary::Flavor::Nccl;
        library.foundBy = way->by;
        library.path = '/' + shown(path, kMaxPath);
        library.file = shown(value, kMaxPath);
        library.evidence = evidence;
        m_libraries.push_back(std::move(library));
    }

    void complete(InstalledLibrary &library) const {
        const bool isRccl = library.flavor == InstalledLibrary::Flavor::Rccl;
        constexpr std::string_view kSuffix = ".so.";
        std::string_view numbers = lastComponent(library.file);
        const auto suffix = numbers.find(kSuffix);
        numbers =
            suffix == std::string_view::npos ? std::string_view() : numbers.substr(suffix + kSuffix.size());
        if (const auto text = m_texts.find(library.file.substr(1)); text != m_texts.end()) {
            library.version = versionFact(text->second.version, text->second.evidence);
            library.cuda = versionFact(text->second.cuda, text->second.evidence);
        }
        if (!library.version && !isRccl && std::count(numbers.begin(), numbers.end(), '.') == 2) {
            library.version = versionFact(numbers, library.evidence);
            library.statedBy = StatedBy::FileName;
        }
        if (isRccl)
            completeRocm(library, numbers);
    }

    /// Of RCCL the name has only the release of ROCm; the header beside it is of the same release.
    void completeRocm(InstalledLibrary &library, std::string_view numbers) const {
        library.rocm =
            versionFact(rocmOfName(numbers.substr(numbers.find_last_of('.') + 1)), library.evidence);
        for (const std::string *path : {&library.file, &library.path}) {
            const auto end = path->rfind("/lib/");
            if (end == std::string::npos || end == 0)
                continue;
            const std::string folder = path->substr(1, end - 1);
            if (const auto release = m_rocm.find(folder); !library.rocm && release != m_rocm.end())
                library.rocm = release->second;
            const auto header = m_headers.find(folder + "/include/rccl/rccl.h");
            if (library.version || header == m_headers.end())
                continue;
            library.version = versionFact(header->second.version(), header->second.evidence);
            library.statedBy = StatedBy::Header;
        }
    }

    std::vector<InstalledLibrary> m_libraries;
    std::map<std::string, Stated> m_texts; ///< by file, without the first slash
    std::map<std::string, Header> m_headers;
    std::map<std::string, Fact<std::string>> m_rocm; ///< by folder
};

} // namespace

void readLibraries(const SectionText &text, HostBuilder &builder) {
    Collected collected(text);
    builder.host.libraries = collected.libraries();
    std::set<std::string> known; // /opt/rocm is a link to one of the others
    for (const auto &[folder, release] : collected.releases())
        if (release && known.insert(*release).second)
            addToolFact(builder, host::kVersions, {}, "ROCm", *release, release.evidence());
}

} // namespace fabricscope::formats
