// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/BatchedSection.h"
#include "core/capture/Capture.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::capture {

/// Splits the collector's output into sections; the input may be split anywhere, and memory is bounded by one
/// section.
///
/// The stream consists of lines. Text before the first frame line (such as a login shell's greeting) is
/// dropped. Frame lines begin in the first column and carry the nonce that was given to the script, so that
/// no host content can be mistaken for one:
///     @@fabricscope NONCE begin PART VERSION
///     @@fabricscope NONCE section NAME ORIGIN...
///     (bytes of the section)
///     @@fabricscope NONCE end STATUS
///     @@fabricscope NONCE gather NAME STATUS PREFIX ORIGIN...
///     @@fabricscope NONCE note TEXT...
///     @@fabricscope NONCE done
/// A section's bytes that do not end with a line feed are followed by one before the end line (the script
/// ends each section with an extra line feed, which is removed again). A NAME with a leading '+' means that
/// config spaces are sent as bytes: the section is delivered without the '+', with them as text
/// (ConfigText.h). After "done" another "begin" may follow: the parts of a printed script, one after another.
/// Output that came through a terminal (CR LF) is accepted.
class StreamSplitter {
public:
    struct Events {
        std::function<void(Section)> section;  ///< complete or, through finish(), damaged
        std::function<void(std::string)> note; ///< a note of the script, sanitized
        std::function<void()> done;            ///< the last line of a part was read
    };

    /// An empty nonce accepts the nonce of the first "begin" line (a printed script's output, made anywhere),
    /// and the parts that its "begin" lines name; otherwise all sections belong to `part`.
    StreamSplitter(std::string nonce, Part part, Events events, Limits limits = {});

    /// The caller passes the time (Unix milliseconds): core does not read a clock.
    void feed(std::string_view bytes, std::int64_t nowMs);
    /// Like feed(), but stops after the line that ends a part; the rest stays in `bytes`.
    void feedPart(std::string_view &bytes, std::int64_t nowMs);
    /// For a stream with several parts and a known nonce: sections belong to the part that "begin" names, if
    /// it is one of these.
    void expectParts(std::vector<Part> parts) { m_parts = std::move(parts); }
    /// The part that sections currently belong to.
    [[nodiscard]] Part part() const { return m_part; }
    /// The stream ended. An open section is delivered with this damage and text.
    void finish(Damage damage, std::string_view damageText, std::int64_t nowMs);

    [[nodiscard]] bool begun() const { return m_begun; }
    [[nodiscard]] bool isDone() const { return m_done; }
    /// The name of the open section, empty between sections.
    [[nodiscard]] std::string_view openSection() const;
    /// The last complete line of the open section (its first 512 bytes): a stuck read comes after it.
    [[nodiscard]] std::string_view lastLine() const { return m_lastLine; }

private:
    void feedPiece(std::string_view piece, std::int64_t nowMs);
    void line(std::string_view line, bool terminated, std::int64_t nowMs);
    bool frame(std::string_view line, std::int64_t nowMs);
    void beginPart(std::string_view rest);
    void openSection(std::string_view rest, std::int64_t nowMs);
    void append(std::string_view bytes);
    void closeSection(Damage damage, std::string_view damageText, std::int64_t nowMs);
    void markTooLarge(Section::Meta &meta) const;
    void deliver(Section::Meta meta, std::string bytes);
    void note(std::string_view text);

    const bool m_anyNonce;
    std::string m_nonce;
    Part m_part;
    std::vector<Part> m_parts; ///< that "begin" may name if the nonce is known
    Events m_events;
    Limits m_limits;
    std::string m_pending;   ///< the beginning of an unfinished line; its rest is passed on at once
    bool m_passing = false;  ///< the unfinished line is too long for a frame: it is content or dropped
    bool m_terminal = false; ///< lines end with CR LF
    std::string m_bytes;     ///< of the open section
    std::string m_line;      ///< the unfinished line, for m_lastLine
    std::string m_lastLine;
    BatchedSection m_batch; ///< the sections contained in the open one, if it is a batch
    Section::Meta m_open;
    std::size_t m_total = 0;    ///< bytes delivered so far
    std::size_t m_sections = 0; ///< sections delivered so far
    std::size_t m_notes = 0;
    bool m_isOpen = false;
    bool m_packed = false;
    bool m_begun = false;
    bool m_done = false;
    bool m_overflow = false;
};

} // namespace fabricscope::capture
