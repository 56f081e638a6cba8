// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/Import.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/capture/FileTree.h"
#include "core/capture/ReadFile.h"
#include "core/capture/StreamSplitter.h"
#include "core/formats/files/Bundle.h"
#include "core/formats/files/CutText.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/files/HostBlocks.h"
#include "core/formats/files/Joining.h"
#include "core/formats/files/LineBreaks.h"
#include "core/formats/files/PlainText.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/files/TreeSections.h"
#include "core/formats/files/UnfinishedEnd.h"
#include "core/formats/files/UnrecognizedFiles.h"
#include "core/formats/files/WrappingSearch.h"
#include "core/formats/hwloc/XmlText.h"
#include "core/formats/kernel/KernelBreaks.h"
#include "core/formats/kernel/KernelLine.h"
#include "core/formats/parts/KindParts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::formats {

namespace {

using capture::Damage;
using capture::FileTree;
using capture::Section;

bool isXml(std::string_view text) {
    return text.starts_with("<?xml");
}

// The first frame line of the collector, as in StreamSplitter.h; any text may precede it.
bool isCollectorOutput(std::string_view text) {
    constexpr std::string_view kMark = "@@fabricscope ";
    constexpr std::size_t kMaxPreamble = std::size_t{1} << 20;
    if (isXml(text)) // no greeting of a host
        return false;
    const std::string_view head = text.substr(0, kMaxPreamble);
    for (auto at = head.find(kMark); at != std::string_view::npos; at = head.find(kMark, at + 1)) {
        if (at > 0 && head[at - 1] != '\n')
            continue;
        std::string_view line = head.substr(at + kMark.size());
        line = line.substr(0, line.find('\n'));
        if (!takeUntil(line, ' ').empty() && takeUntil(line, ' ') == "begin")
            return true;
    }
    return false;
}

/// What kind of thing a piece is, beyond its bytes.
struct Where {
    std::string name;
    std::size_t depth = 0;
    bool whole = true; ///< false: the containing archive was cut off within it
};

const FileKind *fileKindOf(std::string_view section) {
    const auto kinds = fileKinds();
    const auto known = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const FileKind &kind) { return kind.section == section; });
    return known == kinds.end() ? nullptr : &*known;
}

/// Packings recognized by name, and what to do about them.
struct NotUnpacked {
    std::string_view magic;
    std::string_view what, remedy;
};
constexpr NotUnpacked kNotUnpacked[] = {
    {"\x1f\x9d", "is compressed with compress (.Z), which is not supported",
     "Unpack it first (gzip -d FILE, or uncompress FILE) and open the result"},
    {"7z\xbc\xaf\x27\x1c", "is packed by 7-Zip, which is not supported",
     "Unpack it into a folder first (7z x -oFOLDER FILE) and open that folder"},
    {"Rar!\x1a\x07", "is packed by RAR, which is not supported",
     "Unpack it into a folder first (unrar x FILE FOLDER/) and open that folder"},
};

const NotUnpacked *notUnpacked(std::string_view bytes) {
    const auto *known = std::find_if(std::begin(kNotUnpacked), std::end(kNotUnpacked),
                                     [&](const NotUnpacked &row) { return bytes.starts_with(row.magic); });
    return known == std::end(kNotUnpacked) ? nullptr : known;
}

class Importer {
public:
    explicit Importer(const ImportLimits &limits) : m_limits(limits), m_left(limits.totalBytes) {}

    /// `own`: the string of the bytes, if it may be moved from.
    void file(const std::string &name, std::string_view bytes, std::string *own = nullptr) {
        begin(name, own);
        if (!piece({name, 0, true}, bytes)) {
            m_unrecognized = unrecognizedFileError({name, bytes.substr(0, FileSample::kHead)});
            note(name, "not a file of a known kind");
        }
    }

    void folder(const std::filesystem::path &path, const std::string &name) {
        begin(name);
        auto tree = FileTree::ofFolder(path, treeLimits());
        if (!tree)
            return fail(tree.error());
        if (!members({name, 0, true}, *tree))
            note(name, "contains no file of a known kind");
    }

    void fail(Error error) {
        if (!m_error)
            m_error = std::move(error);
        note(m_error->where, m_error->what);
    }

