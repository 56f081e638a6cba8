// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lspci decodes the same bytes: both results must be equal.
#include "tests/Places.h"
#include "tests/core/pci/LspciText.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

namespace fabricscope::pci {
namespace {

const std::filesystem::path kCorpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/captures/lspci";

TEST(ConfigSpaceAgainstLspci, DecodesTheDumpsOfPciutilsAlike) {
    if (!std::filesystem::exists(kCorpus))
        GTEST_SKIP() << "SKIPPED: no corpus at " << kCorpus;
    if (!lspciIsThere())
        GTEST_SKIP() << "SKIPPED: lspci is not installed (package pciutils)";
    std::size_t compared = 0;
    for (const auto &entry : std::filesystem::directory_iterator(kCorpus)) {
        SCOPED_TRACE(entry.path().filename().string());
        const auto texts = lspciOf(entry.path().string());
        for (const auto &[slot, bytes] : bytesOfDump(entry.path().string())) {
            const auto text = texts.find(slot);
            ASSERT_NE(text, texts.end()) << slot;
            expectSameAsLspci(decodeConfigSpace(bytes), text->second);
            ++compared;
        }
    }
    EXPECT_GE(compared, 60U);
}

/// A config space with every decoded capability and random registers.
class RandomDevice {
public:
    explicit RandomDevice(unsigned seed) : m_random(seed), m_bytes(4096) {
        for (std::size_t at = 0; at < 64; ++at)
            m_bytes[at] = 0;
        put16(0x00, 0x1002);
        put16(0x02, 0x75a0);
        put16(0x04, static_cast<unsigned>(m_random() & 0x0407));
        put16(0x06, 0x0010);
        m_bytes[0x08] = 1;
        m_bytes[0x0B] = 0x12;
        m_bytes[0x34] = 0x64;
        const unsigned types[] = {0, 1, 9};
        express(0x64, types[m_random() % std::size(types)]);
        std::size_t at = 0x100;
        for (const auto &[id, size] : kExtended) {
            random(at, size);
            const std::size_t next = at + size;
            put16(at, id);
            const bool last = &id == &kExtended[std::size(kExtended) - 1].first;
            put16(at + 2, static_cast<unsigned>((last ? 0 : next) << 4 | 1U));
            at = next;
        }
    }
    [[nodiscard]] const Bytes &bytes() const { return m_bytes; }

private:
    static constexpr std::pair<unsigned, std::size_t> kExtended[] = {
        {0x0001, 0x48}, {0x0003, 0x0C}, {0x000D, 0x08}, {0x000E, 0x08},
        {0x000F, 0x08}, {0x0010, 0x40}, {0x001B, 0x08}, {0x0019, 0x20},
    };

    void put16(std::size_t at, unsigned value) {
        m_bytes[at] = static_cast<std::uint8_t>(value);
        m_bytes[at + 1] = static_cast<std::uint8_t>(value >> 8);
    }
    void random(std::size_t at, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            m_bytes[at + i] = static_cast<std::uint8_t>(m_random());
    }
    void express(std::size_t at, unsigned type) {
        random(at, 0x3C);
        put16(at, 0x0010); // no further capability
        put16(at + 2, 2U | type << 4);
        // Speeds 1 to 6 and valid widths: lspci prints reserved values in its own form.
        const unsigned widths[] = {0, 1, 2, 4, 8, 12, 16, 32};
        for (const std::size_t link : {std::size_t{0x0C}, std::size_t{0x12}})
            put16(at + link, static_cast<unsigned>(1 + m_random() % 6) |
                                 widths[m_random() % std::size(widths)] << 4 |
                                 static_cast<unsigned>(m_random() & 0xF000));
        m_bytes[at + 0x30] = static_cast<std::uint8_t>((m_bytes[at + 0x30] & 0xF0U) | (1 + m_random() % 6));
    }

    std::mt19937 m_random;
    Bytes m_bytes;
};

TEST(ConfigSpaceAgainstLspci, DecodesEveryCapabilityAlikeWithRegistersAtRandom) {
    if (!lspciIsThere())
        GTEST_SKIP() << "SKIPPED: lspci is not installed (package pciutils)";
    constexpr unsigned kDevices = 32;
    const auto file = std::filesystem::temp_directory_path() /
                      ("fabricscope-lspci-oracle-" + std::to_string(std::random_device{}()) + ".txt");
    std::ofstream output(file);
    for (unsigned i = 0; i < kDevices; ++i) {
        char slot[16];
        std::snprintf(slot, sizeof slot, "0000:01:%02x.0", i);
        output << dumpOf(slot, RandomDevice(i).bytes());
    }
    output.close();
    const auto texts = lspciOf(file.string());
    std::filesystem::remove(file);
    ASSERT_EQ(texts.size(), kDevices);
    unsigned seed = 0;
    for (const auto &[slot, text] : texts) {
        const ConfigSpace config = decodeConfigSpace(RandomDevice(seed++).bytes());
        EXPECT_TRUE(config.express && config.acs && config.ats && config.sriov && config.ari && config.aer &&
                    config.pasid && config.serialNumber && config.laneErrors);
        expectSameAsLspci(config, text);
    }
}

} // namespace
} // namespace fabricscope::pci
