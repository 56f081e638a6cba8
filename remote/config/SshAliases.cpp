// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/config/SshAliases.h"

#include "remote/config/ConfigText.h"

#include <glob.h>

#include <algorithm>
#include <fstream>
#include <unordered_set>

namespace fabricscope::remote {

namespace {

constexpr std::size_t kMaxAliases = 4096;
constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
constexpr int kMaxFiles = 256;
constexpr int kDeepest = 16;

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

/// The words of a line; the first may be followed by '=' and its value. Quoted text may contain blanks.
std::vector<std::string> splitWords(std::string_view line) {
    std::vector<std::string> words;
    std::size_t at = 0;
    while (at < line.size()) {
        while (at < line.size() && (isBlank(line[at]) || (line[at] == '=' && words.size() == 1)))
            ++at;
        if (at == line.size() || line[at] == '#')
            break;
        std::string word;
        if (line[at] == '"') {
            const auto close = std::min(line.find('"', at + 1), line.size());
            word = line.substr(at + 1, close - at - 1);
            at = close + 1;
        } else {
            while (at < line.size() && !isBlank(line[at]) && !(line[at] == '=' && words.empty()))
                word += line[at++];
        }
        words.push_back(std::move(word));
    }
    return words;
}

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

class Reader {
public:
    /// `folder` is the base of relative paths in Include.
    void read(const std::filesystem::path &file, const std::filesystem::path &folder, int depth) {
        std::error_code error;
        if (depth > kDeepest || ++m_files > kMaxFiles || !std::filesystem::is_regular_file(file, error))
            return;
        std::string text(kMaxBytes, '\0');
        std::ifstream stream(file, std::ios::binary);
        stream.read(text.data(), static_cast<std::streamsize>(text.size()));
        text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, stream.gcount())));
        m_block.clear();
        for (const std::string_view line : split(text, '\n'))
            take(splitWords(line), folder, depth);
        m_block.clear();
    }

    std::vector<SshAlias> aliases() { return std::move(m_aliases); }

private:
    void take(const std::vector<std::string> &words, const std::filesystem::path &folder, int depth) {
        if (words.size() < 2)
            return;
        const std::string keyword = lowered(words.front());
        if (keyword == "host") {
            begin({words.begin() + 1, words.end()});
        } else if (keyword == "match") {
            m_block.clear();
        } else if (keyword == "include") {
            const auto block = m_block;
            for (std::size_t at = 1; at < words.size(); ++at)
                include(words[at], folder, depth);
            m_block = block;
        } else if (keyword == "hostname" || keyword == "user") {
            for (const std::size_t place : m_block) {
                std::string &value = keyword == "user" ? m_aliases[place].user : m_aliases[place].host;
                if (value.empty()) // the first value of a keyword counts
                    value = words[1];
            }
        }
    }

    void begin(const std::vector<std::string> &patterns) {
        m_block.clear();
        for (const std::string &pattern : patterns) {
            if (pattern.empty() || pattern.find_first_of("*?!") != std::string::npos ||
                m_aliases.size() == kMaxAliases || !m_names.insert(pattern).second)
                continue;
            m_block.push_back(m_aliases.size());
            m_aliases.push_back({pattern, {}, {}});
        }
    }

    void include(const std::string &pattern, const std::filesystem::path &folder, int depth) {
        std::filesystem::path path = expandPath(pattern, {});
        if (path.is_relative())
            path = folder / path;
        glob_t found{};
        if (::glob(path.c_str(), 0, nullptr, &found) == 0)
            for (std::size_t at = 0; at < found.gl_pathc && m_files <= kMaxFiles; ++at)
                read(found.gl_pathv[at], folder, depth + 1);
        ::globfree(&found);
    }

    std::vector<SshAlias> m_aliases;
    std::unordered_set<std::string> m_names;
    std::vector<std::size_t> m_block; ///< the aliases of the Host line above
    int m_files = 0;
};

} // namespace

std::vector<SshAlias> readSshAliases(const std::filesystem::path &configFile) {
    const std::filesystem::path home = expandPath("~/.ssh", {});
    Reader reader;
    if (!configFile.empty()) {
        reader.read(configFile, home, 0);
    } else {
        reader.read(home / "config", home, 0);
        reader.read("/etc/ssh/ssh_config", "/etc/ssh", 0);
    }
    return reader.aliases();
}

} // namespace fabricscope::remote
