// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QHBoxLayout;
class QPushButton;
class QVBoxLayout;

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which these headers lead to.
namespace fabricscope::affinity {
struct Verdict;
}

namespace fabricscope::widgets {

class Chip;
class ClampedLabel;
class GlyphLabel;

/// The sentence that an engineer can act on, tinted by severity, with why and fix below it. One thin quiet
/// line where all is well, or where nothing is known. What does not fit into few lines unfolds on a click:
/// the picture below keeps its room. Commands can be selected and copied.
class VerdictBar : public QWidget {
    Q_OBJECT
public:
    /// How much of it is shown. The user's choice holds until another verdict comes.
    enum class Detail { Sentence, Compact, Full };
    static constexpr int kMaxNotes = 16; ///< more are counted

    explicit VerdictBar(QWidget *parent = nullptr);

    void setVerdict(const affinity::Verdict &verdict);
    /// Notes to the verdict; shown unfolded only, at most kMaxNotes.
    void setNotes(const std::vector<std::string> &notes);
    /// Nothing was judged: the bar is not there.
    void clear();
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString why() const;
    [[nodiscard]] const QStringList &fix() const { return m_fixes; }
    [[nodiscard]] const QStringList &notes() const { return m_notes; }
    /// A hypothesis, not the host: marked by a badge.
    void setWhatIf(bool whatIf);
    /// At the right of the sentence, for the screen's own controls.
    void addAction(QPushButton *button);
    [[nodiscard]] Detail detail() const;
    /// "Why and fix", "More", "Less": steps through the details.
    [[nodiscard]] QPushButton *moreButton() const { return m_more; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Look { Neutral, Unknown, Note, Warning, Error };
    [[nodiscard]] QWidget *makeFixRow();
    void setLook(Look look);
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
    GlyphLabel *m_glyph;
    Chip *m_whatIf;
    Chip *m_unknown;
    ClampedLabel *m_sentence;
    QWidget *m_whyRow;
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
