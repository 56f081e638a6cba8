// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hwloc/HwlocDistances.h"

#include "core/base/Text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

namespace fabricscope::formats {

namespace {

using Meaning = HwlocDistances::Meaning;

/// What a matrix is of, by type of its objects and name. The earliest 2.x gave no names.
struct Known {
    std::string_view type, name;
    Meaning meaning;
};
constexpr Known kKnown[] = {
    {"NUMANode", "NUMALatency", Meaning::Numa},
    {"NUMANode", "", Meaning::Numa},
    {"OSDev", "XGMIHops", Meaning::XgmiHops},
    {"OSDev", "XGMIBandwidth", Meaning::XgmiBandwidth},
    {"OSDev", "NVLinkBandwidth", Meaning::NvlinkBandwidth},
    {"", "NVLinkBandwidth", Meaning::NvlinkBandwidth},
};

/// Numbers that room is made for before they are read; for more of them it grows.
constexpr std::size_t kMaxAtOnce = 4096;
/// How many more are made ready where some are needed.
constexpr std::size_t kRoomStep = 128;

std::optional<double> decimal(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr double kMost = 1e15;
    if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0) || value > kMost)
        return std::nullopt;
    return value;
}

/// Calls `take` for each word of a list separated by blanks.
template<class Take> void forEachWord(std::string_view list, Take take) {
    const auto isBlank = [](char c) {
        return static_cast<unsigned char>(c) <= ' ';
    };
    for (auto at = list.begin(); at != list.end();) {
        at = std::find_if_not(at, list.end(), isBlank);
        const auto end = std::find_if(at, list.end(), isBlank);
        if (end != at)
            take(std::string_view(at, end));
        at = end;
    }
}

/// One direction, the higher where both are reported and differ: half a link is none.
double between(const std::vector<double> &values, std::size_t size, std::size_t a, std::size_t b) {
    return std::max(values[a * size + b], values[b * size + a]);
}

} // namespace

/// Calls `take` for each number of a list separated by blanks, quicker than forEachWord(), since there are
/// many; and most are one of two that were there before, which their bytes show. What is none ends the list.
/// The text that it is in may be read up to `behind`; the list ends before a '<' or there.
template<class Take>
void HwlocDistances::forEachNumber(std::string_view list, const char *behind, ReadNumbers &recent,
                                   Take take) {
    constexpr std::ptrdiff_t kMaxDigits = 18; // of 63 bits
    constexpr std::ptrdiff_t kWord = sizeof(std::uint64_t);
    const char *at = list.data();
    const char *const end = at + list.size();
    const char *const wordsEnd = behind - end >= kWord ? end : end - std::min(kWord, end - at);
    ReadNumber last = recent.last, other = recent.other;
    while (at != end) {
        for (; at < wordsEnd && (eightBytes(at) & last.mask) == last.bytes; at += last.length)
            take(last.value);
        if (at < wordsEnd && (eightBytes(at) & other.mask) == other.bytes) {
            std::swap(last, other);
            continue;
        }
        if (at == end)
            break;
        const char *const begin = at;
        std::uint64_t value = 0;
        for (unsigned digit = 0; at != end && (digit = static_cast<unsigned>(*at - '0')) <= 9; ++at)
            value = value * 10 + digit;
        if (at - begin > kMaxDigits || (at != end && *at > ' '))
            break;
        const bool isNumber = at != begin;
        at += at != end ? 1 : 0;
        if (!isNumber)
            continue;
        take(value);
        const std::ptrdiff_t length = at - begin;
        if (length < kWord && behind - begin >= kWord && at[-1] <= ' ') {
            const std::uint64_t mask = (std::uint64_t{1} << 8 * length) - 1;
            other = std::exchange(last, {value, eightBytes(begin) & mask, mask, length});
        }
    }
    recent = {last, other};
}

const HwlocDistances::Matrix *HwlocDistances::find(Meaning meaning) const {
    const auto at = std::find_if(m_matrices.begin(), m_matrices.end(),
                                 [&](const Matrix &matrix) { return matrix.meaning == meaning; });
    return at == m_matrices.end() ? nullptr : &*at;
}

bool HwlocDistances::haveXgmi() const {
    return find(Meaning::XgmiHops) || find(Meaning::XgmiBandwidth);
}

