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

constexpr std::string_view kSixAndTwo = "01 12 26 06 35 45 47 37";

constexpr std::string_view kNodesOf16 = "0000111122223333";
constexpr std::string_view kTwoNodesOf16 = "0000000011111111";

constexpr std::string_view kNearTwos = "01 23 45 67";
constexpr std::string_view kTwoForTwo = "01 01 23 23 45 45 67 67";
constexpr std::string_view kTwoForOne = "0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7";
constexpr std::string_view kWholeNode = "0123 0123 4567 4567";
constexpr std::string_view kWholeNodes16 = "0123 0123 4567 4567 89ab 89ab cdef cdef";

constexpr std::string_view kByTwos16 = "0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7";
constexpr std::string_view kTwoEach = "01 23 45 67 89 ab cd ef";
constexpr std::string_view kByTwos = "0 0 1 1 2 2 3 3";
constexpr std::string_view kOwn = "0 1 2 3 4 5 6 7";
constexpr std::string_view kFourEnds = "0 - 1 - - 2 - 3";

constexpr ModelRules kRome{};
constexpr ModelRules kRomeListed{.nicsAsListed = true};
constexpr ModelRules kRomeAnyNodes{.anyNodes = true};
constexpr ModelRules kAnyCpu{.anyCpu = true};
constexpr ModelRules kAnyCpuWidened{.anyCpu = true, .widensDistances = true};
constexpr ModelRules kAnyHost{.anyCpu = true, .anyNodes = true};

