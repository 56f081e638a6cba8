// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/Places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

/// What the documents name exists: the files that their links lead to, and those that they mention.
namespace fabricscope::architecture {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

const fs::path kRoot = FABRICSCOPE_SOURCE_DIR;

bool isBuilt(const fs::path &path) {
    const std::string first = path.lexically_relative(kRoot).begin()->string();
    return first.starts_with("build") || first == ".git";
}

/// The names of all files, and the documents among them.
struct Tree {
    std::set<std::string> names;
    std::vector<fs::path> documents;
};

const Tree &tree() {
    static const Tree kTree = [] {
        Tree found;
        for (auto at = fs::recursive_directory_iterator(kRoot); at != fs::recursive_directory_iterator();
             ++at) {
            if (isBuilt(at->path())) {
                at.disable_recursion_pending();
                continue;
            }
            found.names.insert(at->path().filename().string());
            if (at->path().extension() == ".md")
                found.documents.push_back(at->path());
        }
        return found;
    }();
    return kTree;
}

/// Outside of fenced blocks: those show commands.
std::string proseOf(const std::string &text) {
    std::istringstream stream(text);
    std::string prose;
    bool isFenced = false;
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with("```"))
            isFenced = !isFenced;
        else if (!isFenced)
            prose += line + "\n";
    }
    return prose;
}

std::vector<std::string> matches(const std::string &text, const std::regex &pattern) {
    std::vector<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
        found.push_back((*at)[1].str());
    return found;
}

/// Links to files that do not exist, without those to the web.
std::vector<std::string> brokenLinks(const std::string &text, const fs::path &folder) {
    static const std::regex kLink(R"(\]\(([^)#\s]+)[^)]*\))");
    std::vector<std::string> broken;
    for (const std::string &target : matches(text, kLink))
        if (target.find("://") == std::string::npos && !fs::exists(folder / target))
            broken.push_back(target);
    return broken;
}

/// Source files in backquotes that do not exist: by their path from the top or from the document's folder,
/// or, without a folder, by their name anywhere.
std::vector<std::string> unknownFiles(const std::string &text, const fs::path &folder) {
    static const std::regex kFile(R"(`([\w./-]+\.(cpp|h|sh|md|json|txt))`)");
    std::vector<std::string> unknown;
    for (const std::string &file : matches(proseOf(text), kFile)) {
        const bool isPath = file.find('/') != std::string::npos;
        if (isPath ? !fs::exists(kRoot / file) && !fs::exists(folder / file) : !tree().names.contains(file))
            unknown.push_back(file);
    }
    return unknown;
}

std::string textOf(const fs::path &path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Documents, LinkToFilesThatExist) {
    ASSERT_GT(tree().documents.size(), 20U);
    for (const fs::path &document : tree().documents)
        EXPECT_THAT(brokenLinks(textOf(document), document.parent_path()), IsEmpty()) << document;
}

TEST(Documents, NameFilesThatExist) {
    for (const fs::path &document : tree().documents)
        if (document.filename() != "CHANGELOG.md") { // of files that were there
            EXPECT_THAT(unknownFiles(textOf(document), document.parent_path()), IsEmpty()) << document;
        }
}

TEST(Documents, FindWhatDoesNotExist) {
    EXPECT_THAT(brokenLinks("[a](core/pci/Link.h) [b](core/no.md#part) [c](https://example.org/x)", kRoot),
                ElementsAre("core/no.md"));
    EXPECT_THAT(
        unknownFiles("`core/pci/Link.h`, `Link.h`, `core/pci/Knot.h`, `Knot.cpp`\n```\n`Gone.h`\n```", kRoot),
        ElementsAre("core/pci/Knot.h", "Knot.cpp"));
    EXPECT_THAT(unknownFiles("`names/x.txt` `Link.h`", kRoot / "core/pci"), ElementsAre("names/x.txt"));
}

} // namespace
} // namespace fabricscope::architecture
