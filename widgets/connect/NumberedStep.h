// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace fabricscope::widgets {

/// A number in a disc, a sentence, and a smaller one below it.
class NumberedStep : public QWidget {
    Q_OBJECT
public:
    enum class Below { Text, Command };
    NumberedStep(int number, const QString &title, const QString &text, QWidget *parent = nullptr,
                 Below below = Below::Text);
};

} // namespace fabricscope::widgets
