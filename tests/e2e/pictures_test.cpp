// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/Collected.h"

#include <fstream>

/// Pictures of the real host, stored as build artefacts.
namespace fabricscope::e2e {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string contents(const fs::path &path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

class Pictures : public Collected {
protected:
    static fs::path fresh(const std::string &name) {
        fs::path path = Server::artefacts() / name;
        fs::remove_all(path);
        return path;
    }
};

TEST_P(Pictures, OfTheTreeNameEachGpuNicAndSwitch) {
    const fs::path picture = fresh(GetParam().alias + "-topology.svg");
    const CommandResult rendered = Server::program(
        "fabricscope", {"render", server().capture(GetParam()).string(), "-o", picture.string()}, 60s);
    ASSERT_EQ(rendered.status, 0) << rendered.err;
    const std::string svg = contents(picture);
    for (const auto &[bdf, function] : tree()) {
        // Boxes may omit the domain if all are 0000.
        const bool drawn = function.kind == "gpu" || function.kind == "nic";
        EXPECT_TRUE(!drawn || svg.find(bdf.substr(5)) != std::string::npos) << bdf;
    }
}

#ifdef FABRICSCOPE_GUI
TEST_P(Pictures, OfTheWindowAreTaken) {
    const fs::path folder = fresh(GetParam().alias + "-window");
    const CommandResult tour =
        Server::program("fabricscope-window",
                        {"--screenshot-tour", folder.string(), server().capture(GetParam()).string()}, 120s);
    ASSERT_EQ(tour.status, 0) << tour.err;
    int pictures = 0;
    for (const auto &entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".png")
            continue;
        const std::string png = contents(entry.path());
        EXPECT_TRUE(png.starts_with("\x89PNG")) << entry.path();
        // An empty window compresses to much less; a menu is small.
        const bool isMenu = entry.path().filename().string().starts_with("menu-");
        EXPECT_GT(png.size(), isMenu ? 2'000u : 10'000u) << entry.path();
        ++pictures;
    }
    EXPECT_GT(pictures, 0);
}
#endif

INSTANTIATE_TEST_SUITE_P(As, Pictures, testing::ValuesIn(logins()), nameOf);

} // namespace
} // namespace fabricscope::e2e