    Result<capture::Capture> finish() {
        std::vector<std::string> notes = std::move(m_notes);
        std::erase_if(m_sources, [](const Source &s) { return s.content.sections.empty() && !s.isCapture; });
        if (m_sources.empty()) {
            if (m_error)
                return tl::unexpected(std::move(*m_error));
            return tl::unexpected(nothingRecognized(notes));
        }
        capture::Limits limits;
        limits.totalBytes = std::min(limits.totalBytes, m_limits.totalBytes);
        auto capture = joined(std::move(m_sources), limits);
        if (capture)
            capture->notes.insert(capture->notes.end(), notes.begin(), notes.end());
        return capture;
    }

private:
    [[nodiscard]] Error nothingRecognized(const std::vector<std::string> &notes) const {
        if (m_files.size() != 1 || !m_unrecognized)
            return {m_files.size() == 1 ? "contains no file of a known kind" : "no file is of a known kind",
                    m_files.size() == 1 ? m_files.front() : std::string(),
                    "`fabricscope import --help` lists the known kinds"};
        Error error = *m_unrecognized;
        error.where = m_files.front();
        for (const std::string &message : notes)
            if (message.find(": not a file of") == std::string::npos)
                error.what = fmt::format("{} ({})", error.what, message);
        return error;
    }

    void begin(const std::string &name, std::string *own = nullptr) {
        m_own = own;
        m_files.push_back(name);
        m_sources.push_back({name, {}, false, {}}); // even if there are many: m_texts must be its own
        m_texts = m_sources.size() - 1;
    }

    // Each is compared with each.
    void add(Source source) {
        constexpr std::size_t kMost = 256;
        if (m_sources.size() < kMost)
            m_sources.push_back(std::move(source));
        else
            note(source.name, "left out: too many captures");
    }

    void note(const std::string &where, std::string_view what) {
        constexpr std::size_t kMost = 1000;
        if (m_notes.size() < kMost)
            m_notes.push_back(where.empty() ? std::string(what)
                                            : fmt::format("{}: {}", HostText(where).plain(300), what));
    }

    [[nodiscard]] FileTree::Limits treeLimits() const {
        FileTree::Limits limits;
        limits.members = m_limits.members - std::min(m_limits.members, m_members);
        limits.totalBytes = m_left;
        limits.fileBytes = std::min(limits.fileBytes, m_limits.fileBytes);
        return limits;
    }

    void consume(std::size_t bytes) { m_left -= std::min(m_left, bytes); }

    // False: nothing in it is known.
    bool piece(const Where &where, std::string_view bytes) {
        constexpr std::string_view kCaptureMagic("fscope\0", 7);
        if (bytes.substr(0, kCaptureMagic.size()) == kCaptureMagic)
            return ownCapture(where, bytes);
        if (where.depth < m_limits.depth)
            if (auto tree = FileTree::ofArchive(bytes, where.name, treeLimits())) {
                consume(tree->bytesRead());
                m_members += tree->size();
                return members(where, *tree);
            }
        if (const NotUnpacked *packing = notUnpacked(bytes)) {
            fail({std::string(packing->what), HostText(where.name).plain(300), std::string(packing->remedy)});
            return true;
        }
        const PlainText text(bytes);
        if (isCollectorOutput(text.view()))
            return collectorOutput(where, text.view());
        if (isWordsOfProcess(where, text.view()))
            return single(where, text.view());
        return wrapped(where, text.view()) || bundle(where, text.view()) || single(where, text.view());
    }

    /// /proc/PID/cmdline: the words have NULs between them, which no wrapping leaves in place.
    static bool isWordsOfProcess(const Where &where, std::string_view text) {
        const FileSample sample{where.name, text.substr(0, FileSample::kHead)};
        return sample.head.find('\0') != std::string_view::npos && isVmmCommand(sample);
    }

    // Text with prefixes on its lines: what is inside decides whether it is so. Of several ways the one with
    // the most around the lines: some kinds are recognised behind half of it.
    bool wrapped(const Where &where, std::string_view text) {
        const std::string_view head = text.substr(0, FileSample::kHead);
        std::optional<capture::Wrapping> chosen;
        std::string bare(head);       // without what was chosen so far
        std::optional<bool> isPasted; // of texts of several kinds, which have no prefixes then
        std::vector<capture::Wrapping> possible = possibleWrappings(head);
        const bool hasTimes = !possible.empty() && readsTimes(where, head);
        for (capture::Wrapping &wrapping : possible) {
            if (!chosen && !isMark(wrapping) && (hasTimes || (wrapping.width != 0 && beginsWithTime(head))))
                continue;
            if (wrapping.prefix && !isPasted)
                isPasted = !kindParts(head).empty();
            if (wrapping.prefix && *isPasted)
                continue;
            const capture::UnwrappedText inside(head, wrapping);
            if (!isKnown(where, inside.view()) && !isGlued(where, bare, inside.view()) &&
                !isBroken(where, bare, inside.view()))
                continue;
            chosen = std::move(wrapping);
            bare = inside.view();
            if (readsTimes(where, inside.view()))
                break;
        }
        return chosen && unwrapped(where, text, *chosen);
    }

