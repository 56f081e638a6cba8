// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>

namespace fabricscope::capture {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Section section(const std::string &name, std::string_view bytes, Part part = Part::Safe) {
    Section::Meta meta;
    meta.name = name;
    meta.origin = "/sys/" + name;
    meta.part = part;
    meta.startedMs = 1000;
    meta.endedMs = 1250;
    meta.exitStatus = 0;
    return {meta, std::string(bytes)};
}

Capture sample() {
    Capture capture;
    capture.target = "root@gpu-07:22";
    capture.takenMs = 1763719200000;
    capture.takenBy = "fabricscope 0.1.0";
    capture.simulated = "fabricscope's demo hosts";
    capture.notes = {"grep is missing here", "two\nlines\tand a \\ backslash"};
    capture.sections.push_back(section("pci", "0000:00:00.0/class:0x060000\n"));
    capture.sections.push_back(section("empty", ""));
    capture.sections.push_back(section("tool-dmesg", std::string(100000, 'd') + "\0\xff", Part::Root));
    capture.sections[2].meta().exitStatus.reset();
    capture.sections[2].meta().damage = Damage::Stuck;
    capture.sections[2].meta().damageText = "stuck after \"0000:41:00.0\"";
    return capture;
}

void expectEqual(const Capture &a, const Capture &b) {
    EXPECT_EQ(a.target, b.target);
    EXPECT_EQ(a.takenMs, b.takenMs);
    EXPECT_EQ(a.takenBy, b.takenBy);
    EXPECT_EQ(a.redacted, b.redacted);
    EXPECT_EQ(a.simulated, b.simulated);
    EXPECT_EQ(a.notes, b.notes);
    ASSERT_EQ(a.sections.size(), b.sections.size());
    for (std::size_t i = 0; i < a.sections.size(); ++i) {
        EXPECT_EQ(a.sections[i].meta(), b.sections[i].meta()) << i;
        EXPECT_EQ(a.sections[i].bytes(), b.sections[i].bytes()) << i;
    }
}

struct Member {
    std::string name;
    std::string data;
    unsigned type = AE_IFREG;
};

// A tar archive with these members, written by libarchive as `tar` does.
std::string tar(const std::vector<Member> &members) {
    std::string out(std::size_t{4} << 20, '\0');
    std::size_t used = 0;
    archive *writer = archive_write_new();
    archive_write_set_format_ustar(writer);
    archive_write_open_memory(writer, out.data(), out.size(), &used);
    for (const Member &member : members) {
        archive_entry *entry = archive_entry_new();
        archive_entry_set_pathname(entry, member.name.c_str());
        archive_entry_set_filetype(entry, member.type);
        archive_entry_set_perm(entry, 0644);
        if (member.type == AE_IFLNK)
            archive_entry_set_symlink(entry, member.data.c_str());
        else
            archive_entry_set_size(entry, static_cast<la_int64_t>(member.data.size()));
        archive_write_header(writer, entry);
        if (member.type == AE_IFREG)
            archive_write_data(writer, member.data.data(), member.data.size());
        archive_entry_free(entry);
    }
    archive_write_close(writer);
    archive_write_free(writer);
    out.resize(used);
    return out;
}

class CaptureOnDisk : public testing::Test {
protected:
    CaptureOnDisk() {
        std::string name = (fs::temp_directory_path() / "fabricscope-capture-XXXXXX").string();
        m_folder = ::mkdtemp(name.data());
    }
    ~CaptureOnDisk() override { fs::remove_all(m_folder); }
    [[nodiscard]] fs::path path(const char *name) const { return m_folder / name; }
    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(m_folder), {}));
    }

private:
    fs::path m_folder;
};

TEST(Capture, IsReadBackAsItWasWritten) {
    const Capture capture = sample();
    const auto bytes = serialize(capture);
    ASSERT_TRUE(bytes) << bytes.error().toString();
    const auto back = deserialize(*bytes);
    ASSERT_TRUE(back) << back.error().toString();
    expectEqual(*back, capture);
}

TEST(Capture, GivesTheSameFileForTheSameCapture) {
    EXPECT_EQ(*serialize(sample()), *serialize(sample()));
}

