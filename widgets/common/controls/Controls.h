// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QAbstractButton>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

class QButtonGroup;

namespace fabricscope::widgets {

/// A label with a role of the stylesheet: "title", "secondary", "caption".
[[nodiscard]] QLabel *label(const QString &text, const char *role, double px = 13, QWidget *parent = nullptr);
[[nodiscard]] QLabel *monoLabel(const QString &text, double px = 12, QWidget *parent = nullptr);
/// role: "", "primary", "danger", "link".
[[nodiscard]] QPushButton *button(const QString &text, const char *role = "", QWidget *parent = nullptr);
/// Changes the role after the button was shown.
void setRole(QWidget *widget, const char *role);
/// A line of 1 px.
[[nodiscard]] QWidget *rule(QWidget *parent = nullptr);
/// Copies to the clipboard.
void copyText(const QString &text);
/// For a button without another visible effect: shows "Copied" next to it.
void copyText(const QString &text, QWidget *by);

/// A status glyph, 14 px by default.
class GlyphLabel : public QWidget {
    Q_OBJECT
public:
    explicit GlyphLabel(draw::Glyph glyph, int px = 14, QWidget *parent = nullptr);
    void setGlyph(draw::Glyph glyph);
    [[nodiscard]] draw::Glyph glyph() const { return m_glyph; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    draw::Glyph m_glyph;
};

/// An icon button; its name is tooltip and accessible name.
class IconButton : public QToolButton {
    Q_OBJECT
public:
    IconButton(const char *icon, const QString &name, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const char *m_icon;
};

/// One line of text, elided with "…" if there is no space; the tooltip then has the whole text.
class ElidedLabel : public QWidget {
    Q_OBJECT
public:
    explicit ElidedLabel(const QString &text = {}, draw::Token colour = draw::Token::Text,
                         QWidget *parent = nullptr);
    void setText(const QString &text);
    [[nodiscard]] QString text() const { return m_text; }
    void setColour(draw::Token colour);
    /// For names that differ at the end: the "…" is in the middle.
    void elideMiddle() { m_mode = Qt::ElideMiddle; }
    /// Minimum width in letters, as far as the text has them: numbers are never cut. 6 by default.
    void setMinimumCharacters(int letters);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QString m_text;
    draw::Token m_colour;
    Qt::TextElideMode m_mode = Qt::ElideRight;
    int m_minimumCharacters = 6;
};

/// A small framed word: `unknown`, `MI355X ×8`, `Ctrl+N`.
class Chip : public QWidget {
    Q_OBJECT
public:
    enum class Look { Neutral, Accent, Key };
    explicit Chip(const QString &text, Look look = Look::Neutral, QWidget *parent = nullptr);
    void setText(const QString &text);
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
    Look m_look;
};

/// Kind | IOMMU group | Link | Owner: one of a few, selected with arrow keys.
class SegmentedControl : public QWidget {
    Q_OBJECT
public:
    explicit SegmentedControl(const QStringList &texts, const QString &accessibleName,
                              QWidget *parent = nullptr);
    [[nodiscard]] int current() const;
    void setCurrent(int index);
    [[nodiscard]] QAbstractButton *segment(int index) const;

Q_SIGNALS:
    void changed(int index);

private:
    QButtonGroup *m_group;
};

/// A switch with its text at the right.
class ToggleSwitch : public QAbstractButton {
    Q_OBJECT
public:
    explicit ToggleSwitch(const QString &text, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// A square with a check mark; a style sheet cannot draw the mark in the theme's colours without a file.
class CheckBox : public QAbstractButton {
    Q_OBJECT
public:
    explicit CheckBox(const QString &text, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// px of the design of a check box's square.
inline constexpr int kTickBox = 14;
/// A check box's square with its check mark, or a dash for a group that is partially checked.
void paintTick(QPainter &painter, const QRectF &box, Qt::CheckState state, bool hovered);
/// The 2 px accent ring of the widget with the keyboard focus.
void paintFocusRing(QPainter &painter, const QRectF &rect, double radius);

} // namespace fabricscope::widgets
