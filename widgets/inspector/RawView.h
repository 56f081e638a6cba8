// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/inspector/RawSection.h"

#include <QPlainTextEdit>

namespace fabricscope::widgets {

/// A window of raw lines with their numbers: the lines in question tinted, hits of a search highlighted,
/// escapes marked.
class RawView : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit RawView(QWidget *parent = nullptr);
    void setWindow(RawWindow window);
    [[nodiscard]] const RawWindow &window() const { return m_window; }
    /// Ranges of positions in the text.
    using Span = std::pair<int, int>; ///< first, and after the last
    void setLines(Span lines);
    void setHits(std::vector<Span> hits, int current);
    void reveal(int position);
    void paintNumbers(QPaintEvent *event);
    [[nodiscard]] int numbersWidth() const;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void mark();

    RawWindow m_window;
    QWidget *m_numbers;
    Span m_lines{0, 0};
    std::vector<Span> m_hits;
    int m_current = -1;
};

} // namespace fabricscope::widgets
