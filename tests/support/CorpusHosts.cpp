// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/CorpusHosts.h"

#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace fabricscope::test {
namespace {

namespace fs = std::filesystem;

/// Each file or folder in these is one host.
constexpr std::array kFolders{"hwloc", "captures/lspci", "captures/sysfs", "captures/kfd"};
/// All files in each of these folders describe one host.
constexpr std::array kHostFolders{"captures/host-asus-esc8000a-e12"};

std::string nameOf(const fs::path &path) {
    std::string name = path.filename().string();
    for (char &c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-')
            c = '_';
    return name;
}

std::vector<fs::path> filesIn(const fs::path &folder) {
    std::vector<fs::path> files;
    std::error_code none;
    for (const auto &entry : fs::directory_iterator(folder, none))
        if (entry.is_regular_file(none) && entry.path().extension() != ".md")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

void addHost(std::vector<CorpusHost> &hosts, const std::string &name, const std::vector<fs::path> &files) {
    auto imported = formats::importFiles(files);
    if (!imported)
        return;
    auto capture = std::make_shared<const capture::Capture>(std::move(*imported));
    auto topology = topology::build(std::make_shared<const host::Host>(formats::readHost(*capture)));
    if (!topology->host().functions.empty())
        hosts.push_back({name, std::move(capture), std::move(topology)});
}

} // namespace

std::vector<CorpusHost> corpusHosts(const fs::path &corpus) {
    std::vector<CorpusHost> hosts;
    for (const char *folder : kFolders)
        for (const fs::path &file : filesIn(corpus / folder))
            addHost(hosts, nameOf(file), {file});
    for (const char *folder : kHostFolders)
        if (const auto files = filesIn(corpus / folder); !files.empty())
            addHost(hosts, nameOf(folder), files);
    return hosts;
}

} // namespace fabricscope::test
