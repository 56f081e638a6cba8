// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/SecretDialog.h"

#include "widgets/common/Controls.h"
#include "widgets/connect/DialogFrame.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

namespace fabricscope::widgets {

SecretDialog::SecretDialog(const SecretPrompt &prompt, QWidget *parent) : QDialog(parent) {
    setWindowTitle(prompt.title);
    const DialogFrame frame = frameDialog(this, 440);
    QVBoxLayout *body = frame.body;
    body->setSpacing(8);
    body->addWidget(label(prompt.title, "title", 15, this));
    if (!prompt.text.isEmpty()) {
        QLabel *text = label(prompt.text, "secondary", 12.5, this);
        text->setWordWrap(true);
        body->addWidget(text);
    }
    if (prompt.attempt > 1) {
        auto *again = new QHBoxLayout;
        again->addWidget(new GlyphLabel(layout::Glyph::Warning, 14, this));
        again->addWidget(label(tr("That was not accepted. Try %1.").arg(prompt.attempt), "", 12.5, this), 1);
        body->addLayout(again);
    }
    for (const SecretPrompt::Field &field : prompt.fields) {
        body->addWidget(label(field.label, "secondary", 12.5, this));
        auto *edit = new QLineEdit(this);
        edit->setEchoMode(field.echo ? QLineEdit::Normal : QLineEdit::Password);
        edit->setAccessibleName(field.label);
        edit->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
        m_fields.push_back(edit);
        body->addWidget(edit);
    }
    if (!prompt.note.isEmpty()) {
        QLabel *note = label(prompt.note, "caption", 12, this);
        note->setWordWrap(true);
        body->addWidget(note);
    }
    auto *cancel = button(tr("Cancel"), "", frame.foot);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    auto *accept = button(prompt.accept, "primary", frame.foot);
    accept->setDefault(true);
    connect(accept, &QPushButton::clicked, this, &QDialog::accept);
    frame.buttons->addWidget(cancel);
    frame.buttons->addWidget(accept);
    if (!m_fields.empty())
        m_fields.front()->setFocus();
}

SecretDialog::~SecretDialog() {
    wipe();
}

std::vector<std::string> SecretDialog::takeAnswers() {
    std::vector<std::string> answers;
    for (const QLineEdit *field : m_fields) {
        QByteArray bytes = field->text().toUtf8();
        answers.emplace_back(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        bytes.fill('\0');
    }
    wipe();
    return answers;
}

void SecretDialog::wipe() {
    for (QLineEdit *field : m_fields) {
        // Overwrites the field's own buffer before it is let go.
        field->setText(QString(field->text().size(), QLatin1Char('0')));
        field->clear();
    }
}

} // namespace fabricscope::widgets
