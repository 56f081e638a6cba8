// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace fabricscope::app {

/// Removes the messages of a script from a tool's output, also in the middle of a line. Of the tool's output,
/// only what may be the beginning of a mark is held back, and only until the next bytes.
class MessageSplitter {
public:
    explicit MessageSplitter(std::string mark) : m_mark(std::move(mark)) {}

    using Output = std::function<void(std::string_view)>;
    using MessageHandler = std::function<void(std::string_view)>; ///< the line behind the mark
    void feed(std::string_view bytes, const Output &output, const MessageHandler &onMessage);
    /// Returns what was held back, at the end.
    void finish(const Output &output);

private:
    static constexpr std::size_t kMaxMessage = 4096;
    std::string m_mark, m_held;
};

} // namespace fabricscope::app
