// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace fabricscope::widgets {

/// Selectable text with a limited number of lines: the last one ends in "…" if there is more, and the tooltip
/// has the whole text.
class ClampedLabel : public QLabel {
    Q_OBJECT
public:
    /// role: of the style sheet, as for label().
    ClampedLabel(const char *role, double px, QWidget *parent = nullptr);
    void setFullText(const QString &text);
    [[nodiscard]] const QString &fullText() const { return m_full; }
    /// 0: unlimited.
    void setMaximumLines(int lines);
    /// Whether part of the text is hidden at this width.
    [[nodiscard]] bool isCut() const { return m_cut; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }

Q_SIGNALS:
    void cutChanged(bool cut);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void clamp();
    [[nodiscard]] QString wholeWords(const QString &line) const;

    QString m_full; ///< text() has it with marks, and cut
    int m_maximumLines = 0;
    bool m_cut = false;
};

} // namespace fabricscope::widgets