    /// A mark around broken lines takes no time away.
    static bool isMark(const capture::Wrapping &wrapping) {
        const auto &prefix = wrapping.prefix;
        return wrapping.width != 0 && prefix && prefix->outer().isMark && prefix->inner() == nullptr;
    }

    /// A kernel log, too, whose lines are broken so often that most have no time.
    static bool beginsWithTime(std::string_view text) {
        text = trimmed(text);
        return kernelLine(takeUntil(text, '\n')).isStamped;
    }

    static bool readsTimes(const Where &where, std::string_view head) {
        const FileKind *kind = recogniseFile({where.name, head});
        return kind != nullptr && kind->readsTimes;
    }

    [[nodiscard]] bool isKnown(const Where &where, std::string_view head) const {
        if (recogniseFile({where.name, head}) != nullptr)
            return true;
        const auto parts = where.depth < m_limits.depth ? splitBundle(where.name, head) : std::nullopt;
        return parts && std::any_of(parts->begin(), parts->end(), [](const BundlePart &part) {
                   return recogniseFile({part.name, part.text}) != nullptr;
               });
    }

    /// Inside is one line that a copy glued together: only its restored line breaks show what it is.
    static bool isGlued(const Where &where, std::string_view bare, std::string_view inside) {
        if (trimmed(inside).find('\n') != std::string_view::npos)
            return false;
        const FileKind *before = restoredFile(where.name, bare).kind;
        if (before == nullptr)
            before = recogniseFile({where.name, bare});
        return (before == nullptr || !beginsAsLine(before->section, bare)) &&
               restoredFile(where.name, inside).kind != nullptr;
    }

    /// Inside are lines that a terminal broke before they got their prefixes.
    static bool isBroken(const Where &where, std::string_view bare, std::string_view inside) {
        return restoredFile(where.name, inside).kind != nullptr &&
               recogniseFile({where.name, bare}) == nullptr && restoredFile(where.name, bare).kind == nullptr;
    }

    bool unwrapped(const Where &where, std::string_view text, const capture::Wrapping &wrapping) {
        const capture::UnwrappedText inside(text, wrapping);
        m_wrapped = &inside;
        m_wrapping = wrapping;
        const bool known = bundle(where, inside.view()) || single(where, inside.view());
        m_wrapped = nullptr;
        m_wrapping = {};
        if (known && !inside.otherLabels().empty())
            note(where.name, fmt::format("only the lines of {} are read; those of {} are left out",
                                         HostText(wrapping.label).plain(80), listed(inside.otherLabels())));
        return known;
    }

    static std::string listed(const std::vector<std::string> &labels) {
        constexpr std::size_t kNamed = 4;
        std::string text;
        for (std::size_t i = 0; i < std::min(labels.size(), kNamed); ++i)
            text.append(i == 0 ? "" : ", ").append(HostText(labels[i]).plain(80));
        return labels.size() > kNamed ? text + " and others" : text;
    }

    bool ownCapture(const Where &where, std::string_view bytes) {
        auto capture = capture::deserialize(bytes);
        if (!capture) {
            Error error = capture.error();
            error.where = error.where.empty() ? where.name : fmt::format("{}, {}", where.name, error.where);
            fail(std::move(error));
            return true;
        }
        add({where.name, {}, true, std::move(*capture)});
        return true;
    }

    bool collectorOutput(const Where &where, std::string_view text) {
        Source source{where.name, {}, false, {}};
        bool done = false;
        capture::StreamSplitter splitter(
            {}, capture::Part::Import,
            {[&](Section section) { source.content.sections.push_back(std::move(section)); },
             [&](std::string message) { source.content.notes.push_back(std::move(message)); },
             [&] {
                 done = true;
             }});
        splitter.feed(text, 0);
        splitter.finish(Damage::None, {}, 0);
        if (!done || !splitter.isDone())
            source.content.notes.push_back(
                fmt::format("{}: the output is incomplete; the received part is used", where.name));
        add(std::move(source));
        return true;
    }

