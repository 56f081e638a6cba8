// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/form/BenchSweepRow.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/UiSize.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace fabricscope::widgets {

BenchSweepRow::BenchSweepRow(QWidget *parent)
    : QWidget(parent)
    , m_variable(new QComboBox(this))
    , m_values(new QLineEdit(this))
    , m_repeats(new QSpinBox(this))
    , m_note(label({}, "caption", 12, this)) {
    m_variable->setEditable(true);
    m_variable->setInsertPolicy(QComboBox::NoInsert);
    m_variable->setAccessibleName(tr("Option or variable to sweep"));
    m_variable->lineEdit()->setPlaceholderText(tr("nothing"));
    m_variable->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_variable->setMinimumContentsLength(10);
    m_values->setAccessibleName(tr("Values"));
    m_values->setPlaceholderText(tr("128,256,512 or 1M..8G*2"));
    m_repeats->setRange(1, static_cast<int>(bench::Sweep::kMaxSteps));
    m_repeats->setAccessibleName(tr("Repeats"));
    m_repeats->setSuffix(tr(" ×"));
    setScaledFixedWidth(m_repeats, 84);
    for (QWidget *each : {static_cast<QWidget *>(m_variable), static_cast<QWidget *>(m_values),
                          static_cast<QWidget *>(m_repeats)})
        setScaledFixedHeight(each, 28);
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(label(tr("Sweep"), "caption", 12, this));
    row->addWidget(m_variable, 1);
    row->addWidget(label(tr("values"), "caption", 12, this));
    row->addWidget(m_values, 2);
    row->addWidget(label(tr("repeats"), "caption", 12, this));
    row->addWidget(m_repeats);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(row);
    m_note->setWordWrap(true);
    m_note->hide();
    column->addWidget(m_note);
    connect(m_variable, &QComboBox::currentTextChanged, this, &BenchSweepRow::changed);
    connect(m_values, &QLineEdit::textChanged, this, &BenchSweepRow::changed);
    connect(m_repeats, &QSpinBox::valueChanged, this, &BenchSweepRow::changed);
}

void BenchSweepRow::setNames(const QStringList &names) {
    const QString before = m_variable->currentText();
    const bool isKept = names.contains(before) || !before.startsWith(QLatin1Char('-')); // a variable
    const QSignalBlocker quiet(m_variable), quietValues(m_values);
    m_variable->clear();
    m_variable->addItem(QString());
    m_variable->addItems(names);
    m_variable->setCurrentText(isKept ? before : QString());
    if (!isKept)
        m_values->clear();
}

Result<bench::Sweep> BenchSweepRow::sweep() const {
    bench::Sweep sweep;
    sweep.flag = m_variable->currentText().trimmed().toStdString();
    sweep.repeats = static_cast<unsigned>(m_repeats->value());
    if (sweep.flag.empty())
        return sweep;
    auto values = bench::sweepValues(m_values->text().toStdString());
    if (!values)
        return tl::unexpected(values.error());
    sweep.values = std::move(*values);
    return sweep;
}

void BenchSweepRow::setNote(const QString &note) {
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

QString BenchSweepRow::note() const {
    return m_note->text();
}

} // namespace fabricscope::widgets
