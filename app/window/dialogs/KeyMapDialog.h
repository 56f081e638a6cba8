// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <vector>

class QLineEdit;
class QVBoxLayout;

namespace fabricscope::app::window {

class ActionRegistry;

/// One line of the keyboard map.
struct KeyMapRow {
    QString group; ///< "View", "In the Topology picture", "Search keywords"
    QString name;
    QString keys;
    QString note; ///< why it is not available now; may be empty
    friend bool operator==(const KeyMapRow &, const KeyMapRow &) = default;
};

/// Everything that has keys: menu actions, keys of widgets, and search keywords, each taken from its
/// definition.
[[nodiscard]] std::vector<KeyMapRow> keyMapRows(const ActionRegistry &actions);

/// All keys by group, with a filter field.
class KeyMapDialog : public QDialog {
    Q_OBJECT
public:
    KeyMapDialog(std::vector<KeyMapRow> rows, QWidget *parent);
    [[nodiscard]] QLineEdit *field() const { return m_field; }
    /// The rows that match the filter.
    [[nodiscard]] const std::vector<KeyMapRow> &shown() const { return m_shown; }

private:
    void fill();

    std::vector<KeyMapRow> m_rows, m_shown;
    QLineEdit *m_field;
    QVBoxLayout *m_body;
};

void showKeyMap(const ActionRegistry &actions, QWidget *window);

} // namespace fabricscope::app::window
