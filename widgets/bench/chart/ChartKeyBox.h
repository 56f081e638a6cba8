// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/ChartMarks.h"

#include <QAbstractButton>

namespace fabricscope::widgets {

/// An entry of a chart's legend with a check mark: switches a line, the band or the ceiling on and off.
class ChartKeyBox : public QAbstractButton {
    Q_OBJECT
public:
    struct Key {
        layout::LegendKey kind = layout::LegendKey::Line;
        std::size_t line = 0;
        friend bool operator==(const Key &, const Key &) = default;
    };

    ChartKeyBox(const Key &key, const QString &name, QWidget *parent = nullptr);
    [[nodiscard]] const Key &key() const { return m_key; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Key m_key;
};

} // namespace fabricscope::widgets
