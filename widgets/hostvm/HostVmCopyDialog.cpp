// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmCopyDialog.h"

#include "core/present/hostvm/HostVmExamination.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/dialog/DialogSize.h"
#include "widgets/common/text/ShellText.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/connect/DialogFrame.h"
#include "widgets/hostvm/HostVmFileView.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <initializer_list>
#include <utility>

namespace fabricscope::widgets {

namespace {

using State = HostVmCopyPlan::State;

constexpr int kWidth = 760, kDifference = 220, kCommands = 172, kSpacing = 8;

QLabel *wrapped(const char *role, double px, QWidget *parent) {
    QLabel *line = label({}, role, px, parent);
    line->setWordWrap(true);
    line->setTextFormat(Qt::PlainText); // a host's words are in it
    line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return line;
}

struct Shown {
    State state;
    bool asks;      ///< the title is a question
    bool byHand;    ///< a command for the user
    bool canCancel; ///< it may still be written
};
constexpr Shown kShown[] = {
    {State::Manual, true, true, false},   {State::Checking, true, true, true},
    {State::Ready, true, false, true},    {State::Same, false, false, false},
    {State::Copying, false, false, true}, {State::Copied, false, false, false},
    {State::Failed, false, true, false},
};

Shown shownIn(State state) {
    for (const Shown &row : kShown)
        if (row.state == state)
            return row;
    return kShown[0];
}

} // namespace

QString copyCommand(const QString &target, const QString &path, std::size_t bytes) {
    // A lost connection is the end of the input for `cat`: only a complete file replaces the old one.
    const QString remote =
        QStringLiteral("f=%1; umask 022; rm -f \"$f.new\"; set -C; cat > \"$f.new\" && "
                       "[ \"$(wc -c < \"$f.new\")\" -eq %2 ] && "
                       "{ [ ! -e \"$f\" ] || [ -e \"$f.before\" ] || cp -p \"$f\" \"$f.before\"; } && "
                       "mv \"$f.new\" \"$f\"")
            .arg(quotedForShell(path))
            .arg(bytes);
    return QStringLiteral("ssh -- %1 %2 < topo.xml").arg(quotedForShell(target), quotedForShell(remote));
}

HostVmCopyDialog::HostVmCopyDialog(const HostVmCopyPlan &plan, QWidget *parent)
    : QDialog(parent)
    , m_title(wrapped("title", 15, this))
    , m_stateLabel(wrapped("secondary", 12.5, this))
    , m_caption(wrapped("caption", 12, this))
    , m_difference(new HostVmFileView(this))
    , m_commands(new QPlainTextEdit(this)) {
    setWindowTitle(tr("Copy to VM"));
    const DialogFrame frame = frameDialog(this, kWidth);
    frame.body->setSpacing(kSpacing);
    m_difference->setAccessibleName(tr("Difference"));
    setScaledFixedHeight(m_difference, kDifference);
    m_commands->setReadOnly(true);
    applyMonoFont(m_commands, 11);
    setScaledFixedHeight(m_commands, kCommands);
    m_commands->setTabChangesFocus(true);
    for (QWidget *each :
         std::initializer_list<QWidget *>{m_title, m_stateLabel, m_difference, m_caption, m_commands})
        frame.body->addWidget(each);
    makeButtons(frame);
    setPlan(plan);
    m_cancel->setFocus(); // a stray Enter writes nothing
}

void HostVmCopyDialog::makeButtons(const DialogFrame &frame) {
    m_copyText = button(tr("Copy the file's text"), "", frame.foot);
    m_copyCommand = button(tr("Copy the command"), "", frame.foot);
    m_cancel = button(tr("Cancel"), "", frame.foot);
    m_collect = button(tr("Collect again"), "primary", frame.foot);
    m_write = button(tr("Copy to VM"), "primary", frame.foot);
    for (QPushButton *each : {m_copyText, m_copyCommand, m_cancel, m_collect, m_write}) {
        each->setAutoDefault(false);
        frame.buttons->addWidget(each);
    }
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_copyText, &QPushButton::clicked, this,
            [this] { copyText(QString::fromStdString(m_plan.text), m_copyText); });
    connect(m_copyCommand, &QPushButton::clicked, this, [this] { copyText(commandText(), m_copyCommand); });
    connect(m_write, &QPushButton::clicked, this, &HostVmCopyDialog::writeRequested);
    connect(m_collect, &QPushButton::clicked, this, &HostVmCopyDialog::collectRequested);
}

void HostVmCopyDialog::setPlan(const HostVmCopyPlan &plan) {
    const bool sameFiles =
        !m_difference->lines().empty() && plan.before == m_plan.before && plan.text == m_plan.text;
    m_plan = plan;
    const Shown shown = shownIn(plan.state);
    m_title->setText((shown.asks ? tr("Write %1 on %2?") : tr("%1 on %2")).arg(plan.path, plan.target));
    m_stateLabel->setText(stateText());
    if (!sameFiles) {
        auto lines = present::differenceOf(plan.before, plan.text);
        m_difference->setLines(lines.empty() ? present::linesOf(plan.text) : std::move(lines));
    }
    m_caption->setText(shown.byHand ? tr("Or run it yourself") : tr("Command"));
    m_commands->setAccessibleName(m_caption->text());
    m_commands->setPlainText(shown.byHand && plan.state != State::Manual
                                 ? copyCommand(plan.target, plan.path, plan.text.size())
                                 : plan.commands.join(QLatin1Char('\n')));
    m_cancel->setText(shown.canCancel ? tr("Cancel") : tr("Close"));
    if (m_write->hasFocus() && plan.state != State::Ready)
        m_cancel->setFocus();
    m_write->setVisible(shown.canCancel);
    m_write->setEnabled(plan.state == State::Ready);
    for (QWidget *each : std::initializer_list<QWidget *>{m_caption, m_commands, m_copyCommand})
        each->setVisible(plan.state != State::Same);
    if (isVisible()) // a sentence may have more lines than the previous one
        fitHeight(*this);
    m_collect->setVisible(plan.state == State::Copied);
}

/// What the user has to know now.
QString HostVmCopyDialog::stateText() const {
    if (m_plan.state == State::Checking)
        return tr("Checking the target… Nothing is changed.");
    if (m_plan.state == State::Copying)
        return tr("Copying to a temporary file, checking it, then replacing in one step…");
    if (m_plan.state != State::Ready && m_plan.state != State::Manual)
        return m_plan.message;
    const QString effect =
        !m_plan.exists ? tr("The file is created. Nothing else is changed.")
        : m_plan.backup.isEmpty()
            ? tr("The file is replaced in one step. Nothing else is changed.")
            : tr("The old file is saved as %1, then replaced in one step. Nothing else is changed.")
                  .arg(m_plan.backup);
    return m_plan.message.isEmpty() ? effect : effect + QLatin1Char('\n') + m_plan.message;
}

void HostVmCopyDialog::reject() {
    if (m_plan.state != State::Copying || std::exchange(m_cancelRequested, true))
        return QDialog::reject();
    m_stateLabel->setText(tr("Cancelling ..."));
    Q_EMIT cancelRequested();
}

QString HostVmCopyDialog::commandText() const {
    return m_commands->toPlainText();
}

} // namespace fabricscope::widgets
