// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/bench/ChartSpec.h"
#include "widgets/bench/chart/ChartKeyBox.h"

#include <QWidget>

#include <vector>

class QPushButton;

namespace fabricscope::widgets {

/// The legend of a chart in one row of check boxes; those without space are in a menu at its end.
class ChartKeys : public QWidget {
    Q_OBJECT
public:
    explicit ChartKeys(QWidget *parent = nullptr);
    /// Of the whole chart. Boxes of the same names stay.
    void setSpec(const present::ChartSpec &spec, const present::ChartSeen &seen);
    [[nodiscard]] bool isNeeded() const { return !m_boxes.empty(); }
    [[nodiscard]] const std::vector<ChartKeyBox *> &boxes() const { return m_boxes; }
    /// Visible if some boxes have no space.
    [[nodiscard]] QPushButton *moreButton() const { return m_more; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

Q_SIGNALS:
    void toggled(const fabricscope::widgets::ChartKeyBox::Key &key, bool shown);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
    void fillMenu();

    std::vector<ChartKeyBox *> m_boxes;
    QPushButton *m_more;
};

} // namespace fabricscope::widgets