void HwlocDistances::read(XmlTags &tags, const HwlocSource &source) {
    constexpr unsigned kMeansLatency = 4; // hwloc/distances.h: HWLOC_DISTANCES_KIND_*
    constexpr std::size_t kMaxMatrices = 64;
    Matrix matrix;
    const bool first = tags.name() == "distances";
    const std::size_t depth = tags.depth();
    const char *begin = tags.name().data() - 1;
    std::string_view type, name;
    unsigned kind = kMeansLatency;
    while (tags.nextAttribute()) {
        const std::string_view attribute = tags.attributeName();
        const std::string_view value = tags.attributeValue();
        if (attribute == "type")
            type = value;
        else if (attribute == "name")
            name = value;
        else if (attribute == "nbobjs")
            matrix.size = parseInteger<std::size_t>(value).value_or(0);
        else if (attribute == "kind")
            kind = parseInteger<unsigned>(value).value_or(0);
        else if (attribute == "latency_base")
            matrix.base = decimal(value).value_or(0);
    }
    for (const Known &known : kKnown)
        if (known.type == type && known.name == name)
            matrix.meaning = known.meaning;
    if (first)
        matrix.meaning = Meaning::NumaInOrder;
    if (matrix.meaning == Meaning::Numa && (kind & kMeansLatency) == 0)
        matrix.meaning = Meaning::None;
    if (matrix.size < 2 || matrix.size > HostLimits::kNumaNodes)
        matrix.meaning = Meaning::None;
    while (tags.next() && tags.depth() > depth) {
        if (!tags.isStart() || matrix.meaning == Meaning::None)
            continue;
        if (first)
            readLatency(tags, matrix);
        else
            do
                readNumbers(tags, matrix, source);
            while (tags.nextOfThisName());
    }
    matrix.values.resize(matrix.count);
    const char *end = tags.name().data(); // of the end tag; std::nullopt if the text is damaged
    if (matrix.meaning == Meaning::None || tags.damage() || m_matrices.size() >= kMaxMatrices)
        return;
    matrix.piece = {begin, static_cast<std::size_t>(std::max(end, begin + 1) - begin)};
    if (matrix.values.size() != matrix.size * matrix.size || (!first && matrix.indexes.size() != matrix.size))
        source.warn(matrix.piece, "matrix size differs from its header");
    else
        m_matrices.push_back(std::move(matrix));
}

/// <indexes length="8">0 1 2 3 </indexes>, or "OSDev:802 PCIDev:449" where types differ; <u64values ...>.
void HwlocDistances::readNumbers(XmlTags &tags, Matrix &matrix, const HwlocSource &source) {
    static constexpr XmlName kLength = "length";
    (void)tags.nextIs(kLength);
    if (isName(tags.name(), "u64values")) {
        readValues(tags.content(), source.bytes().data() + source.bytes().size(), matrix);
    } else if (isName(tags.name(), "indexes")) {
        forEachWord(tags.content(), [&](std::string_view word) {
            const std::size_t colon = word.find(':');
            std::optional<std::uint64_t> index;
            if (colon == std::string_view::npos || word.substr(0, colon) == "OSDev")
                index = parseInteger<std::uint64_t>(colon == std::string_view::npos ? word
                                                                                    : word.substr(colon + 1));
            if (matrix.indexes.size() <= matrix.size)
                matrix.indexes.push_back(index);
        });
    }
}

void HwlocDistances::readValues(std::string_view list, const char *behind, Matrix &matrix) {
    std::vector<double> &values = matrix.values;
    const std::size_t most = matrix.size * matrix.size + 1; // one too many shows that it is wrong
    // A digit and a blank are the shortest number.
    const std::size_t room = std::min(most, matrix.count + (list.size() + 1) / 2);
    if (values.empty())
        values.reserve(std::min(most, kMaxAtOnce));
    if (values.size() < room)
        values.resize(std::min(most, room + kRoomStep));
    double *to = values.data() + matrix.count;
    const double *const full = values.data() + room;
    forEachNumber(list, behind, matrix.recent, [&](std::uint64_t value) {
        if (to != full)
            *to++ = static_cast<double>(static_cast<std::int64_t>(value)); // signed: one instruction
    });
    matrix.count = static_cast<std::size_t>(to - values.data());
}

