// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/SshWire.h"

#include "remote/base/Secret.h"

#include <algorithm>

namespace fabricscope::remote {

namespace {

constexpr std::size_t kNumberBytes = 4;

std::uint32_t bigEndian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char byte : bytes)
        value = value << 8 | static_cast<unsigned char>(byte);
    return value;
}

} // namespace

WireWriter &WireWriter::byte(std::uint8_t value) {
    m_bytes += static_cast<char>(value);
    return *this;
}

WireWriter &WireWriter::number(std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        m_bytes += static_cast<char>(value >> shift & 0xff);
    return *this;
}

WireWriter &WireWriter::text(std::string_view value) {
    m_bytes.reserve(m_bytes.size() + kNumberBytes + value.size()); // moving it would leave a copy
    number(static_cast<std::uint32_t>(value.size()));
    m_bytes += value;
    return *this;
}

std::string WireWriter::framed() const {
    std::string stream;
    frameInto(stream);
    return stream;
}

void WireWriter::frameInto(std::string &stream) const {
    const std::size_t needed = stream.size() + kNumberBytes + m_bytes.size();
    if (stream.capacity() < needed) {
        std::string larger;
        larger.reserve(std::max(needed, 2 * stream.capacity()));
        larger = stream;
        wipe(stream);
        stream.swap(larger);
    }
    stream += WireWriter().number(static_cast<std::uint32_t>(m_bytes.size())).m_bytes;
    stream += m_bytes;
}

WireWriter::~WireWriter() {
    wipe(m_bytes);
}

std::string_view WireReader::take(std::size_t count) {
    if (count > m_rest.size()) {
        m_good = false;
        m_rest = {};
        return {};
    }
    const std::string_view taken = m_rest.substr(0, count);
    m_rest.remove_prefix(count);
    return taken;
}

std::uint8_t WireReader::byte() {
    return static_cast<std::uint8_t>(bigEndian(take(1)));
}

std::uint32_t WireReader::number() {
    return bigEndian(take(kNumberBytes));
}

std::string_view WireReader::text() {
    return take(number());
}

std::string_view firstMessage(std::string_view stream, std::size_t most, bool &tooLong) {
    tooLong = false;
    if (stream.size() < kNumberBytes)
        return {};
    const std::size_t length = bigEndian(stream.substr(0, kNumberBytes));
    tooLong = length == 0 || length > most;
    if (tooLong || stream.size() - kNumberBytes < length)
        return {};
    return stream.substr(kNumberBytes, length);
}

} // namespace fabricscope::remote
