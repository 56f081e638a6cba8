// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs a fuzzer without libFuzzer: on the given files and folders, or on its seeds and simple mutations of
// them.
#include "tests/fuzz/Fuzz.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace fabricscope::fuzz {
[[gnu::weak]] std::vector<std::string> seeds() {
    return {};
}
} // namespace fabricscope::fuzz

namespace {

namespace fs = std::filesystem;
std::size_t runs = 0;

void run(const std::string &input) {
    // A copy of exact size: AddressSanitizer and valgrind then detect a read beyond its end.
    const std::vector<std::uint8_t> bytes(input.begin(), input.end());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    ++runs;
}

void runPath(const fs::path &path) {
    if (fs::is_directory(path)) {
        for (const auto &entry : fs::recursive_directory_iterator(path))
            if (entry.is_regular_file())
                runPath(entry.path());
        return;
    }
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    run(text.str());
}

// Each seed unchanged, truncated, with bytes changed, with lines removed or duplicated, and mixed with
// another seed.
void runSeeds(const std::vector<std::string> &seeds) {
    constexpr unsigned kRounds = 200;
    std::mt19937 random(1);
    run({});
    for (const std::string &seed : seeds) {
        run(seed);
        for (unsigned round = 0; round < kRounds && !seed.empty(); ++round) {
            std::string changed = seed;
            const auto place = [&] {
                return changed.empty() ? 0 : random() % changed.size();
            };
            for (unsigned step = 0; step <= random() % 4; ++step) {
                const auto at = place();
                const std::string &other = seeds[random() % seeds.size()];
                switch (random() % 6) {
                case 0:
                    changed.resize(at);
                    break;
                case 1:
                    changed.insert(at, 1, static_cast<char>(random()));
                    break;
                case 2:
                    changed.erase(at, changed.find('\n', at) - at);
                    break;
                case 3:
                    changed.insert(at, changed.substr(place(), 40));
                    break;
                case 4:
                    changed.insert(at, other.substr(random() % (other.size() + 1), 80));
                    break;
                default:
                    if (!changed.empty())
                        changed[at] = static_cast<char>(random());
                }
            }
            run(changed);
        }
    }
}

int writeSeeds(const fs::path &folder) {
    fs::create_directories(folder);
    std::size_t number = 0;
    for (const std::string &seed : fabricscope::fuzz::seeds())
        std::ofstream(folder / ("seed-" + std::to_string(number++)), std::ios::binary) << seed;
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    if (argc == 3 && std::string(argv[1]) == "--write-seeds")
        return writeSeeds(argv[2]);
    for (int i = 1; i < argc; ++i)
        runPath(argv[i]);
    if (argc == 1)
        runSeeds(fabricscope::fuzz::seeds());
    std::printf("%zu inputs\n", runs);
    return 0;
}
