// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/checks/MuteDialog.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/connect/DialogFrame.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include <utility>

namespace fabricscope::widgets {

namespace {

QLabel *wrappedLabel(const QString &text, const char *role, double px, QWidget *parent) {
    QLabel *all = label(text, role, px, parent);
    all->setTextFormat(Qt::PlainText);
    all->setWordWrap(true);
    return all;
}

QLineEdit *entry(QVBoxLayout *body, const QString &name, const QString &placeholder, QWidget *parent) {
    auto *edit = new QLineEdit(parent);
    edit->setAccessibleName(name);
    edit->setPlaceholderText(placeholder);
    QLabel *title = label(name, "", 12.5, parent);
    title->setBuddy(edit);
    body->addWidget(title);
    body->addWidget(edit);
    return edit;
}

} // namespace

MuteDialog::MuteDialog(checks::Mute mute, const QString &what, checks::Date today, QWidget *parent)
    : QDialog(parent), m_mute(std::move(mute)), m_today(today) {
    setWindowTitle(tr("Mute finding"));
    const DialogFrame frame = frameDialog(this, 460);
    QVBoxLayout *body = frame.body;
    body->setSpacing(8);
    body->addWidget(label(tr("Mute finding"), "title", 15, this));
    body->addWidget(wrappedLabel(what, "secondary", 12.5, this));
    m_reason = entry(body, tr("Reason"), tr("Known, ticket 4711"), this);
    m_reason->setText(toQString(m_mute.reason));
    m_until = entry(body, tr("Until (optional)"), tr("YYYY-MM-DD, the last day"), this);
    if (m_mute.until && *m_mute.until >= m_today)
        m_until->setText(toQString(checks::toString(*m_mute.until)));
    m_error = wrappedLabel({}, "", 12.5, this);
    m_error->hide();
    body->addWidget(m_error);
    body->addWidget(wrappedLabel(
        tr("Muted findings are listed under Muted and not counted. The mute is saved in the workspace."),
        "caption", 12, this));
    auto *cancel = button(tr("Cancel"), "", frame.foot);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_accept = button(tr("Mute"), "primary", frame.foot);
    m_accept->setDefault(true);
    connect(m_accept, &QPushButton::clicked, this, &MuteDialog::accept);
    frame.buttons->addWidget(cancel);
    frame.buttons->addWidget(m_accept);
    m_reason->setFocus();
}

void MuteDialog::accept() {
    checks::Mute entered = m_mute;
    entered.reason = m_reason->text().toStdString();
    const QString until = m_until->text().trimmed();
    entered.until = checks::parseDate(until.toStdString());
    if (!until.isEmpty() && !entered.until)
        return refuse(tr("%1 is not a date. Enter it as 2026-12-31.").arg(until), m_until);
    auto checked = checks::checkedMute(entered, m_today);
    if (!checked) {
        QString why = toQString(checked.error().what);
        why.front() = why.front().toUpper();
        const bool isPast =
            entered.until && *entered.until < m_today && !m_reason->text().trimmed().isEmpty();
        return refuse(why + QLatin1Char('.'), isPast ? m_until : m_reason);
    }
    m_mute = std::move(*checked);
    QDialog::accept();
}

void MuteDialog::refuse(const QString &why, QLineEdit *field) {
    m_error->setText(why);
    m_error->setAccessibleName(why);
    m_error->show();
    field->setFocus();
    field->selectAll();
}

} // namespace fabricscope::widgets
