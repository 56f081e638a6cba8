// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/findings/Finding.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace fabricscope::widgets {

/// A finding: outline in the colour of the severity, a 10 % tint, glyph and sentence; below a title if it has
/// one.
class Callout : public QWidget {
    Q_OBJECT
public:
    Callout(findings::Severity severity, const QString &title, const QString &text, QWidget *parent);
    /// What is wrong, and the recommended action below it.
    Callout(const findings::Finding &finding, QWidget *parent);
    /// Buttons side by side below the text.
    void addLinks(const std::vector<QPushButton *> &links);
    /// Other widgets below these.
    void addBelow(QWidget *widget);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void add(QLabel *line);

    draw::Token m_token;
    QVBoxLayout *m_column;
};

} // namespace fabricscope::widgets