TEST(Capture, FindsTheLaterPartUnlessItBroughtNothingOrAPiece) {
    Capture capture;
    capture.sections = {section("pci-config", "64 bytes", Part::Touch),
                        section("pci-config", "4096 bytes", Part::Root), section("other", "x")};
    EXPECT_EQ(capture.find("pci-config")->bytes(), "4096 bytes");
    EXPECT_EQ(capture.find("missing"), nullptr);
    capture.sections[1] = section("pci-config", "", Part::Root);
    EXPECT_EQ(capture.find("pci-config")->bytes(), "64 bytes");
    capture.sections[1] = section("pci-config", "half", Part::Root);
    capture.sections[1].meta().damage = Damage::Stuck;
    EXPECT_EQ(capture.find("pci-config")->bytes(), "64 bytes");
    capture.sections.push_back(section("pci-config", "again", Part::Touch));
    EXPECT_EQ(capture.find("pci-config")->bytes(), "64 bytes");
}

TEST(Capture, KeepsTheReadablePartOfATruncatedFile) {
    Capture capture = sample();
    std::mt19937 random(5);
    std::string noise(50000, '\0');
    for (char &c : noise)
        c = static_cast<char>(random());
    capture.sections.push_back(section("noise", noise));
    const std::string bytes = *serialize(capture);
    std::size_t failures = 0;
    std::size_t partial = 0;
    for (std::size_t length = 0; length < bytes.size(); length += 509) {
        const auto back = deserialize(std::string_view(bytes).substr(0, length));
        if (!back) {
            EXPECT_THAT(back.error().toString(), AnyOf(HasSubstr("capture"), HasSubstr("fscope"))) << length;
            ++failures;
            continue;
        }
        ASSERT_THAT(back->sections, SizeIs(4));
        EXPECT_EQ(back->target, capture.target);
        if (back->sections[3].meta().damage == Damage::Truncated) {
            ++partial;
            EXPECT_THAT(back->notes, Contains(HasSubstr("were read in full"))) << length;
            const std::string kept = back->sections[3].bytes();
            EXPECT_EQ(noise.compare(0, kept.size(), kept), 0);
        }
    }
    EXPECT_GT(failures, 0U);
    EXPECT_GT(partial, 10U);
}

TEST(Capture, RejectsFilesThatAreNotCaptures) {
    for (const std::string &bytes : {std::string(), std::string("hello\n"), std::string(100000, '\0'),
                                     std::string("\x1f\x8b\x08 gzip"), tar({{"sys/bus/pci/devices", "x"}}),
                                     tar({{"fscope", ""}}), tar({{"fscope", "something else\n"}})}) {
        const auto capture = deserialize(bytes);
        ASSERT_FALSE(capture);
        EXPECT_THAT(capture.error().toString(), HasSubstr("not a capture"));
    }
}

TEST(Capture, RefusesANewerFormatByName) {
    const auto capture = deserialize(tar({{"fscope", "fscope 2\ntarget\tx\n"}}));
    ASSERT_FALSE(capture);
    EXPECT_THAT(capture.error().toString(), HasSubstr("format version 2"));
    EXPECT_THAT(capture.error().hint, HasSubstr("newer"));
}

TEST(Capture, NamesTheLineOfABadIndex) {
    const auto number = deserialize(tar({{"fscope", "fscope 1\ntarget\tx\ntaken_ms\tsoon\n"}}));
    ASSERT_FALSE(number);
    EXPECT_THAT(number.error().toString(), HasSubstr("fscope, line 3"));
    EXPECT_THAT(number.error().toString(), HasSubstr("taken_ms"));
    const auto noTab = deserialize(tar({{"fscope", "fscope 1\n\nsection\tx\npart\tsafe\njunk\n"}}));
    ASSERT_FALSE(noTab);
    EXPECT_THAT(noTab.error().where, HasSubstr("line 5"));
}

TEST(Capture, PassesOverKeysOfLaterVersions) {
    const auto capture = deserialize(tar(
        {{"fscope", "fscope 1\ntarget\tx\ncolour\tgreen\n\nsection\ta\nfile\tf\nsmell\tgood\nsize\t0\n"}}));
    ASSERT_TRUE(capture) << capture.error().toString();
    EXPECT_EQ(capture->target, "x");
    EXPECT_THAT(capture->sections, SizeIs(1));
}

