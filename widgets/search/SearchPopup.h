// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>

class QLabel;
class QListView;
class QModelIndex;

namespace fabricscope::widgets {

class SearchModel;

/// The results below the field: a list, and under it the keywords of the query language, or an error in the
/// query. Never takes the keyboard focus; a child of the window, so that no window system can lose or
/// misplace it.
class SearchPopup : public QFrame {
    Q_OBJECT
public:
    SearchPopup(SearchModel *model, QWidget *window);

    /// One line under the list: as many of the keywords as fit, after `before`.
    void setHint(const QString &before, const QStringList &words);
    /// Shown instead of the list: why it is empty.
    void setMessage(const QString &text, bool isError);
    void setCurrentRow(int row);
    [[nodiscard]] int currentRow() const;
    [[nodiscard]] QListView *view() const { return m_view; }
    [[nodiscard]] const QStringList &hint() const { return m_words; }
    [[nodiscard]] QString message() const;
    /// As high as its rows, and within the window; its right edge stays below `anchor`'s.
    void place(const QRect &anchor);

Q_SIGNALS:
    void chosen(const QModelIndex &index);

private:
    SearchModel *m_model;
    QListView *m_view;
    QWidget *m_messageBox;
    QWidget *m_warningGlyph;
    QLabel *m_message;
    QLabel *m_hint;
    QStringList m_words; ///< of the hint
};

} // namespace fabricscope::widgets
