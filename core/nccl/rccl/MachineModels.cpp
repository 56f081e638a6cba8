// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The facts are those of romeTopoModels in RCCL's rome_models.cc. Its distances of GPUs and NICs follow from
// NUMA nodes and common switches in all models, its order of NUMA nodes from their numbers.
#include "core/nccl/rccl/MachineModels.h"

#include <algorithm>
#include <set>

namespace fabricscope::nccl::rccl {

namespace {

constexpr std::string_view kTwoFours = "0123 4567";
constexpr std::string_view kMesh = "01234567";
constexpr std::string_view kSquares = "01 12 23 03 45 57 67 46";
constexpr std::string_view kCrossedSquares = "03 23 26 06 14 45 57 17";
constexpr std::string_view kLateSquares = "02 25 35 03 14 46 67 17";
constexpr std::string_view kCrossedFours = "0235 1467";
/// Four MI250: two GPUs each.
constexpr std::string_view kFourCards = "01*4 23*4 45*4 67*4 06*2 24*2 02 13 15 37 46 57";
constexpr std::string_view kFourCardsEqual = "01 23 45 67 06 24 02 13 15 37 46 57";
constexpr std::string_view kFourCardsCrossed = "01*4 23*4 45*4 67*4 04*2 26*2 06 13 17 24 35 57";
/// Eight MI250.
constexpr std::string_view kEightCards = "01*4 23*4 45*4 67*4 89*4 ab*4 cd*4 ef*4 04*2 37*2 8c*2 bf*2 "
                                         "02 12 13 15 26 8a 9a 9b 9d ae 4c 5d 5e 6d 6e 7f";

constexpr std::string_view kByTwos = "0 0 1 1 2 2 3 3";
constexpr std::string_view kOwn = "0 1 2 3 4 5 6 7";
constexpr std::string_view kFourEnds = "0 - 1 - - 2 - 3";

constexpr MachineModel kModels[] = {
    {.index = 0,
     .peers = 2,
     .channels = 2,
     .gpuNodes = "10123123",
     .nicNodes = "2",
     .xgmi = "01 12 26 06 35 45 47 37",
     .order = "03264175",
     .buses = "042c82ca",
     .rings = "- - 0 - 0 - 0 0",
     .nicsAsListed = true},
    {.index = 1,
     .peers = 2,
     .channels = 2,
     .gpuNodes = "01112223",
     .nicNodes = "03",
     .xgmi = kSquares,
     .order = "31207564",
     .buses = "4220ecc8",
     .rings = "0 - 0 - 1 - - 1",
     .nicsAsListed = true},
    {.index = 2,
     .peers = 2,
     .channels = 2,
     .gpuNodes = "01112223",
     .nicNodes = "03",
     .xgmi = kCrossedSquares,
     .order = "31207564",
     .buses = "4220ecc8",
     .rings = "0 - 0 - 1 - - 1",
     .nicsAsListed = true},
    {.index = 3,
     .peers = 3,
     .channels = 2,
     .gpuNodes = "01112233",
     .nicNodes = "2",
     .xgmi = kTwoFours,
     .order = "31206754",
     .buses = "4220cca8",
     .rings = "0 - 0 - - - 0 -",
     .nicsAsListed = true},
    {.index = 4,
     .peers = 2,
     .channels = 2,
     .gpuNodes = "12234557",
     .nicNodes = "06",
     .xgmi = kSquares,
     .order = "31207564",
     .buses = "4220ecc8",
     .rings = "- 0 - 0 1 - - 1",
     .nicsAsListed = true},
    {.index = 5,
     .peers = 2,
     .channels = 2,
     .gpuNodes = "12234557",
     .nicNodes = "06",
     .xgmi = kCrossedSquares,
     .order = "31207564",
     .buses = "4220ecc8",
     .rings = "0 0 - - 1 - 1 -",
     .nicsAsListed = true},
    {.index = 6,
     .peers = 2,
     .channels = 2,
     .gpuNodes = "12234557",
     .emptyNodes = "06",
     .xgmi = kSquares,
     .order = "31207564",
     .buses = "4220ecc8"},
    {.index = 7,
     .peers = 2,
     .channels = 2,
     .gpuNodes = "12234557",
     .emptyNodes = "06",
     .xgmi = kCrossedSquares,
     .order = "31207564",
     .buses = "4220ecc8"},
    {.index = 8,
     .peers = 2,
     .channels = 2,
     .gpuNodes = "01112223",
     .xgmi = kSquares,
     .order = "31207564",
     .buses = "4220ecc8"},
    {.index = 9,
     .peers = 2,
     .channels = 2,
     .gpuNodes = "01112223",
     .xgmi = kCrossedSquares,
     .order = "31207564",
     .buses = "4220ecc8"},
    {.index = 10,
     .peers = 2,
     .channels = 2,
     .gpuNodes = "01112233",
     .xgmi = kLateSquares,
     .order = "31206754",
     .buses = "4220cca8"},
    {.index = 11,
     .peers = 2,
     .channels = 2,
     .gpuNodes = "12235567",
     .emptyNodes = "4",
     .xgmi = kLateSquares,
     .order = "31206754",
     .buses = "4220cca8"},
    {.index = 12,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "01112233",
     .xgmi = kTwoFours,
     .order = "31206754",
     .buses = "4220cca8"},
    {.index = 13,
     .peers = 3,
     .channels = 2,
     .gpuNodes = "01112233",
     .nicNodes = "2",
     .xgmi = kCrossedFours,
     .order = "31206754",
     .buses = "4220cca8",
     .rings = "- - 0 - - 0 0 0",
     .nicsAsListed = true},
    {.index = 14,
     .peers = 3,
     .channels = 2,
     .gpuNodes = "12235567",
     .nicNodes = "4",
     .xgmi = kCrossedFours,
     .order = "31206754",
     .buses = "4220cca8",
     .rings = "0 - - - - 0 0 0",
     .nicsAsListed = true},
    {.index = 15,
     .peers = 3,
     .channels = 2,
     .gpuNodes = "00112233",
     .nicNodes = "2",
     .xgmi = kTwoFours,
     .order = "32107654",
     .buses = "6420eca8",
     .rings = "0 - - 0 - 0 - -",
     .nicsAsListed = true},
    {.index = 16,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "12235567",
     .emptyNodes = "4",
     .xgmi = kTwoFours,
     .order = "31206754",
     .buses = "4220cca8"},
    {.index = 17,
     .peers = 3,
     .channels = 2,
     .gpuNodes = "12235567",
     .nicNodes = "4",
     .xgmi = kTwoFours,
     .order = "31206754",
     .buses = "4220cca8",
     .rings = "0 - 0 - - - 0 0",
     .nicsAsListed = true},
    {.index = 18,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "00112233",
     .xgmi = kTwoFours,
     .order = "23016745",
     .buses = "4500cd89"},
    {.index = 19,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "00112233",
     .nicNodes = "0123",
     .xgmi = kTwoFours,
     .order = "23016745",
     .buses = "4500cd89",
     .near = "01 23 45 67",
     .rings = kFourEnds},
    {.index = 20,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "00000000",
     .xgmi = kFourCardsEqual,
     .order = "01234567",
     .buses = "ccccdddd"},
    {.index = 21,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "11335577",
     .nicNodes = "1357",
     .xgmi = kTwoFours,
     .order = "23016745",
     .buses = "4500cd89",
     .near = "01 23 45 67",
     .rings = kFourEnds},
    {.index = 22,
     .peers = 3,
     .channels = 12,
     .gpuNodes = "00112233",
     .xgmi = kTwoFours,
     .order = "32107654",
     .buses = "6420eca8"},
    {.index = 23,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "00112233",
     .xgmi = kTwoFours,
     .order = "01234567",
     .buses = "00000000"},
    {.index = 24, .peers = 4, .channels = 6, .gpuNodes = "0000111122223333", .xgmi = kEightCards},
    {.index = 25,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "33110000",
     .xgmi = kFourCardsEqual,
     .order = "01234567",
     .buses = "ccccdddd"},
    {.index = 26,
     .peers = 4,
     .channels = 32,
     .gpuNodes = "0000111122223333",
     .nicNodes = "00112233",
     .xgmi = kEightCards,
     .near = "0123 0123 4567 4567 89ab 89ab cdef cdef",
     .rings = "0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7"},
    {.index = 27,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "33110022",
     .xgmi = kFourCardsEqual,
     .order = "01234567",
     .buses = "ccccdddd"},
    {.index = 28,
     .peers = 3,
     .channels = 8,
     .gpuNodes = "33110022",
     .nicNodes = "3102",
     .xgmi = kFourCardsEqual,
     .order = "01234567",
     .buses = "ccccdddd",
     .rings = kFourEnds},
    {.index = 29,
     .peers = 4,
     .channels = 32,
     .gpuNodes = "0000111122223333",
     .nicNodes = "00112233",
     .xgmi = kEightCards,
     .rings = "0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7"},
    {.index = 30,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "11113333",
     .xgmi = kFourCardsCrossed,
     .order = "01234567",
     .buses = "2223abbb",
     .anyNodes = true},
    {.index = 31,
     .peers = 3,
     .channels = 8,
     .gpuNodes = "11113333",
     .nicNodes = "1133",
     .xgmi = kFourCardsCrossed,
     .order = "01234567",
     .buses = "2223abbb",
     .near = "0123 0123 4567 4567",
     .rings = kByTwos,
     .anyNodes = true},
    {.index = 33,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "00001111",
     .xgmi = kFourCards,
     .order = "23016745",
     .buses = "3311ab89",
     .anyNodes = true},
    {.index = 34,
     .peers = 3,
     .channels = 8,
     .gpuNodes = "00001111",
     .nicNodes = "0011",
     .xgmi = kFourCards,
     .order = "23016745",
     .buses = "3311ab89",
     .rings = kByTwos,
     .anyNodes = true},
    {.index = 35,
     .peers = 3,
     .channels = 4,
     .gpuNodes = "33110022",
     .xgmi = kFourCards,
     .order = "01234567",
     .buses = "ccccdddd"},
    {.index = 36,
     .peers = 3,
     .channels = 8,
     .gpuNodes = "33110022",
     .nicNodes = "3102",
     .xgmi = kFourCards,
     .order = "01234567",
     .buses = "ccccdddd",
     .rings = kFourEnds},
    {.index = 37,
     .peers = 3,
     .channels = 16,
     .gpuNodes = "11113333",
     .nicNodes = "11113333",
     .xgmi = kFourCards,
     .order = "23016745",
     .buses = "3311ab89",
     .near = "01 01 23 23 45 45 67 67",
     .rings = kOwn,
     .anyNodes = true},
    // Eight MI300X, MI325X, MI350X or MI355X: without NICs, and one NIC for each GPU behind its switch.
    {.index = 38,
     .peers = 7,
     .channels = 28,
     .gpuNodes = "00001111",
     .xgmi = kMesh,
     .order = "01234567",
     .anyCpu = true,
     .anyNodes = true},
    {.index = 39,
     .peers = 3,
     .channels = 12,
     .gpuNodes = "2301",
     .nicNodes = "2301",
     .xgmi = "0123*2",
     .order = "2301",
     .buses = "8c04",
     .rings = "0 1 2 3"},
    {.index = 40,
     .peers = 7,
     .channels = 64,
     .gpuNodes = "00001111",
     .nicNodes = "00001111",
     .xgmi = kMesh,
     .order = "01234567",
     .near = "0 1 2 3 4 5 6 7",
     .rings = kOwn,
     .anyCpu = true,
     .anyNodes = true},
    {.index = 41,
     .peers = 7,
     .channels = 16,
     .gpuNodes = "00001111",
     .nicNodes = "0000000011111111",
     .xgmi = kMesh,
     .order = "01234567",
     .near = "0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7",
     .rings = "01 23 45 67 89 ab cd ef",
     .anyCpu = true},
    {.index = 42,
     .peers = 3,
     .channels = 8,
     .gpuNodes = "00001111",
     .nicNodes = "0011",
     .xgmi = kFourCards,
     .order = "23016745",
     .buses = "3311ab89",
     .near = "01 23 45 67",
     .rings = kByTwos},
    {.index = 43,
     .peers = 7,
     .channels = 64,
     .gpuNodes = "00001111",
     .nicNodes = "0110",
     .xgmi = kMesh,
     .order = "01234567",
     .near = "3 6 4 1",
     .rings = "3 3 0 0 2 2 1 1",
     .anyCpu = true},
};

/// Calls `take` with the number and the text of each part between spaces.
template<class Take> void forEachPart(std::string_view text, Take take) {
    for (std::size_t part = 0, at = 0; at < text.size(); ++part) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        take(part, text.substr(at, end - at));
        at = end + 1;
    }
}

std::vector<std::int64_t> numbersOf(std::string_view digits) {
    std::vector<std::int64_t> numbers;
    for (const char digit : digits)
        numbers.push_back(static_cast<std::int64_t>(digitOf(digit)));
    return numbers;
}

void addLinks(MachineShape &shape, std::string_view xgmi) {
    const std::size_t gpus = shape.gpuNodes.size();
    shape.links.assign(gpus * gpus, 0);
    forEachPart(xgmi, [&](std::size_t, std::string_view part) {
        const std::size_t star = part.find('*');
        const int links = star == std::string_view::npos ? 1 : static_cast<int>(digitOf(part[star + 1]));
        const std::string_view group = part.substr(0, star);
        for (const char from : group)
            for (const char to : group)
                if (from != to)
                    shape.links[digitOf(from) * gpus + digitOf(to)] = links;
    });
}

void addLevels(MachineShape &shape, std::string_view near) {
    const std::size_t gpus = shape.gpuNodes.size();
    for (const std::int64_t node : shape.nicNodes)
        for (const std::int64_t own : shape.gpuNodes)
            shape.levels.push_back(own == node ? PathType::Phb : PathType::Sys);
    forEachPart(near, [&](std::size_t nic, std::string_view part) {
        for (const char gpu : part)
            shape.levels[nic * gpus + digitOf(gpu)] = PathType::Pxb;
    });
}

} // namespace

