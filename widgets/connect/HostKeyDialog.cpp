// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/HostKeyDialog.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ShellText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/connect/DialogFrame.h"
#include "widgets/connect/NumberedStep.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

/// The command that shows the fingerprint on the host itself.
QString consoleCommand(const QString &keyType) {
    return QStringLiteral("ssh-keygen -lf /etc/ssh/ssh_host_%1_key.pub").arg(keyTypeName(keyType).toLower());
}

/// "ssh-keygen -f '/home/me/.ssh/known_hosts' -R '[gpu-07]:2222'": with the file, since it may not be ssh's
/// default.
QString removeCommand(const HostKeyPrompt &prompt) {
    const QString file = prompt.knownIn.section(QLatin1Char(':'), 0, -2);
    const QString from =
        file.startsWith(QLatin1Char('/')) ? QStringLiteral("-f %1 ").arg(quotedForShell(file)) : QString();
    return QStringLiteral("ssh-keygen %1-R %2").arg(from, quotedForShell(prompt.host));
}

QWidget *keyBox(const QString &caption, const QString &type, const QString &fingerprint, const char *name,
                QWidget *parent) {
    auto *box = new QWidget(parent);
    box->setObjectName(QLatin1String(name));
    box->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(14, 9, 14, 9);
    column->setSpacing(4);
    auto *head = new QHBoxLayout;
    head->addWidget(label(caption, "caption", 12, box), 1);
    head->addWidget(label(type, "caption", 12, box));
    column->addLayout(head);
    QLabel *text = monoLabel(fingerprint, 12.5, box);
    text->setWordWrap(true);
    text->setAccessibleName(caption);
    column->addWidget(text);
    return box;
}

QLayout *headline(const QString &title, const QString &text, draw::Glyph glyph, QWidget *parent) {
    auto *row = new QHBoxLayout;
    row->setSpacing(14);
    row->addWidget(new GlyphLabel(glyph, 26, parent), 0, Qt::AlignTop);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(3);
    texts->addWidget(label(title, "title", 15, parent));
    QLabel *below = label(text, "secondary", 12.5, parent);
    below->setWordWrap(true);
    texts->addWidget(below);
    row->addLayout(texts, 1);
    return row;
}

} // namespace

HostKeyDialog::HostKeyDialog(const HostKeyPrompt &prompt, QWidget *parent)
    : QDialog(parent), m_prompt(prompt) {
    if (m_prompt.name.isEmpty())
        m_prompt.name = m_prompt.host;
    setWindowTitle(tr("Connect to %1").arg(m_prompt.name));
    const DialogFrame frame = frameDialog(this, 600);
    QVBoxLayout *body = frame.body;
    body->setSpacing(12);
    if (prompt.revoked)
        buildRevoked(body);
    else if (prompt.changed)
        buildChanged(body);
    else
        buildUnknown(body);
    addButtons(frame);
}

void HostKeyDialog::buildUnknown(QVBoxLayout *body) {
    const QString where =
        m_prompt.address.isEmpty() ? m_prompt.name : tr("%1 (%2)").arg(m_prompt.name, m_prompt.address);
    body->addLayout(headline(tr("First contact: confirm the host key"),
                             tr("%1 is not in known_hosts.").arg(where), draw::Glyph::Note, this));
    auto *box = new QWidget(this);
    box->setObjectName(QStringLiteral("codeBox"));
    box->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(14, 10, 14, 8);
    auto *head = new QHBoxLayout;
    head->addWidget(label(tr("%1, SHA256").arg(keyTypeName(m_prompt.keyType)), "caption", 12, box), 1);
    auto *copy = button(tr("Copy"), "link", box);
    copy->setAccessibleName(tr("Copy the fingerprint"));
    connect(copy, &QPushButton::clicked, this, [this, copy] { copyText(m_prompt.fingerprint, copy); });
    head->addWidget(copy);
    column->addLayout(head);
    QLabel *groups = monoLabel(groupedFingerprint(m_prompt.fingerprint), 16, box);
    groups->setObjectName(QStringLiteral("fingerprint"));
    groups->setWordWrap(true);
    column->addWidget(groups);
    column->addWidget(label(tr("in groups of 8, to read aloud"), "caption", 11.5, box));
    body->addWidget(box);
    if (!m_prompt.remark.isEmpty()) {
        QLabel *remark = label(tr("ssh: %1").arg(m_prompt.remark), "secondary", 12.5, this);
        remark->setObjectName(QStringLiteral("keyRemark"));
        remark->setTextFormat(Qt::PlainText);
        remark->setWordWrap(true);
        body->addWidget(remark);
    }

    body->addWidget(label(tr("Compare with a trusted fingerprint (optional)"), "secondary", 12.5, this));
    m_compare = new QLineEdit(this);
    applyMonoFont(m_compare, 12);
    m_compare->setPlaceholderText(QStringLiteral("SHA256:…"));
    m_compare->setAccessibleName(tr("Fingerprint to compare with"));
    connect(m_compare, &QLineEdit::textChanged, this, &HostKeyDialog::compare);
    body->addWidget(m_compare);
    auto *verdict = new QHBoxLayout;
    m_verdictGlyph = new GlyphLabel(draw::Glyph::None, 14, this);
    m_verdict = label({}, "secondary", 12.5, this);
    setScaledMinimumHeight(m_verdict, 18);
    verdict->addWidget(m_verdictGlyph);
    verdict->addWidget(m_verdict, 1);
    body->addLayout(verdict);
    auto *console = new QHBoxLayout;
    console->addWidget(label(tr("On the host's console:"), "caption", 12, this));
    console->addWidget(monoLabel(consoleCommand(m_prompt.keyType), 11.5, this), 1);
    body->addLayout(console);
    if (m_prompt.ownFile.isEmpty())
        return;
    m_ownFileOnly =
        new CheckBox(tr("Save for the fabricscope window only (not in ~/.ssh/known_hosts)"), this);
    m_ownFileOnly->setToolTip(
        plainToolTip(tr("Saved in %1; ssh and the fabricscope command do not read it and will ask again.")
                         .arg(m_prompt.ownFile)));
    body->addWidget(m_ownFileOnly);
}

