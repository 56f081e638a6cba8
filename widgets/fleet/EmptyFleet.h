// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLayout;

namespace fabricscope::widgets {

/// The dashed box of an empty fleet.
class EmptyFleet : public QWidget {
    Q_OBJECT
public:
    explicit EmptyFleet(QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QLayout *m_box;
};

} // namespace fabricscope::widgets