// Found by the fuzzer: a section without a name was loaded, but could not be loaded again after saving.
TEST(Capture, NamesASectionWhoseNameIsLost) {
    const auto capture =
        deserialize(tar({{"fscope", "fscope 1\ntarget\tx\n\nseckion\ta\nfile\tf\nsize\t0\n"}}));
    ASSERT_TRUE(capture) << capture.error().toString();
    ASSERT_THAT(capture->sections, SizeIs(1));
    EXPECT_EQ(capture->sections[0].meta().name, "unnamed");
    const auto again = deserialize(*serialize(*capture));
    ASSERT_TRUE(again) << again.error().toString();
    EXPECT_THAT(again->sections, SizeIs(1));
}

TEST(Capture, ReportsMissingOrDamagedSections) {
    const std::string index =
        "fscope 1\ntarget\tx\n\nsection\tgone\nfile\tsections/1\nsize\t5\n\n"
        "section\tbad\nfile\tsections/2\nsize\t5\n\nsection\tgood\nfile\tsections/3\nsize\t5\n";
    const auto capture = deserialize(tar({{"fscope", index},
                                          {"sections/2", "no zstd"},
                                          {"sections/3", std::string(Section({}, "12345").compressed())}}));
    ASSERT_TRUE(capture) << capture.error().toString();
    ASSERT_THAT(capture->sections, SizeIs(3));
    EXPECT_EQ(capture->sections[0].meta().damage, Damage::Truncated);
    EXPECT_THAT(capture->sections[0].meta().damageText, HasSubstr("missing"));
    EXPECT_EQ(capture->sections[1].meta().damage, Damage::Corrupt);
    EXPECT_THAT(capture->sections[1].meta().damageText, HasSubstr("not used"));
    EXPECT_EQ(capture->sections[1].bytes(), "");
    EXPECT_EQ(capture->sections[2].meta().damage, Damage::None);
    EXPECT_EQ(capture->sections[2].bytes(), "12345");
    EXPECT_THAT(capture->notes, Contains(HasSubstr("1 of 3 sections")));
}

// A changed bit gave other drivers and missing models, without a word.
TEST(Capture, ShowsAsDamagedWhateverBitOfItsFileChanged) {
    Capture capture = sample();
    std::mt19937 random(27);
    std::string links;
    for (int i = 0; i < 400; ++i)
        links +=
            fmt::format("0000:{:02x}:00.0/driver:{}\n", random() % 256, random() % 3 ? "mlx5_core" : "nvme");
    capture.sections.push_back(section("pci-links", links));
    const std::string bytes = *serialize(capture);
    std::size_t corrupt = 0;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::string flipped = bytes;
        flipped[at] = static_cast<char>(flipped[at] ^ (1 << (random() % 8)));
        const auto back = deserialize(flipped);
        if (!back)
            continue;
        const bool isNamed = std::any_of(back->notes.begin(), back->notes.end(), [](const std::string &note) {
            return note.find("the file is damaged") != std::string::npos ||
                   note.find("near byte") != std::string::npos;
        });
        for (std::size_t i = 0; i < back->sections.size() && i < capture.sections.size(); ++i) {
            const Section &each = back->sections[i];
            if (each.meta().damage == Damage::Corrupt) {
                ++corrupt;
                EXPECT_EQ(each.size(), 0U) << at;
                EXPECT_TRUE(isNamed) << at;
            }
        }
        if (!isNamed)
            expectEqual(*back, capture); // the bytes between the members
        ASSERT_FALSE(testing::Test::HasFailure()) << "byte " << at << " of " << bytes.size();
    }
    EXPECT_GT(corrupt, 200U);
}

TEST(Capture, KeepsThatASectionIsCorruptForOlderProgramsToo) {
    Capture capture = sample();
    capture.sections[0] = Section(capture.sections[0].meta(), {});
    capture.sections[0].meta().damage = Damage::Corrupt;
    capture.sections[0].meta().damageText = "changed";
    const std::string bytes = *serialize(capture);
    EXPECT_THAT(bytes, HasSubstr("damage\ttruncated\n")) << "they refuse a word that they do not know";
    const auto back = deserialize(bytes);
    ASSERT_TRUE(back) << back.error().toString();
    expectEqual(*back, capture);
}