void HostKeyDialog::buildRevoked(QVBoxLayout *body) {
    body->addLayout(headline(tr("The host key is revoked. Not connected."),
                             tr("%1 offers a key that is marked as revoked.").arg(m_prompt.name),
                             draw::Glyph::Error, this));
    body->addWidget(keyBox(tr("Revoked in %1").arg(m_prompt.knownIn), keyTypeName(m_prompt.keyType),
                           m_prompt.fingerprint, "offeredBox", this));
    body->addSpacing(4);
    body->addWidget(label(tr("What to do"), "title", 13, this));
    body->addWidget(new NumberedStep(1, tr("Ask the administrator for the new key."), {}, this));
    body->addWidget(label(tr("You cannot connect until the host has a new key."), "caption", 12, this));
}

void HostKeyDialog::buildChanged(QVBoxLayout *body) {
    body->addLayout(headline(tr("The host key has changed. Not connected."),
                             tr("%1 may have been reinstalled, or this may be an attack.").arg(m_prompt.name),
                             draw::Glyph::Error, this));
    const QString known = m_prompt.knownIn.isEmpty() ? tr("Known") : tr("Known, in %1").arg(m_prompt.knownIn);
    body->addWidget(
        keyBox(known, keyTypeName(m_prompt.knownKeyType), m_prompt.knownFingerprint, "codeBox", this));
    body->addWidget(
        keyBox(tr("Offered now"), keyTypeName(m_prompt.keyType), m_prompt.fingerprint, "offeredBox", this));
    body->addSpacing(4);
    body->addWidget(label(tr("What to do"), "title", 13, this));
    body->addWidget(new NumberedStep(1, tr("Ask the administrator whether it was reinstalled."), {}, this));
    body->addWidget(new NumberedStep(2, tr("Read the fingerprint on its console or BMC and compare."),
                                     consoleCommand(m_prompt.keyType), this, NumberedStep::Below::Command));
    body->addWidget(new NumberedStep(3,
                                     tr("If the fingerprints match, remove the old key and connect again."),
                                     removeCommand(m_prompt), this, NumberedStep::Below::Command));
    body->addWidget(label(tr("You cannot connect until the old key is removed."), "caption", 12, this));
}

void HostKeyDialog::addButtons(const DialogFrame &frame) {
    if (m_prompt.changed) {
        auto *copy = button(m_prompt.revoked ? tr("Copy") : tr("Copy both"), "", frame.foot);
        connect(copy, &QPushButton::clicked, this, [this, copy] {
            copyText(m_prompt.revoked ? m_prompt.fingerprint
                                      : m_prompt.knownFingerprint + QLatin1Char('\n') + m_prompt.fingerprint,
                     copy);
        });
        frame.buttons->addWidget(copy);
        auto *close = button(tr("Close"), "primary", frame.foot);
        connect(close, &QPushButton::clicked, this, &QDialog::reject);
        frame.buttons->addWidget(close);
        close->setFocus();
        return;
    }
    auto *cancel = button(tr("Cancel"), "", frame.foot);
    m_once = button(tr("Connect once"), "", frame.foot);
    m_trust = button(tr("Trust and connect"), "", frame.foot);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_once, &QPushButton::clicked, this, [this] { decide(HostKeyChoice::ConnectOnce); });
    connect(m_trust, &QPushButton::clicked, this, [this] {
        decide(m_ownFileOnly != nullptr && m_ownFileOnly->isChecked()
                   ? HostKeyChoice::TrustInOwnFileAndConnect
                   : HostKeyChoice::TrustAndConnect);
    });
    for (QPushButton *each : {cancel, m_once, m_trust})
        frame.buttons->addWidget(each);
    cancel->setFocus();
}

void HostKeyDialog::compare(const QString &pasted) {
    const bool same = sameFingerprint(pasted, m_prompt.fingerprint);
    const bool empty = pasted.trimmed().isEmpty();
    m_verdictGlyph->setGlyph(empty ? draw::Glyph::None : same ? draw::Glyph::Ok : draw::Glyph::Error);
    const auto characters = groupedFingerprint(m_prompt.fingerprint).remove(QLatin1Char(' ')).size();
    m_verdict->setText(empty  ? QString()
                       : same ? tr("Matches, all %1 characters").arg(characters)
                              : tr("The fingerprints differ: do not connect"));
    setRole(m_trust, same ? "primary" : "");
    m_trust->setDefault(same);
    m_trust->setEnabled(empty || same);
    m_once->setVisible(empty || same); // there is no good reason to go on with another key
}

void HostKeyDialog::decide(HostKeyChoice choice) {
    if (m_prompt.changed)
        return reject();
    m_choice = choice;
    accept();
}

} // namespace fabricscope::widgets
