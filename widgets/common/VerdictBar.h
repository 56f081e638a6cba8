// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which these headers lead to.
namespace fabricscope::affinity {
struct Verdict;
}

namespace fabricscope::widgets {

class Chip;
class GlyphLabel;

/// The sentence that an engineer can act on, with why and fix below it, tinted by severity. Quiet, one line,
/// where all is well; "unknown" where nothing can be said. Commands can be selected and copied.
class VerdictBar : public QWidget {
    Q_OBJECT
public:
    explicit VerdictBar(QWidget *parent = nullptr);

    void setVerdict(const affinity::Verdict &verdict);
    /// Nothing was judged: the bar is not there.
    void clear();
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString why() const;
    [[nodiscard]] const QStringList &fix() const { return m_fixes; }
    /// A hypothesis, not the host: says so in a badge.
    void setWhatIf(bool whatIf);
    /// At the right, for what the screen offers beside the sentence.
    void addAction(QPushButton *button);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Look { Quiet, Unknown, Note, Warning, Error };
    void showFixes();
    void setLook(Look look);

    Look m_look = Look::Quiet;
    QStringList m_fixes;
    bool m_allFixes = false;
    GlyphLabel *m_glyph;
    Chip *m_whatIf;
    Chip *m_unknown;
    QLabel *m_sentence;
    QWidget *m_whyRow;
    QLabel *m_why;
    QWidget *m_fixRow;
    QVBoxLayout *m_fixLines;
    QPushButton *m_copy;
    QPushButton *m_more;
    QVBoxLayout *m_actions;
};

} // namespace fabricscope::widgets
