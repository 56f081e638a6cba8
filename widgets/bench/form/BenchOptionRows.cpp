// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/form/BenchOptionRows.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QFontMetrics>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

namespace {

constexpr int kValueWidth = 110, kWidestValue = 150;
constexpr int kPadding = 22;           ///< of a field, with its border
constexpr std::size_t kShortUnit = 10; ///< longer ones wrap, so that the form is not wider than the window

/// Of all fields of this tool: its longest default is readable, as far as that is reasonable.
int valueWidth(const bench::Tool &tool) {
    const QFontMetrics metrics(uiFont(kUiFontSize));
    double widest = 0;
    for (const bench::Option &option : tool.options)
        widest = std::max<double>(widest, metrics.horizontalAdvance(toQString(option.defaultValue)));
    return std::clamp(static_cast<int>(std::ceil(widest / uiScale())) + kPadding, kValueWidth, kWidestValue);
}

} // namespace

BenchOptionRows::BenchOptionRows(QWidget *parent) : QWidget(parent) {}

void BenchOptionRows::setTool(const bench::Tool *tool) {
    delete layout();
    qDeleteAll(findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly));
    m_rows.clear();
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(3, 1);
    if (tool == nullptr)
        return;
    int at = 0;
    for (const bench::Option &option : tool->options)
        addRow(option, at++);
    const int width = valueWidth(*tool);
    for (const Row &row : m_rows)
        if (row.value != nullptr)
            setScaledFixedWidth(row.value, width);
}

/// The tool's default is the placeholder of the field.
void BenchOptionRows::addRow(const bench::Option &option, int at) {
    Row row{&option, nullptr, nullptr};
    if (option.form == bench::OptionForm::Switch) {
        row.check = new CheckBox({}, this);
        connect(row.check, &CheckBox::toggled, this, &BenchOptionRows::changed);
    } else {
        row.value = new QLineEdit(this);
        connect(row.value, &QLineEdit::textChanged, this, &BenchOptionRows::changed);
    }
    QWidget *value = row.check != nullptr ? static_cast<QWidget *>(row.check) : row.value;
    value->setAccessibleName(toQString(option.name));
    value->setToolTip(plainToolTip(toQString(option.meaning)));
    auto *meaning = label(toQString(option.meaning), "caption", 11.5, this);
    meaning->setWordWrap(true);
    QLabel *flag = monoLabel(toQString(option.flag), 12, this);
    flag->setToolTip(plainToolTip(toQString(option.name)));
    auto *grid = static_cast<QGridLayout *>(layout());
    grid->addWidget(flag, at, 0);
    grid->addWidget(value, at, 1);
    QLabel *unit = label(toQString(option.unit), "caption", 12, this);
    unit->setWordWrap(option.unit.size() > kShortUnit);
    grid->addWidget(unit, at, 2);
    grid->addWidget(meaning, at, 3);
    m_rows.push_back(row);
}

void BenchOptionRows::setProposed(const bench::Command &command) {
    for (const Row &row : m_rows) {
        if (row.check != nullptr) {
            // A proposed one is on, and taken out in the command's words.
            const bool isProposed = std::find(command.words.begin(), command.words.end(), row.option->flag) !=
                                    command.words.end();
            const bool isGiven = row.check->isEnabled() && row.check->isChecked();
            const QSignalBlocker quiet(row.check);
            row.check->setChecked(isProposed || isGiven);
            row.check->setEnabled(!isProposed || isGiven);
            continue;
        }
        const auto proposed = bench::optionOf(command, {std::string(row.option->flag)});
        row.value->setPlaceholderText(proposed && !proposed->empty() ? toQString(*proposed)
                                                                     : toQString(row.option->defaultValue));
    }
}

void BenchOptionRows::setValue(const QString &flag, const QString &value) {
    for (const Row &row : m_rows)
        if (toQString(row.option->flag) == flag) {
            if (row.check != nullptr)
                row.check->setChecked(row.check->isChecked() || !value.isEmpty());
            else
                row.value->setText(value);
        }
}

QStringList BenchOptionRows::flags() const {
    QStringList all;
    for (const Row &row : m_rows)
        all << toQString(row.option->flag);
    return all;
}

std::vector<std::pair<std::string, std::string>> BenchOptionRows::given() const {
    std::vector<std::pair<std::string, std::string>> values;
    for (const Row &row : m_rows)
        if (row.check != nullptr) {
            if (row.check->isEnabled() && row.check->isChecked())
                values.emplace_back(row.option->flag, std::string());
        } else if (!row.value->text().isEmpty())
            values.emplace_back(row.option->flag, row.value->text().toStdString());
    return values;
}

} // namespace fabricscope::widgets
