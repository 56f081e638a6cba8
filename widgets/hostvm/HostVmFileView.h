// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include <cstdint>
#include <vector>

namespace fabricscope::present {
struct HostVmFileLine;
}

namespace fabricscope::widgets {

/// Lines of an NCCL file, or of a difference of two, with numbers and signs as part of the text, so that
/// screen readers and copies contain them.
class HostVmFileView : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit HostVmFileView(QWidget *parent = nullptr);
    ~HostVmFileView() override;
    void setLines(std::vector<present::HostVmFileLine> lines);
    [[nodiscard]] const std::vector<present::HostVmFileLine> &lines() const { return m_lines; }
    /// Scrolls to this line of the file, and tints it; 0: none.
    void reveal(std::uint32_t number);
    [[nodiscard]] std::uint32_t revealed() const { return m_revealed; }

protected:
    void changeEvent(QEvent *event) override;

private:
    class Highlighter;
    void mark();

    std::vector<present::HostVmFileLine> m_lines;
    std::uint32_t m_revealed = 0;
    Highlighter *m_highlighter;
};

} // namespace fabricscope::widgets