TEST(Capture, NamesAnIndexThatChanged) {
    const std::string bytes = *serialize(sample());
    const auto host = bytes.find("gpu-07");
    ASSERT_NE(host, std::string::npos);
    std::string other = bytes;
    other[host + 5] = '8';
    const auto changed = deserialize(other);
    ASSERT_TRUE(changed) << changed.error().toString();
    EXPECT_THAT(changed->notes, Contains(HasSubstr("its index was changed")));
    const auto older = deserialize(tar({{"fscope", "fscope 1\ntarget\tx\n"}}));
    ASSERT_TRUE(older);
    EXPECT_THAT(older->notes, IsEmpty());
}

TEST(Capture, NamesNoNegativeByteOfACutFile) {
    Capture capture = sample();
    capture.sections.push_back(section("noise", std::string(3000, 'n')));
    const std::string bytes = *serialize(capture);
    std::size_t named = 0;
    for (std::size_t length = 0; length < bytes.size(); length += 64) {
        const auto back = deserialize(std::string_view(bytes).substr(0, length));
        for (const std::string &note : back ? back->notes : std::vector<std::string>()) {
            EXPECT_THAT(note, testing::Not(HasSubstr("byte -"))) << length;
            named += note.find("near byte") == std::string::npos ? 0U : 1U;
        }
    }
    EXPECT_GT(named, 10U);
}

TEST(Capture, DoesNotInflateMoreThanItsLimits) {
    const std::string bomb(Section({}, std::string(std::size_t{50} << 20, '\0')).compressed());
    const std::string head = "fscope 1\ntarget\tx\n";
    const std::string entry = "\nsection\tbomb\nfile\ts\nsize\t";
    Limits limits;
    limits.sectionBytes = 1000;
    const auto accurate = deserialize(tar({{"fscope", head + entry + "52428800\n"}, {"s", bomb}}), limits);
    ASSERT_TRUE(accurate);
    EXPECT_EQ(accurate->sections[0].meta().damage, Damage::TooLarge);
    EXPECT_EQ(accurate->sections[0].size(), 0U);
    const auto understated = deserialize(tar({{"fscope", head + entry + "900\n"}, {"s", bomb}}), limits);
    ASSERT_TRUE(understated);
    EXPECT_LE(understated->sections[0].bytes().size(), 900U);
    const auto overstated =
        deserialize(tar({{"fscope", head + entry + "18446744073709551615\n"}, {"s", "x"}}));
    ASSERT_TRUE(overstated);
    EXPECT_EQ(overstated->sections[0].meta().damage, Damage::TooLarge);
}

TEST(Capture, BoundsTheNumberOfSections) {
    std::string index = "fscope 1\ntarget\tx\n";
    for (int i = 0; i < 50; ++i)
        index += "\nsection\ts\nfile\tf\nsize\t0\n";
    Limits limits;
    limits.sections = 10;
    const auto capture = deserialize(tar({{"fscope", index}}), limits);
    ASSERT_TRUE(capture);
    EXPECT_THAT(capture->sections, SizeIs(10));
    EXPECT_THAT(capture->notes, Contains(HasSubstr("40 sections were skipped")));
}

TEST_F(CaptureOnDisk, IsWrittenIntoADeviceOrFifoAndNeverTakesItsPlace) {
    const std::string fifo = path("fifo");
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    const int reader = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    ASSERT_TRUE(save(sample(), fifo));
    struct stat status {};
    ASSERT_EQ(::lstat(fifo.c_str(), &status), 0);
    EXPECT_TRUE(S_ISFIFO(status.st_mode));
    char byte = 0;
    EXPECT_EQ(::read(reader, &byte, 1), 1);
    ::close(reader);
    EXPECT_EQ(files(), 1U) << "nothing is left beside it";
}

