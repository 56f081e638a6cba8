// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Version.h"

#include "core/base/Text.h"
#include "core/nccl/VersionRows.h"

#include <algorithm>
#include <utility>

namespace fabricscope::nccl {

namespace {

/// The versions of a library from this one on decide as `row`, until the next line.
struct SameRow {
    Flavor flavor;
    int minor, patch; ///< of 2.MINOR.PATCH
    std::string_view row;
};
constexpr SameRow kSame[] = {
    {Flavor::Nccl, 20, 0, "nccl-2.21.5"}, {Flavor::Nccl, 22, 0, "nccl-2.22"},
    {Flavor::Nccl, 23, 0, "nccl-2.23"},   {Flavor::Nccl, 24, 0, "nccl-2.24"},
    {Flavor::Nccl, 25, 0, "nccl-2.25"},   {Flavor::Nccl, 26, 0, "nccl-2.26"},
    {Flavor::Nccl, 27, 0, "nccl-2.27.3"}, {Flavor::Nccl, 27, 5, "nccl-2.27.5"},
    {Flavor::Nccl, 27, 6, "nccl-2.27"},   {Flavor::Nccl, 28, 0, "nccl-2.28"},
    {Flavor::Nccl, 29, 0, "nccl-2.29"},   {Flavor::Nccl, 30, 0, "nccl-2.30.4"},
    {Flavor::Nccl, 30, 7, "nccl-2.30"},   {Flavor::Nccl, 31, 0, ""},
    {Flavor::Rccl, 20, 0, "rccl-2.21"},   {Flavor::Rccl, 22, 0, "rccl-2.22.3"},
    {Flavor::Rccl, 23, 0, "rccl-2.26.6"}, {Flavor::Rccl, 27, 0, "rccl-2.27.7"},
    {Flavor::Rccl, 28, 0, "rccl-2.28.3"}, {Flavor::Rccl, 29, 0, ""},
};

std::string_view rowOf(std::string_view name) {
    const bool isRccl = name.starts_with("rccl-2.");
    if (!isRccl && !name.starts_with("nccl-2."))
        return {};
    name.remove_prefix(std::string_view("nccl-2.").size());
    const auto minor = parseInteger<int>(takeUntil(name, '.'));
    const auto patch =
        name.empty() ? std::optional(std::numeric_limits<int>::max()) : parseInteger<int>(name);
    std::string_view found;
    if (minor && patch)
        for (const SameRow &row : kSame)
            if ((row.flavor == Flavor::Rccl) == isRccl &&
                std::pair(row.minor, row.patch) <= std::pair(*minor, *patch))
                found = row.row;
    return found;
}

const Version *exactly(std::string_view name) {
    const auto all = versions();
    const auto row =
        std::find_if(all.begin(), all.end(), [name](const Version &version) { return version.name == name; });
    return row != all.end() ? &*row : nullptr;
}

} // namespace

bool Version::hasElement(std::string_view element) const {
    return std::any_of(grammar.begin(), grammar.end(),
                       [element](const GrammarRow &row) { return row.child == element; });
}

std::string_view Version::pathName(PathType type) const {
    const auto row = std::find_if(pathNames.begin(), pathNames.end(),
                                  [type](const PathName &path) { return path.type == type; });
    return row != pathNames.end() ? row->text : std::string_view("?");
}

int Version::pathNumber(PathType type) const {
    const auto row = std::find_if(pathNames.begin(), pathNames.end(),
                                  [type](const PathName &path) { return path.type == type; });
    return row != pathNames.end() ? row->number : -1;
}

std::optional<PathType> Version::pathByName(std::string_view text) const {
    const auto row = std::find_if(pathNames.begin(), pathNames.end(),
                                  [text](const PathName &path) { return path.text == text; });
    return row != pathNames.end() ? std::optional(row->type) : std::nullopt;
}

std::vector<Version> rowsFrom(const Version &first, std::span<const VersionStep> steps) {
    std::vector<Version> rows = {first};
    for (const VersionStep step : steps) {
        Version row = rows.back();
        step(row);
        rows.push_back(row);
    }
    return rows;
}

std::span<const Version> versions() {
    static const std::vector<Version> kAll = [] {
        std::vector<Version> all = ncclVersions();
        const std::vector<Version> rccl = rcclVersions();
        all.insert(all.end(), rccl.begin(), rccl.end());
        return all;
    }();
    return kAll;
}

const Version *findVersion(std::string_view name) {
    const Version *row = exactly(name);
    return row != nullptr ? row : exactly(rowOf(name));
}

const Version *assumedVersion(Flavor flavor) {
    return exactly(flavor == Flavor::Nccl ? "nccl-2.30" : "rccl-2.21");
}

const Version *assumedVersion(int xmlVersion) {
    for (const Flavor flavor : {Flavor::Nccl, Flavor::Rccl})
        if (const Version *row = assumedVersion(flavor); row->xmlVersion == xmlVersion)
            return row;
    return nullptr;
}

} // namespace fabricscope::nccl
