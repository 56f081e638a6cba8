// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/OpenFiles.h"

#include "core/formats/files/Import.h"
#include "core/workspace/ContainerTarget.h"

#include <algorithm>
#include <iterator>
#include <system_error>

namespace fabricscope::app {

Result<capture::Capture> importFiles(std::span<const std::filesystem::path> files) {
    auto imported = formats::importFiles(files);
    if (imported && imported->takenBy.empty())
        imported->takenBy = "fabricscope " FABRICSCOPE_VERSION " (imported)";
    return imported;
}

Result<Snapshot> openFiles(std::span<const std::filesystem::path> files) {
    return importFiles(files).map([](capture::Capture imported) {
        return makeSnapshot(std::make_shared<const capture::Capture>(std::move(imported)));
    });
}

Result<Snapshot> openFile(const std::filesystem::path &file) {
    return openFiles(std::span(&file, 1));
}

bool isFileSource(const std::string &source) {
    static constexpr std::string_view kSuffixes[] = {".fscope", ".fswork", ".xml", ".txt", ".log",
                                                     ".tar",    ".tgz",    ".gz",  ".bz2", ".xz",
                                                     ".zst",    ".zip",    ".json"};
    static constexpr std::string_view kContainers[] = {"/docker:", "/podman:", "/crictl:"};
    static constexpr std::string_view kSchemes[] = {"kubectl:", "ssh://"};
    std::error_code error;
    const bool slash = source.find('/') != std::string::npos;
    if (std::filesystem::is_regular_file(source, error) ||
        (slash && std::filesystem::is_directory(source, error)))
        return true;
    if (std::any_of(std::begin(kContainers), std::end(kContainers),
                    [&](std::string_view word) { return source.find(word) != std::string::npos; }) ||
        std::any_of(std::begin(kSchemes), std::end(kSchemes),
                    [&](std::string_view word) { return source.compare(0, word.size(), word) == 0; }))
        return false;
    const std::string suffix = std::filesystem::path(source).extension().string();
    return slash || std::find(std::begin(kSuffixes), std::end(kSuffixes), suffix) != std::end(kSuffixes);
}

} // namespace fabricscope::app
