// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs/KeyMapDialog.h"

#include "app/window/shell/ActionRegistry.h"
#include "core/search/Synonyms.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/dialog/DialogSize.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/UiSize.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

constexpr QSize kSize{820, 600};
constexpr int kColumns = 2;

bool fits(const KeyMapRow &row, const QString &word) {
    return (row.group + QLatin1Char(' ') + row.name + QLatin1Char(' ') + row.keys)
        .contains(word, Qt::CaseInsensitive);
}

/// The rows of one group, one per line: the name, and its keys at the right.
QWidget *makeGroup(const std::vector<const KeyMapRow *> &rows, QWidget *parent) {
    auto *box = new QWidget(parent);
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 14);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 1);
    grid->addWidget(widgets::label(rows.front()->group, "title", 13, box), 0, 0, 1, 2);
    grid->addWidget(widgets::rule(box), 1, 0, 1, 2);
    int line = 2;
    for (const KeyMapRow *row : rows) {
        QLabel *name = widgets::label(row->name, row->note.isEmpty() ? "" : "caption", 12.5, box);
        name->setWordWrap(true);
        name->setToolTip(widgets::plainToolTip(row->note));
        grid->addWidget(name, line, 0);
        grid->addWidget(new widgets::Chip(row->keys, widgets::Chip::Look::Key, box), line, 1,
                        Qt::AlignRight | Qt::AlignTop);
        ++line;
    }
    return box;
}

/// Moves the rows of a group to its first row: a submenu is in the middle of its menu.
void joinGroups(std::vector<KeyMapRow> &rows) {
    QStringList groups;
    for (const KeyMapRow &row : rows)
        if (!groups.contains(row.group))
            groups << row.group;
    std::stable_sort(rows.begin(), rows.end(), [&groups](const KeyMapRow &a, const KeyMapRow &b) {
        return groups.indexOf(a.group) < groups.indexOf(b.group);
    });
}

} // namespace

std::vector<KeyMapRow> keyMapRows(const ActionRegistry &actions) {
    std::vector<KeyMapRow> rows;
    for (const ActionRegistry::Entry &entry : actions.entries())
        if (!entry.keys.isEmpty())
            rows.push_back({entry.menu, entry.name, entry.keys,
                            entry.action->isEnabled() ? QString() : entry.action->toolTip()});
    for (const WidgetKeys &keys : widgetKeys())
        rows.push_back(
            {widgetKeysText(keys.where), widgetKeysText(keys.description), QString::fromUtf8(keys.keys), {}});
    const QString words = KeyMapDialog::tr("Search keywords");
    for (const search::QueryKeyword &word : search::queryKeywords())
        if (word.name != "is")
            rows.push_back(
                {words,
                 widgets::toQString(word.description),
                 widgets::toQString(word.name) + QLatin1Char(':') + widgets::toQString(word.example),
                 {}});
    for (const search::StateKeyword &state : search::stateKeywords())
        rows.push_back({words,
                        widgets::toQString(state.description),
                        QStringLiteral("is:") + widgets::toQString(state.name),
                        {}});
    rows.push_back({words, KeyMapDialog::tr("exclude a word"), QStringLiteral("-word"), {}});
    rows.push_back(
        {words, KeyMapDialog::tr("exact phrase, with spaces"), QStringLiteral("\"two words\""), {}});
    const QString phrases = KeyMapDialog::tr("Search synonyms");
    for (const search::Synonym &synonym : search::synonyms())
        if (synonym.phrase != synonym.state)
            rows.push_back({phrases,
                            QStringLiteral("is:") + widgets::toQString(synonym.state),
                            widgets::toQString(synonym.phrase),
                            {}});
    joinGroups(rows);
    return rows;
}

KeyMapDialog::KeyMapDialog(std::vector<KeyMapRow> rows, QWidget *parent)
    : QDialog(parent), m_rows(std::move(rows)), m_field(new QLineEdit(this)), m_body(new QVBoxLayout(this)) {
    setWindowTitle(tr("Keyboard map"));
    widgets::resizeScaled(this, kSize);
    m_field->setPlaceholderText(tr("Find a key or action"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_field->setClearButtonEnabled(true);
    m_body->setContentsMargins(20, 16, 8, 8);
    m_body->setSpacing(12);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 12, 0);
    head->addWidget(widgets::label(tr("Keyboard map"), "title", 15, this), 1);
    widgets::setScaledMinimumWidth(m_field, 260);
    head->addWidget(m_field);
    m_body->addLayout(head);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::StrongFocus); // the arrow keys scroll
    scroll->setAccessibleName(tr("Keys"));
    m_body->addWidget(scroll, 1);
    connect(m_field, &QLineEdit::textChanged, this, &KeyMapDialog::fill);
    fill();
    m_field->setFocus();
}

void KeyMapDialog::fill() {
    const QStringList words = m_field->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_shown.clear();
    for (const KeyMapRow &row : m_rows)
        if (std::all_of(words.begin(), words.end(), [&](const QString &word) { return fits(row, word); }))
            m_shown.push_back(row);
    auto *content = new QWidget;
    auto *columns = new QHBoxLayout(content);
    columns->setContentsMargins(0, 0, 12, 0);
    columns->setSpacing(36);
    QVBoxLayout *column = nullptr;
    std::size_t placed = 0;
    int begun = 0;
    for (std::size_t from = 0; from < m_shown.size();) {
        std::vector<const KeyMapRow *> group;
        for (std::size_t at = from; at < m_shown.size() && m_shown[at].group == m_shown[from].group; ++at)
            group.push_back(&m_shown[at]);
        from += group.size();
        // The next column begins after half of the rows.
        if (column == nullptr || (begun < kColumns && placed * kColumns >= m_shown.size())) {
            column = new QVBoxLayout;
            column->setSpacing(4); // otherwise it has the spacing between the columns
            columns->addLayout(column, 1);
            ++begun;
        }
        column->addWidget(makeGroup(group, content));
        placed += group.size();
    }
    if (column == nullptr)
        columns->addWidget(widgets::label(tr("No matching shortcut."), "secondary", 13, content), 0,
                           Qt::AlignTop);
    for (int index = 0; index < columns->count(); ++index)
        if (auto *each = qobject_cast<QVBoxLayout *>(columns->itemAt(index)->layout()))
            each->addStretch(1);
    if (begun == 1)
        columns->addStretch(1);
    findChild<QScrollArea *>()->setWidget(content); // deletes the previous one
}

void showKeyMap(const ActionRegistry &actions, QWidget *window) {
    auto *dialog = new KeyMapDialog(keyMapRows(actions), window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace fabricscope::app::window
