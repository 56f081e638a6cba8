// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Construction of BenchRunPanel.
#include "widgets/bench/BenchDeviceRow.h"
#include "widgets/bench/BenchRunPanel.h"
#include "widgets/bench/BenchSweepRow.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

constexpr int kEditHeight = 104;

QPlainTextEdit *editor(const QString &name, QWidget *parent) {
    auto *edit = new QPlainTextEdit(parent);
    edit->setObjectName(QStringLiteral("lines"));
    edit->setAccessibleName(name);
    applyMonoFont(edit, 12);
    edit->setTabChangesFocus(true);
    edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    setScaledFixedHeight(edit, kEditHeight);
    return edit;
}

QComboBox *box(const QString &name, QWidget *parent) {
    auto *combo = new QComboBox(parent);
    combo->setAccessibleName(name);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(10);
    setScaledFixedHeight(combo, 28);
    return combo;
}

QLabel *wrappedLabel(const char *role, double px, QWidget *parent) {
    QLabel *made = label({}, role, px, parent);
    made->setWordWrap(true);
    return made;
}

} // namespace

BenchRunPanel::BenchRunPanel(QWidget *parent)
    : QWidget(parent)
    , m_proposer(plainProposal)
    , m_host(box(tr("Host"), this))
    , m_tool(box(tr("Tool"), this))
    , m_test(box(tr("Test"), this))
    , m_meaning(wrappedLabel("secondary", 12, this))
    , m_needs(wrappedLabel("caption", 12, this))
    , m_options(new QWidget(this))
    , m_devices(new BenchDeviceRow(this))
    , m_sweep(new BenchSweepRow(this))
    , m_words(editor(tr("Arguments, one per line"), this))
    , m_environment(editor(tr("Environment, NAME=VALUE, one per line"), this))
    , m_line(monoLabel({}, 12, this))
    , m_notes(wrappedLabel("secondary", 12, this))
    , m_obstacle(wrappedLabel("caption", 12, this))
    , m_telemetry(new CheckBox(tr("Host telemetry"), this))
    , m_detached(new CheckBox(tr("Detached: runs without this window"), this))
    , m_longRun(wrappedLabel("secondary", 12, this))
    , m_again(button(tr("Reset edits"), "link", this))
    , m_run(button(tr("Run"), "primary", this)) {
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    setFocusProxy(m_host);
    build();
    propose();
}

QWidget *BenchRunPanel::buildForm() {
    auto *form = new QWidget(this);
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(20, 14, 20, 12);
    column->setSpacing(6);
    auto *choices = new QGridLayout;
    choices->setHorizontalSpacing(12);
    choices->setVerticalSpacing(3);
    int at = 0;
    for (const auto &[name, combo] :
         {std::pair(tr("Host"), m_host), std::pair(tr("Tool"), m_tool), std::pair(tr("Test"), m_test)}) {
        choices->addWidget(label(name, "caption", 12, form), 0, at);
        choices->addWidget(combo, 1, at);
        choices->setColumnStretch(at, 1);
        ++at;
    }
    column->addLayout(choices);
    column->addWidget(m_meaning);
    column->addWidget(m_needs);
    column->addWidget(m_devices);
    column->addWidget(label(tr("Sweep and repeats"), "title", 12.5, form));
    column->addWidget(m_sweep);
    column->addSpacing(4);
    column->addWidget(label(tr("Options"), "title", 12.5, form));
    column->addWidget(m_options);
    auto *head = new QHBoxLayout;
    head->addWidget(label(tr("Arguments"), "title", 12.5, form));
    head->addWidget(label(tr("one per line; edits override the form"), "caption", 12, form));
    head->addStretch(1);
    head->addWidget(m_again);
    column->addSpacing(4);
    column->addLayout(head);
    column->addWidget(m_words);
    column->addWidget(label(tr("Environment"), "title", 12.5, form));
    column->addWidget(m_environment);
    column->addWidget(m_notes);
    column->addStretch(1);
    return form;
}

void BenchRunPanel::build() {
    m_host->setInsertPolicy(QComboBox::NoInsert);
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setWidget(buildForm());
    m_scroll = scroll;
    auto *foot = new QWidget(this);
    foot->setObjectName(QStringLiteral("dialogFoot"));
    foot->setAttribute(Qt::WA_StyledBackground);
    auto *footerColumn = new QVBoxLayout(foot);
    footerColumn->setContentsMargins(20, 10, 20, 10);
    footerColumn->setSpacing(8);
    auto *code = new QWidget(foot);
    code->setObjectName(QStringLiteral("codeBox"));
    code->setAttribute(Qt::WA_StyledBackground);
    auto *inner = new QVBoxLayout(code);
    inner->setContentsMargins(10, 8, 10, 8);
    m_line->setWordWrap(true);
    inner->addWidget(m_line);
    footerColumn->addWidget(code);
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
    footerColumn->addLayout(how);
    m_longRun->setObjectName(QStringLiteral("longRun"));
    footerColumn->addWidget(m_longRun);
    connect(m_detached, &QAbstractButton::toggled, this, &BenchRunPanel::showCommand);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_obstacle, 1);
    auto *cancel = button(tr("Cancel"), "", foot);
    buttons->addWidget(cancel);
    buttons->addWidget(m_run);
    footerColumn->addLayout(buttons);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(scroll, 1);
    column->addWidget(foot);
    connect(m_host, &QComboBox::currentTextChanged, this, [this] { choosePair({}); });
    connect(m_devices, &BenchDeviceRow::changed, this, &BenchRunPanel::propose);
    connect(m_tool, &QComboBox::currentIndexChanged, this, &BenchRunPanel::showTests);
    connect(m_test, &QComboBox::currentIndexChanged, this, [this] {
        m_edited = false;
        propose();
    });
    for (QPlainTextEdit *edit : {m_words, m_environment})
        connect(edit, &QPlainTextEdit::textChanged, this, [this] {
            if (m_filling)
                return;
            m_edited = true;
            showCommand();
        });
    connect(m_again, &QPushButton::clicked, this, [this] {
        m_edited = false;
        propose();
    });
    connect(m_sweep, &BenchSweepRow::changed, this, &BenchRunPanel::showCommand);
    connect(cancel, &QPushButton::clicked, this, &BenchRunPanel::cancelled);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (obstacle().isEmpty())
            Q_EMIT runRequested(spec(), sweep().value_or(bench::Sweep()));
    });
}

} // namespace fabricscope::widgets