    bool bundle(const Where &where, std::string_view text) {
        if (where.depth >= m_limits.depth)
            return false;
        const bool isMarkup = isXml(text) || !xmlRoot(text.substr(0, FileSample::kHead)).name.empty();
        if (const auto blocks = isMarkup ? std::vector<HostBlock>() : hostBlocks(text); !blocks.empty())
            return oneHost(where, blocks, text);
        const auto parts = splitBundle(where.name, text);
        bool known = false;
        std::vector<std::string_view> left; // parts of which nothing is read
        if (parts)
            for (const BundlePart &part : *parts) {
                const bool isRead = one(where, part, part.text.end() != text.end());
                known = known || isRead;
                if (!isRead)
                    left.push_back(part.text);
            }
        if (known)
            noteLogs(where, left);
        return known;
    }

    /// What another command reads is named, not left out silently.
    void noteLogs(const Where &where, const std::vector<std::string_view> &texts) {
        std::set<std::string> noted;
        for (const std::string_view text : texts) {
            const FileSample sample{where.name, text.substr(0, FileSample::kHead)};
            if (!isLogOfOtherCommand(sample))
                continue;
            const Error error = unrecognizedFileError(sample);
            if (noted.insert(error.what).second)
                note(where.name, fmt::format("a part of it {}: {}", error.what, error.hint));
        }
    }

    /// Of the first host that has a text of a known kind all of its texts; the others are named.
    bool oneHost(const Where &where, const std::vector<HostBlock> &blocks, std::string_view text) {
        std::string_view shown;
        std::vector<std::string> others;
        for (const HostBlock &block : blocks) {
            if (shown.empty() || block.host == shown) {
                const Where inside{where.name, where.depth + 1,
                                   where.whole || block.text.end() != text.end()};
                const bool isKnown = (m_wrapped == nullptr && wrapped(inside, block.text)) ||
                                     bundle(inside, block.text) || single(inside, block.text);
                shown = isKnown ? block.host : shown;
            }
            if (block.host != shown && std::find(others.begin(), others.end(), block.host) == others.end() &&
                others.size() < capture::UnwrappedText::kMostLabels)
                others.emplace_back(block.host);
        }
        if (shown.empty())
            return false;
        std::erase(others, shown);
        if (shown.find('[') == std::string_view::npos)
            m_sources[m_texts].hostName = HostText(shown).plain(256);
        if (!others.empty())
            note(where.name, fmt::format("only the text of {} is read; that of {} is left out",
                                         HostText(shown).plain(80), listed(others)));
        return true;
    }

    bool one(const Where &bundle, const BundlePart &part, bool whole) {
        const Where where{fmt::format("{}: {}", bundle.name, HostText(part.name).plain(200)),
                          bundle.depth + 1, bundle.whole || whole};
        return (m_wrapped == nullptr && wrapped(where, part.text)) || single(where, part.text);
    }

    bool single(const Where &where, std::string_view text) {
        const FileKind *kind = recogniseFile({where.name, text.substr(0, FileSample::kHead)});
        auto restored = kind ? restoredLines(kind->section, text) : std::nullopt;
        // A message of nvidia-smi may stand between broken lines of a list.
        if (!kind || kind->section == "nvidia-smi-error") {
            RestoredFile file = restoredFile(where.name, text);
            if (!kind && file.kind == nullptr && beginsWithKernelTime(text))
                kind = fileKindOf("dmesg"); // most of its lines have no time
            if (!kind && file.kind == nullptr)
                return false;
            if (file.kind != nullptr) {
                kind = file.kind;
                restored = std::move(file.restored);
            }
        }
        Section::Meta meta;
        meta.name = kind->section;
        meta.origin = HostText(where.name).plain(500);
        meta.part = capture::Part::Import;
        if (!where.whole) {
            meta.damage = Damage::Truncated;
            meta.damageText = "the file ends in the middle of it";
        } else if (const std::string_view cut = cutText(kind->section, text); !cut.empty()) {
            meta.damage = Damage::Truncated;
            meta.damageText = cut;
        }
        const std::size_t unfinished = unfinishedBytes(kind->section, text);
        if (unfinished > 0 && meta.damage == Damage::None)
            note(where.name, kUnfinishedText);
        noteLineBreaks(where, kind->section, text, restored);
        if (!restored && kind->convert != nullptr) {
            text.remove_suffix(unfinished);
            m_sources[m_texts].content.sections.emplace_back(std::move(meta), kind->convert(text));
            return true;
        }
        capture::Wrapping wrapping = m_wrapping; // the bytes stay those of the file
        if (restored)
            wrapping.breaks = std::move(restored->changes);
        meta.wrapping = wrapping.toString();
        if (m_wrapped != nullptr)
            text = m_wrapped->sourceLines(text);
        // The file itself, if it is exactly one text: it is not used afterwards.
        const bool isFile = m_own && text.data() == m_own->data() && text.size() == m_own->size();
        m_sources[m_texts].content.sections.emplace_back(std::move(meta),
                                                         isFile ? std::move(*m_own) : std::string(text));
        return true;
    }

