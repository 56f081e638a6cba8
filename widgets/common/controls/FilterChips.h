// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include <vector>

class QButtonGroup;
class QHBoxLayout;

namespace fabricscope::widgets {

/// A pill with a word and a count, one of several.
class FilterChip : public QAbstractButton {
    Q_OBJECT
public:
    FilterChip(const QString &text, int count, QWidget *parent = nullptr);
    [[nodiscard]] int count() const { return m_count; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_count;
};

/// "All 12", "Hardware 2", …: exactly one is selected. Those that do not fit can be scrolled to.
class FilterChips : public QWidget {
    Q_OBJECT
public:
    struct Entry {
        int id = 0; ///< argument of chosen(); 0 or more
        QString text;
        int count = 0;
    };
    static constexpr int kRowHeight = 32; ///< of the design, with room for a scroll bar
    explicit FilterChips(QWidget *parent = nullptr);
    /// Selects the first one, or the one selected before if it still exists.
    void setEntries(const std::vector<Entry> &entries);
    [[nodiscard]] int current() const;
    [[nodiscard]] FilterChip *chip(int id) const;

Q_SIGNALS:
    void chosen(int id);

private:
    QButtonGroup *m_group;
    QHBoxLayout *m_row;
};

} // namespace fabricscope::widgets