/// <latency value="1.600000"/>
void HwlocDistances::readLatency(XmlTags &tags, Matrix &matrix) {
    while (tags.nextAttribute()) {
        const auto value = tags.attributeName() == "value" ? decimal(tags.attributeValue()) : std::nullopt;
        if (value && matrix.count <= matrix.size * matrix.size) {
            matrix.values.push_back(*value);
            ++matrix.count;
        }
    }
}

/// The kernel's form: for each node one number for each node, in the order of their numbers. A matrix of some
/// of them only has no place in it.
void HwlocDistances::deliverNuma(const Matrix &matrix, const std::vector<unsigned> &numaNodes,
                                 const HwlocSource &source) const {
    std::vector<std::pair<unsigned, std::size_t>> order; // node's number, row
    for (std::size_t row = 0; row < matrix.size; ++row) {
        const std::uint64_t number = matrix.meaning == Meaning::Numa
                                         ? matrix.indexes[row].value_or(HostLimits::kNumaNodes)
                                         : numaNodes[row];
        if (std::find(numaNodes.begin(), numaNodes.end(), number) == numaNodes.end())
            return;
        order.emplace_back(static_cast<unsigned>(number), row);
    }
    std::sort(order.begin(), order.end());
    for (const auto &[number, row] : order) {
        std::vector<int> distances;
        distances.reserve(order.size());
        for (const auto &[other, column] : order) {
            const double value = matrix.values[row * matrix.size + column] * matrix.base;
            constexpr double kMost = 1e6;
            distances.push_back(static_cast<int>(std::lround(std::min(value, kMost))));
        }
        if (host::NumaNodeFacts *node = source.builder.numaNode(number))
            node->distances = {std::move(distances), source.evidence(matrix.piece)};
    }
}

void HwlocDistances::deliverLinks(const HwlocDevices &devices, const HwlocSource &source) const {
    std::map<std::pair<Address, Address>, host::GpuLink> links;
    const auto forEachPair = [&](const Matrix &matrix, host::GpuLink::Kind kind, auto fill) {
        std::vector<std::optional<Address>> gpus;
        for (const auto &index : matrix.indexes)
            gpus.push_back(index ? devices.gpuByIndex(*index) : std::nullopt);
        for (std::size_t a = 0; a < matrix.size; ++a) {
            const auto &from = gpus[a];
            for (std::size_t b = a + 1; from && b < matrix.size; ++b) {
                const auto &to = gpus[b];
                const double value = to ? between(matrix.values, matrix.size, a, b) : 0;
                if (value <= 0 || *to == *from || links.size() >= HostLimits::kGpuLinks)
                    continue;
                host::GpuLink &link = links[std::minmax(*from, *to)];
                link.kind = kind;
                link.from = *from;
                link.to = *to;
                link.evidence = source.evidence(matrix.piece);
                fill(link, value);
            }
        }
    };
    const auto bandwidth = [](host::GpuLink &link, double value) {
        constexpr double kMegabytes = 1000; // MB/s in the file
        link.bandwidth = GigabytesPerSecond{value / kMegabytes};
    };
    for (const Matrix &matrix : m_matrices)
        if (matrix.meaning == Meaning::XgmiHops)
            forEachPair(matrix, host::GpuLink::Kind::Xgmi, [](host::GpuLink &link, double hops) {
                constexpr double kMost = 1024;
                link.count = static_cast<int>(std::min(hops, kMost));
            });
        else if (matrix.meaning == Meaning::XgmiBandwidth)
            forEachPair(matrix, host::GpuLink::Kind::Xgmi, bandwidth);
        else if (matrix.meaning == Meaning::NvlinkBandwidth)
            forEachPair(matrix, host::GpuLink::Kind::NvLink, bandwidth);
    for (const auto &[pair, link] : links)
        source.builder.gpuLink(link);
}

void HwlocDistances::deliver(const std::vector<unsigned> &numaNodes, const HwlocDevices &devices,
                             const HwlocSource &source) {
    for (const Matrix &matrix : m_matrices)
        if ((matrix.meaning == Meaning::Numa || matrix.meaning == Meaning::NumaInOrder) &&
            matrix.size == numaNodes.size())
            deliverNuma(matrix, numaNodes, source);
    deliverLinks(devices, source);
}

} // namespace fabricscope::formats
