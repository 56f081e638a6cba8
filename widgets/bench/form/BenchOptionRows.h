// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/catalogue/Tools.h"
#include "core/bench/command/Command.h"

#include <QStringList>
#include <QWidget>

#include <string>
#include <utility>
#include <vector>

class QLineEdit;

namespace fabricscope::widgets {

class CheckBox;

/// The options of a tool, a row each: flag, value, unit, meaning. A switch has a box to tick instead of a
/// value.
class BenchOptionRows : public QWidget {
    Q_OBJECT
public:
    explicit BenchOptionRows(QWidget *parent);
    /// nullptr: none.
    void setTool(const bench::Tool *tool);
    /// An empty field shows the value that the command will have: the host's proposal, else the tool's
    /// default.
    void setProposed(const bench::Command &command);
    void setValue(const QString &flag, const QString &value);
    [[nodiscard]] QStringList flags() const;
    /// Flag and value; those that were given.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> given() const;

Q_SIGNALS:
    void changed();

private:
    struct Row {
        const bench::Option *option;
        QLineEdit *value; ///< nullptr: a switch
        CheckBox *check;  ///< nullptr: it has a value
    };
    void addRow(const bench::Option &option, int at);

    std::vector<Row> m_rows;
};

} // namespace fabricscope::widgets
