// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Section.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace fabricscope::capture {

namespace {

// zstd's own default: on a host's text about twelve times smaller at 200 MB/s and more.
constexpr int kLevel = 3;

constexpr std::array<std::pair<Part, std::string_view>, 5> kParts{{{Part::Safe, "safe"},
                                                                   {Part::Touch, "touch"},
                                                                   {Part::Tools, "tools"},
                                                                   {Part::Root, "root"},
                                                                   {Part::Import, "import"}}};
constexpr std::array<std::pair<Damage, std::string_view>, 5> kDamages{{{Damage::None, "none"},
                                                                       {Damage::Truncated, "truncated"},
                                                                       {Damage::TooLarge, "too-large"},
                                                                       {Damage::Stuck, "stuck"},
                                                                       {Damage::Corrupt, "corrupt"}}};

template<class Value, std::size_t N>
std::string_view nameIn(const std::array<std::pair<Value, std::string_view>, N> &table, Value value) {
    const auto *at =
        std::find_if(table.begin(), table.end(), [&](const auto &row) { return row.first == value; });
    return at == table.end() ? std::string_view{} : at->second;
}

template<class Value, std::size_t N>
std::optional<Value> valueIn(const std::array<std::pair<Value, std::string_view>, N> &table,
                             std::string_view name) {
    const auto *at =
        std::find_if(table.begin(), table.end(), [&](const auto &row) { return row.second == name; });
    return at == table.end() ? std::nullopt : std::optional{at->first};
}

} // namespace

std::string_view toString(Part part) {
    return nameIn(kParts, part);
}

std::optional<Part> partFromString(std::string_view text) {
    return valueIn(kParts, text);
}

std::string_view toString(Damage damage) {
    return nameIn(kDamages, damage);
}

std::optional<Damage> damageFromString(std::string_view text) {
    return valueIn(kDamages, text);
}

Section::Section(Meta meta, std::string bytes) : m_meta(std::move(meta)), m_size(bytes.size()) {
    if (m_size != 0)
        m_plain = std::make_shared<const std::string>(std::move(bytes));
}

Section Section::fromCompressed(Meta meta, std::string compressed, std::size_t size) {
    Section section;
    section.m_meta = std::move(meta);
    section.m_packed = std::make_shared<const std::string>(std::move(compressed));
    section.m_size = size;
    return section;
}

void Section::pack() {
    if (!m_plain)
        return;
    m_packed = std::make_shared<const std::string>(compressed());
    m_plain.reset();
}

std::string Section::compressed() const {
    if (m_packed)
        return *m_packed;
    const std::string_view bytes = m_plain ? std::string_view(*m_plain) : std::string_view{};
    std::string out(ZSTD_compressBound(bytes.size()), '\0');
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
    if (!context)
        return {};
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    const std::size_t length =
        ZSTD_compress2(context.get(), out.data(), out.size(), bytes.data(), bytes.size());
    // Only lack of memory can cause this; an empty result is better than a wrong one.
    out.resize(ZSTD_isError(length) != 0U ? 0 : length);
    out.shrink_to_fit();
    return out;
}

Section::Bytes Section::content() const {
    if (m_plain || !m_packed)
        return Bytes(m_plain);
    return Bytes(std::make_shared<const std::string>(inflated().bytes));
}

std::string Section::bytes() const {
    return m_plain ? *m_plain : inflated().bytes;
}

Section::Inflated Section::inflated() const {
    if (!m_packed)
        return {m_plain ? *m_plain : std::string{}, true};
    const std::string &packed = *m_packed;
    const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
    std::string out;
    // The frame's size matches the stored one: decompress directly. Anything else takes the careful path
    // below.
    if (context && m_size != 0 && ZSTD_getFrameContentSize(packed.data(), packed.size()) == m_size) {
        out.resize(m_size);
        if (ZSTD_decompressDCtx(context.get(), out.data(), out.size(), packed.data(), packed.size()) ==
            m_size)
            return {std::move(out), true};
        out.clear();
        ZSTD_DCtx_reset(context.get(), ZSTD_reset_session_only);
    }
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    // Grows as data arrives, since size() may be false.
    constexpr std::size_t kStep = std::size_t{1} << 20;
    bool ended = false; // the frame, whose checksum is compared by zstd at its end
    while (!ended && context) {
        const std::size_t before = out.size();
        out.resize(before + std::min(kStep, m_size - before));
        ZSTD_outBuffer chunk{out.data() + before, out.size() - before, 0};
        const std::size_t status = ZSTD_decompressStream(context.get(), &chunk, &in);
        out.resize(before + chunk.pos);
        ended = status == 0;
        if (ZSTD_isError(status) != 0U || chunk.pos == 0)
            break;
    }
    const bool isSound = ended && out.size() == m_size && in.pos == in.size;
    return {std::move(out), isSound};
}

} // namespace fabricscope::capture