TEST_F(CaptureOnDisk, IsWrittenBehindASymbolicLinkWhichStays) {
    const std::string file = path("file.fscope"), link = path("link.fscope");
    std::ofstream(file) << "old";
    std::filesystem::create_symlink(file, link);
    ASSERT_TRUE(save(sample(), link));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_TRUE(load(file));
    EXPECT_EQ(files(), 2U) << "nothing is left beside them";
}

TEST_F(CaptureOnDisk, IsSavedAndLoaded) {
    const Capture capture = sample();
    ASSERT_TRUE(save(capture, path("a.fscope")));
    ASSERT_TRUE(save(capture, path("a.fscope"))) << "over an existing one";
    EXPECT_EQ(files(), 1U) << "nothing is left beside it";
    const auto back = load(path("a.fscope"));
    ASSERT_TRUE(back) << back.error().toString();
    expectEqual(*back, capture);
}

TEST_F(CaptureOnDisk, TakesNoPathOutOfAnArchiveForAFile) {
    const fs::path victim = path("victim");
    const std::string escaped = victim.string();
    const std::string index = "fscope 1\ntarget\tx\n\nsection\ta\nfile\t" + escaped +
                              "\nsize\t5\n\nsection\t../b\nfile\t../../victim\nsize\t5\n";
    std::ofstream(path("evil.fscope")) << tar({{"fscope", index},
                                               {escaped, "evil!"},
                                               {"../../victim", "evil!"},
                                               {"link", "/etc/passwd", AE_IFLNK},
                                               {"link/x", "evil!"}});
    const auto capture = load(path("evil.fscope"));
    ASSERT_TRUE(capture) << capture.error().toString();
    EXPECT_FALSE(fs::exists(victim));
    EXPECT_EQ(files(), 1U);
    ASSERT_TRUE(save(*capture, path("again.fscope")));
    EXPECT_EQ(files(), 2U);
}

TEST_F(CaptureOnDisk, AFileOfItIsTheUsersAloneWithoutAUmask) {
    const mode_t before = ::umask(0);
    std::ofstream(path("old.fscope")) << "as others could read it";
    for (const char *name : {"new.fscope", "old.fscope"}) {
        ASSERT_TRUE(save(sample(), path(name)));
        struct stat status {};
        ASSERT_EQ(::stat(path(name).c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 07777U, 0600U) << name;
    }
    ::umask(before);
}

TEST_F(CaptureOnDisk, ReportsWhyItCannotBeWrittenAndLeavesNothingBehind) {
    const auto result = save(sample(), path("no/such/folder/a.fscope"));
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().toString(), HasSubstr("No such file or directory"));
    fs::create_directory(path("taken"));
    fs::create_directory(path("taken/inside"));
    const auto onFolder = save(sample(), path("taken"));
    ASSERT_FALSE(onFolder);
    EXPECT_EQ(files(), 1U);
}

TEST_F(CaptureOnDisk, ReportsWhyItCannotBeRead) {
    EXPECT_THAT(load(path("missing")).error().toString(), HasSubstr("No such file or directory"));
    EXPECT_THAT(load(path(".")).error().toString(), HasSubstr("is not a file"));
    ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
    EXPECT_THAT(load(path("fifo")).error().toString(), HasSubstr("is not a file"));
    std::ofstream(path("text")) << "hello";
    const auto text = load(path("text"));
    ASSERT_FALSE(text);
    EXPECT_THAT(text.error().where, HasSubstr("text"));
    std::ofstream(path("huge"));
    fs::resize_file(path("huge"), std::uintmax_t{2} << 30);
    EXPECT_THAT(load(path("huge")).error().toString(), HasSubstr("larger than 512M"));
}

TEST(Capture, SurvivesAnyFlippedByte) {
    const std::string bytes = *serialize(sample());
    std::mt19937 random(11);
    for (int round = 0; round < 2000; ++round) {
        std::string damaged = bytes;
        for (int i = 0; i < 3; ++i)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        const auto capture = deserialize(damaged);
        if (!capture)
            EXPECT_THAT(capture.error().what, testing::Not(IsEmpty()));
        else
            for (const Section &each : capture->sections)
                EXPECT_LE(each.bytes().size(), each.size());
    }
}

} // namespace
} // namespace fabricscope::capture
