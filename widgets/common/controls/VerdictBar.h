// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which these headers lead to.
namespace fabricscope::affinity {
struct Verdict;
}

namespace fabricscope::widgets {

class Chip;
class ClampedLabel;
class GlyphLabel;

/// The verdict sentence, tinted by severity, with reason and fix below it. A thin neutral line if all is
/// well, or nothing is known. Text that does not fit into a few lines is expanded by a click, so that the
/// picture below keeps its space. Commands can be selected and copied.
class VerdictBar : public QWidget {
    Q_OBJECT
public:
    /// The visible part. The user's choice is kept until another verdict arrives.
    enum class Detail { Sentence, Compact, Full };
    static constexpr int kMaxNotes = 16; ///< more are counted

    explicit VerdictBar(QWidget *parent = nullptr);

    void setVerdict(const affinity::Verdict &verdict);
    /// Notes to the verdict; shown only when expanded, at most kMaxNotes.
    void setNotes(const std::vector<std::string> &notes);
    /// Nothing was judged: the bar is hidden.
    void clear();
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString why() const;
    [[nodiscard]] const QStringList &fix() const { return m_fixes; }
    [[nodiscard]] const QStringList &notes() const { return m_notes; }
    /// A hypothesis, not the state of the host: marked by a badge.
    void setWhatIf(bool whatIf);
    /// At the right of the sentence, for controls of the screen.
    void addAction(QPushButton *button);
    [[nodiscard]] Detail detail() const;
    /// "Why and fix", "More", "Less": cycles through the levels of detail.
    [[nodiscard]] QPushButton *moreButton() const { return m_more; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void updateRole(QPushButton *button) const;
    enum class Look { Neutral, Unknown, Note, Warning, Error };
    [[nodiscard]] QWidget *makeFixRow();
    void setLook(Look look);
    void showWhy(const QString &why);
    void showDetail();
    void showFixes();
    void showMore();
    void unfold();
    void followPage();
    void fitHeight();
    [[nodiscard]] bool isHighlighted() const { return m_look > Look::Unknown; }
    [[nodiscard]] bool isCut() const;

    Look m_look = Look::Neutral;
    QStringList m_fixes, m_notes;
    std::optional<Detail> m_chosen;    ///< by the user
    Detail m_shown = Detail::Sentence; ///< as it was last laid out
    std::vector<QPushButton *> m_buttons;
    QHBoxLayout *m_bar;
    QWidget *m_texts;
    QScrollArea *m_scroll; ///< of m_texts, which may be higher than the page
    GlyphLabel *m_glyph;
    Chip *m_whatIf;
    Chip *m_unknown;
    ClampedLabel *m_sentence;
    QWidget *m_whyRow;
    QLabel *m_whyTitle;
    ClampedLabel *m_why;
    QWidget *m_fixRow;
    QVBoxLayout *m_fixLines;
    QPushButton *m_copy;
    QWidget *m_notesRow;
    ClampedLabel *m_notesText;
    QPushButton *m_more;
    QHBoxLayout *m_actions;
};

} // namespace fabricscope::widgets