    void noteLineBreaks(const Where &where, std::string_view section, std::string_view text,
                        const std::optional<RestoredText> &restored) {
        if (restored)
            note(where.name, toString(*restored));
        const bool isSeparated = restored && restored->separated > 0;
        if (const std::string doubt = doubtfulLines(section, restored ? restored->text : text, isSeparated);
            !doubt.empty() && (!restored || isSeparated))
            note(where.name, doubt);
    }

    bool members(const Where &where, FileTree &tree) {
        bool known = false;
        std::vector<HostTree> hosts = hostTrees(tree);
        std::set<FileTree::Id> taken;
        for (const HostTree &host : hosts) {
            Source source{where.name, {}, false, {}};
            if (hosts.size() > 1) {
                source.hostName = host.name.empty() ? tree.path(host.folders.front()) : host.name;
                source.name = fmt::format("{}/{}", where.name, source.hostName);
            }
            source.content.sections = treeSections(tree, host);
            known = known || !source.content.sections.empty();
            add(std::move(source));
            taken.insert(host.folders.begin(), host.folders.end());
        }
        std::size_t unknown = 0;
        known = texts(where, tree, taken, unknown) || known;
        for (const std::string &message : tree.notes())
            note(where.name, message);
        if (unknown > 0 && known)
            note(where.name,
                 unknown == 1 ? "1 file in it is of unknown kind and was skipped"
                              : fmt::format("{} files in it are of unknown kind and were skipped", unknown));
        return known;
    }

    // The files next to the trees, each of any kind.
    bool texts(const Where &where, FileTree &tree, const std::set<FileTree::Id> &taken,
               std::size_t &unknown) {
        bool known = false;
        std::vector<FileTree::Id> todo{FileTree::kTop};
        while (!todo.empty()) {
            const FileTree::Id id = todo.back();
            todo.pop_back();
            if (taken.contains(id))
                continue;
            const auto &children = tree.children(id);
            for (auto child = children.rbegin(); child != children.rend(); ++child)
                todo.push_back(child->second);
            if (tree.kind(id) != FileTree::Kind::File)
                continue;
            const std::string_view bytes = tree.bytes(id);
            const Where member{tree.isSingle() ? where.name : where.name + '/' + tree.path(id),
                               where.depth + 1, where.whole && tree.whole(id)};
            if (!bytes.empty() && piece(member, bytes))
                known = true;
            else
                ++unknown;
        }
        return known;
    }

    const ImportLimits &m_limits;
    std::size_t m_left;
    std::size_t m_members = 0;
    std::vector<std::string> m_files;
    std::string *m_own = nullptr; ///< the bytes of the current file, if they may be moved
    std::vector<Source> m_sources;
    std::size_t m_texts = 0; ///< in m_sources: the source for texts of the current file
    std::vector<std::string> m_notes;
    const capture::UnwrappedText *m_wrapped = nullptr; ///< of which the current texts are pieces
    capture::Wrapping m_wrapping;                      ///< of the sections made of it
    std::optional<Error> m_error;
    std::optional<Error> m_unrecognized; ///< of the last file that is of no known kind
};

} // namespace

Result<capture::Capture> importFiles(std::span<const std::filesystem::path> files,
                                     const ImportLimits &limits) {
    Importer importer(limits);
    for (const std::filesystem::path &file : files) {
        const std::filesystem::path plain = file.has_filename() ? file : file.parent_path();
        const std::string name = plain.filename().string();
        std::error_code error;
        if (std::filesystem::is_directory(file, error)) {
            importer.folder(file, name);
            continue;
        }
        auto bytes = capture::readFile(file, limits.fileBytes);
        if (!bytes)
            return tl::unexpected(bytes.error());
        importer.file(name, *bytes, &*bytes);
    }
    return importer.finish();
}

Result<capture::Capture> importPieces(const std::vector<Piece> &pieces, const ImportLimits &limits) {
    Importer importer(limits);
    for (const Piece &piece : pieces)
        importer.file(piece.name, piece.bytes);
    return importer.finish();
}

} // namespace fabricscope::formats