constexpr MachineModel kModels[] = {
    // clang-format off
    // index, peers, channels, NUMA nodes of GPUs, of NICs, without both, XGMI, order, buses, near, rings, rules
    { 0, 2,  2, "10123123", "2",           "",   kSixAndTwo,        "03264175", "042c82ca", "",            "- - 0 - 0 - 0 0", kRomeListed},
    { 1, 2,  2, "01112223", "03",          "",   kSquares,          "31207564", "4220ecc8", "",            "0 - 0 - 1 - - 1", kRomeListed},
    { 2, 2,  2, "01112223", "03",          "",   kCrossedSquares,   "31207564", "4220ecc8", "",            "0 - 0 - 1 - - 1", kRomeListed},
    { 3, 3,  2, "01112233", "2",           "",   kTwoFours,         "31206754", "4220cca8", "",            "0 - 0 - - - 0 -", kRomeListed},
    { 4, 2,  2, "12234557", "06",          "",   kSquares,          "31207564", "4220ecc8", "",            "- 0 - 0 1 - - 1", kRomeListed},
    { 5, 2,  2, "12234557", "06",          "",   kCrossedSquares,   "31207564", "4220ecc8", "",            "0 0 - - 1 - 1 -", kRomeListed},
    { 6, 2,  2, "12234557", "",            "06", kSquares,          "31207564", "4220ecc8", "",            "",                kRome},
    { 7, 2,  2, "12234557", "",            "06", kCrossedSquares,   "31207564", "4220ecc8", "",            "",                kRome},
    { 8, 2,  2, "01112223", "",            "",   kSquares,          "31207564", "4220ecc8", "",            "",                kRome},
    { 9, 2,  2, "01112223", "",            "",   kCrossedSquares,   "31207564", "4220ecc8", "",            "",                kRome},
    {10, 2,  2, "01112233", "",            "",   kLateSquares,      "31206754", "4220cca8", "",            "",                kRome},
    {11, 2,  2, "12235567", "",            "4",  kLateSquares,      "31206754", "4220cca8", "",            "",                kRome},
    {12, 3,  4, "01112233", "",            "",   kTwoFours,         "31206754", "4220cca8", "",            "",                kRome},
    {13, 3,  2, "01112233", "2",           "",   kCrossedFours,     "31206754", "4220cca8", "",            "- - 0 - - 0 0 0", kRomeListed},
    {14, 3,  2, "12235567", "4",           "",   kCrossedFours,     "31206754", "4220cca8", "",            "0 - - - - 0 0 0", kRomeListed},
    {15, 3,  2, "00112233", "2",           "",   kTwoFours,         "32107654", "6420eca8", "",            "0 - - 0 - 0 - -", kRomeListed},
    {16, 3,  4, "12235567", "",            "4",  kTwoFours,         "31206754", "4220cca8", "",            "",                kRome},
    {17, 3,  2, "12235567", "4",           "",   kTwoFours,         "31206754", "4220cca8", "",            "0 - 0 - - - 0 0", kRomeListed},
    {18, 3,  4, "00112233", "",            "",   kTwoFours,         "23016745", "4500cd89", "",            "",                kRome},
    {19, 3,  4, "00112233", "0123",        "",   kTwoFours,         "23016745", "4500cd89", kNearTwos,     kFourEnds,         kRome},
    {20, 3,  4, "00000000", "",            "",   kFourCardsEqual,   "01234567", "ccccdddd", "",            "",                kRome},
    {21, 3,  4, "11335577", "1357",        "",   kTwoFours,         "23016745", "4500cd89", kNearTwos,     kFourEnds,         kRome},
    {22, 3, 12, "00112233", "",            "",   kTwoFours,         "32107654", "6420eca8", "",            "",                kRome},
    {23, 3,  4, "00112233", "",            "",   kTwoFours,         "01234567", "00000000", "",            "",                kRome},
    {24, 4,  6, kNodesOf16, "",            "",   kEightCards,       "",         "",         "",            "",                kRome},
    {25, 3,  4, "33110000", "",            "",   kFourCardsEqual,   "01234567", "ccccdddd", "",            "",                kRome},
    {26, 4, 32, kNodesOf16, "00112233",    "",   kEightCards,       "",         "",         kWholeNodes16, kByTwos16,         kRome},
    {27, 3,  4, "33110022", "",            "",   kFourCardsEqual,   "01234567", "ccccdddd", "",            "",                kRome},
    {28, 3,  8, "33110022", "3102",        "",   kFourCardsEqual,   "01234567", "ccccdddd", "",            kFourEnds,         kRome},
    {29, 4, 32, kNodesOf16, "00112233",    "",   kEightCards,       "",         "",         "",            kByTwos16,         kRome},
    {30, 3,  4, "11113333", "",            "",   kFourCardsCrossed, "01234567", "2223abbb", "",            "",                kRomeAnyNodes},
    {31, 3,  8, "11113333", "1133",        "",   kFourCardsCrossed, "01234567", "2223abbb", kWholeNode,    kByTwos,           kRomeAnyNodes},
    {33, 3,  4, "00001111", "",            "",   kFourCards,        "23016745", "3311ab89", "",            "",                kRomeAnyNodes},
    {34, 3,  8, "00001111", "0011",        "",   kFourCards,        "23016745", "3311ab89", "",            kByTwos,           kRomeAnyNodes},
    {35, 3,  4, "33110022", "",            "",   kFourCards,        "01234567", "ccccdddd", "",            "",                kRome},
    {36, 3,  8, "33110022", "3102",        "",   kFourCards,        "01234567", "ccccdddd", "",            kFourEnds,         kRome},
    {37, 3, 16, "11113333", "11113333",    "",   kFourCards,        "23016745", "3311ab89", kTwoForTwo,    kOwn,              kRomeAnyNodes},
    // eight MI300X, MI325X, MI350X or MI355X: without NICs, and (40) with one NIC behind each GPU's switch
    {38, 7, 28, "00001111", "",            "",   kMesh,             "01234567", "",         "",            "",                kAnyHost},
    {39, 3, 12, "2301",     "2301",        "",   "0123*2",          "2301",     "8c04",     "",            "0 1 2 3",         kRome},
    {40, 7, 64, "00001111", "00001111",    "",   kMesh,             "01234567", "",         kOwn,          kOwn,              kAnyHost},
    {41, 7, 16, "00001111", kTwoNodesOf16, "",   kMesh,             "01234567", "",         kTwoForOne,    kTwoEach,          kAnyCpu},
    {42, 3,  8, "00001111", "0011",        "",   kFourCards,        "23016745", "3311ab89", kNearTwos,     kByTwos,           kRome},
    {43, 7, 64, "00001111", "0110",        "",   kMesh,             "01234567", "",         "3 6 4 1",     "3 3 0 0 2 2 1 1", kAnyCpuWidened},
    // clang-format on
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
