// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/DisplayList.h"
#include "core/topology/Topology.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace fabricscope::widgets {

/// A finding: severity outline, 10 % of it over the panel, glyph and sentence; below a title where it has
/// one.
class Callout : public QWidget {
    Q_OBJECT
public:
    Callout(findings::Severity severity, const QString &title, const QString &text, QWidget *parent);
    /// Side by side below the text.
    void addLinks(const std::vector<QPushButton *> &links);
    /// Whatever else belongs to it, below all that.
    void addBelow(QWidget *widget);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void add(QLabel *line);

    layout::Token m_token;
    QVBoxLayout *m_column;
};

} // namespace fabricscope::widgets
