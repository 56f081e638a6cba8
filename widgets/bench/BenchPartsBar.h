// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"

#include <QWidget>

#include <array>
#include <vector>

class QButtonGroup;

namespace fabricscope::widgets {

class GlyphLabel;
class ElidedLabel;
class TabButton;

/// If the Benchmarks screen has no space for all of its columns: selects one of them, and shows the worst
/// finding while the column of findings is hidden.
class BenchPartsBar : public QWidget {
    Q_OBJECT
public:
    enum class Part { Results, Runs, Details };
    static constexpr int kParts = 3;

    explicit BenchPartsBar(QWidget *parent = nullptr);
    /// `exists` by Part; `active`: the tab that is marked, and no other; `findings`: the worst first.
    void setParts(const std::array<bool, kParts> &exists, Part active,
                  const std::vector<findings::Finding> &findings);
    [[nodiscard]] TabButton *tab(Part part) const { return m_tabs[static_cast<std::size_t>(part)]; }
    /// The text after the tabs; empty: none.
    [[nodiscard]] QString sentence() const;

Q_SIGNALS:
    void partRequested(fabricscope::widgets::BenchPartsBar::Part part);

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    TabButton *m_tabs[kParts];
    QButtonGroup *m_group;
    GlyphLabel *m_glyph;
    ElidedLabel *m_sentence;
};

} // namespace fabricscope::widgets
