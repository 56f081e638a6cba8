// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/form/BenchRunFoot.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace fabricscope::widgets {

BenchRunFoot::BenchRunFoot(QWidget *parent)
    : QWidget(parent)
    , m_line(monoLabel({}, 12, this))
    , m_telemetry(new CheckBox(tr("Host telemetry"), this))
    , m_detached(new CheckBox(tr("Detached: runs without this window"), this))
    , m_longRun(label({}, "secondary", 12, this))
    , m_note(label({}, "caption", 12, this))
    , m_run(button(tr("Run"), "primary", this)) {
    setObjectName(QStringLiteral("dialogFoot"));
    setAttribute(Qt::WA_StyledBackground);
    m_longRun->setObjectName(QStringLiteral("longRun"));
    for (QLabel *line : {m_line, m_longRun, m_note})
        line->setWordWrap(true);
    m_telemetry->setChecked(true);
    m_telemetry->setToolTip(
        plainToolTip(tr("Reads power, temperature, PCIe and NIC rates every second during the run")));
    m_detached->setToolTip(plainToolTip(tr("The host saves the output and enforces the time limit. The run "
                                           "continues if this window closes or the connection is lost.")));
    auto *how = new QHBoxLayout;
    how->addWidget(m_telemetry);
    how->addSpacing(16);
    how->addWidget(m_detached);
    how->addStretch(1);
    auto *cancel = button(tr("Cancel"), "", this);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_note, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_run);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(20, 10, 20, 10);
    column->setSpacing(8);
    column->addWidget(commandBox());
    column->addLayout(how);
    column->addWidget(m_longRun);
    column->addLayout(buttons);
    connect(m_detached, &QAbstractButton::toggled, this, &BenchRunFoot::detachedChanged);
    connect(cancel, &QPushButton::clicked, this, &BenchRunFoot::cancelled);
    connect(m_run, &QPushButton::clicked, this, &BenchRunFoot::runRequested);
}

QWidget *BenchRunFoot::commandBox() {
    auto *code = new QWidget(this);
    code->setObjectName(QStringLiteral("codeBox"));
    code->setAttribute(Qt::WA_StyledBackground);
    auto *inner = new QVBoxLayout(code);
    inner->setContentsMargins(10, 8, 10, 8);
    inner->addWidget(m_line);
    return code;
}

void BenchRunFoot::setContent(const Content &content) {
    m_line->setText(content.commands);
    m_line->parentWidget()->setVisible(!content.commands.isEmpty());
    if (!content.longRun.isEmpty())
        m_longRun->setText(content.longRun);
    m_longRun->setVisible(!content.longRun.isEmpty());
    m_note->setText(content.note);
    setRole(m_note, content.isWarning ? "secondary" : "caption");
    m_run->setText(content.run);
    m_run->setEnabled(content.canRun);
}

QString BenchRunFoot::commands() const {
    return m_line->text();
}

} // namespace fabricscope::widgets
