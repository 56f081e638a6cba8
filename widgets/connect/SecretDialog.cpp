// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/SecretDialog.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/connect/DialogFrame.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

#include <cstring>

namespace fabricscope::widgets {

namespace {

/// A server's message is shown completely, and a long one leaves space for the buttons.
constexpr int kMaxTextHeight = 320;
constexpr int kLongText = 600; ///< characters

/// Overwrites the characters in place: in this text and in all that share its data.
void overwrite(const QString &text) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): that others see it is what it is for
    ::explicit_bzero(const_cast<QChar *>(text.constData()),
                     static_cast<std::size_t>(text.size()) * sizeof(QChar));
}

QLabel *wrapped(const QString &text, const char *role, double px, QWidget *parent) {
    QLabel *all = label(text, role, px, parent);
    all->setWordWrap(true);
    return all;
}

QWidget *scrolled(const QString &text, QWidget *parent) {
    auto *area = new QScrollArea(parent);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(wrapped(text, "secondary", 12.5, area));
    area->setMinimumHeight(kMaxTextHeight / 2);
    area->setMaximumHeight(kMaxTextHeight);
    area->setAccessibleName(SecretDialog::tr("Server message"));
    return area;
}

QWidget *textWidget(const QString &text, QWidget *parent) {
    const bool isLong = text.size() > kLongText || text.count(u'\n') > 12;
    return isLong ? scrolled(text, parent) : wrapped(text, "secondary", 12.5, parent);
}

} // namespace

SecretDialog::SecretDialog(const SecretPrompt &prompt, QWidget *parent) : QDialog(parent) {
    setWindowTitle(prompt.title);
    const DialogFrame frame = frameDialog(this, 440);
    QVBoxLayout *body = frame.body;
    body->setSpacing(8);
    body->addWidget(label(prompt.title, "title", 15, this));
    if (!prompt.text.isEmpty())
        body->addWidget(textWidget(prompt.text, this));
    if (prompt.attempt > 1) {
        auto *again = new QHBoxLayout;
        again->addWidget(new GlyphLabel(draw::Glyph::Warning, 14, this));
        again->addWidget(label(tr("Not accepted. Attempt %1.").arg(prompt.attempt), "", 12.5, this), 1);
        body->addLayout(again);
    }
    for (const SecretPrompt::Field &field : prompt.fields) {
        body->addWidget(textWidget(field.label, this));
        auto *edit = new QLineEdit(this);
        edit->setEchoMode(field.echo ? QLineEdit::Normal : QLineEdit::Password);
        edit->setAccessibleName(field.label);
        edit->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
        m_fields.push_back(edit);
        body->addWidget(edit);
    }
    if (!prompt.note.isEmpty())
        body->addWidget(wrapped(prompt.note, "caption", 12, this));
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
    answers.reserve(m_fields.size()); // short texts are copied when moved, which leaves a copy
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
        const QString typed = field->text(); // shares the field's own buffer
        overwrite(typed);
        field->clear();
    }
}

} // namespace fabricscope::widgets