std::span<const MachineModel> machineModels() {
    return kModels;
}

std::size_t digitOf(char digit) {
    return static_cast<std::size_t>(digit >= 'a' ? digit - 'a' + 10 : digit - '0');
}

MachineShape shapeOf(const MachineModel &model) {
    MachineShape shape;
    shape.gpuNodes = numbersOf(model.gpuNodes);
    shape.nicNodes = numbersOf(model.nicNodes);
    std::set<std::int64_t> nodes(shape.gpuNodes.begin(), shape.gpuNodes.end());
    nodes.insert(shape.nicNodes.begin(), shape.nicNodes.end());
    for (const std::int64_t node : numbersOf(model.emptyNodes))
        nodes.insert(node);
    for (const std::int64_t node : nodes)
        shape.perNode.emplace_back(std::count(shape.gpuNodes.begin(), shape.gpuNodes.end(), node),
                                   std::count(shape.nicNodes.begin(), shape.nicNodes.end(), node));
    addLinks(shape, model.xgmi);
    addLevels(shape, model.near);
    return shape;
}

std::vector<std::vector<std::size_t>> ringNicsOf(const MachineModel &model) {
    std::vector<std::vector<std::size_t>> nics(model.gpus());
    forEachPart(model.rings, [&](std::size_t gpu, std::string_view part) {
        for (const char nic : part)
            if (nic != '-')
                nics[gpu].push_back(digitOf(nic));
    });
    return nics;
}

} // namespace fabricscope::nccl::rccl
