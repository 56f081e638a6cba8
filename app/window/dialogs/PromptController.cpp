// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs/PromptController.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "widgets/connect/HostKeyDialog.h"
#include "widgets/connect/SecretDialog.h"

#include <QDialog>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

/// Maximum of one text of a server, in bytes: more than any real one has.
constexpr std::size_t kMaxServerText = 16384;

/// A server may send anything: makes its text safe to show.
QString shown(const std::string &text, std::size_t most = 600) {
    return QString::fromStdString(HostText(text).plain(most)).trimmed();
}

remote::HostKeyAnswer answerOf(widgets::HostKeyChoice choice) {
    switch (choice) {
    case widgets::HostKeyChoice::ConnectOnce:
        return remote::HostKeyAnswer::AcceptOnce;
    case widgets::HostKeyChoice::TrustAndConnect:
        return remote::HostKeyAnswer::AcceptAndStore;
    case widgets::HostKeyChoice::TrustInOwnFileAndConnect:
        return remote::HostKeyAnswer::AcceptAndStoreInOwnFile;
    case widgets::HostKeyChoice::Cancel:
        break;
    }
    return remote::HostKeyAnswer::Refuse;
}

} // namespace

widgets::HostKeyPrompt hostKeyPrompt(const remote::HostKeyQuestion &question) {
    widgets::HostKeyPrompt prompt;
    prompt.host = shown(question.host);
    const remote::HostKeyEndpoint endpoint = remote::endpointOf(question);
    prompt.name = shown(endpoint.name);
    prompt.address = shown(endpoint.address);
    prompt.keyType = shown(question.keyType);
    prompt.fingerprint = shown(question.fingerprint);
    prompt.remark = shown(question.remark);
    prompt.changed = question.changed;
    prompt.revoked = question.revoked;
    prompt.knownFingerprint = shown(question.knownFingerprint);
    prompt.knownKeyType = shown(question.knownKeyType);
    prompt.knownIn = shown(question.knownIn);
    return prompt;
}

widgets::SecretPrompt secretPrompt(const remote::AuthQuestion &question) {
    using Kind = remote::AuthQuestion::Kind;
    widgets::SecretPrompt prompt;
    const QString host = shown(question.host);
    const QString user = shown(question.user);
    prompt.attempt = question.attempt;
    prompt.title = question.kind == Kind::KeyPassphrase ? QObject::tr("Unlock a key")
                   : user.isEmpty()                     ? QObject::tr("Log in to %1").arg(host)
                                                        : QObject::tr("Log in to %1 as %2").arg(host, user);
    prompt.accept = question.kind == Kind::KeyPassphrase ? QObject::tr("Unlock") : QObject::tr("Log in");
    prompt.note = QObject::tr("Never stored; held in memory until sent.");
    QStringList lines;
    if (question.kind == Kind::KeyPassphrase)
        lines << QObject::tr("Passphrase for %1").arg(shown(question.title));
    if (question.kind == Kind::KeyboardInteractive && !question.title.empty())
        lines << QObject::tr("Server message: %1").arg(shown(question.title, kMaxServerText));
    if (!question.instruction.empty())
        lines << shown(question.instruction, kMaxServerText);
    prompt.text = lines.join(QLatin1Char('\n'));
    for (const remote::AuthQuestion::Prompt &field : question.prompts)
        prompt.fields.push_back({shown(field.text, kMaxServerText), field.echo});
    if (prompt.fields.empty() && question.kind != Kind::KeyboardInteractive)
        prompt.fields.push_back(
            {question.kind == Kind::KeyPassphrase ? QObject::tr("Passphrase") : QObject::tr("Password"),
             false});
    return prompt;
}

widgets::SecretPrompt secretPrompt(const bridge::SudoQuestion &question) {
    widgets::SecretPrompt prompt;
    prompt.title = QObject::tr("sudo on %1").arg(shown(question.host));
    prompt.attempt = question.attempt;
    const bool reads = question.purpose == bridge::SudoQuestion::Purpose::Read;
    prompt.text =
        reads ? QObject::tr("sudo asks for a password on this host. With it, these are read as root: ACS, "
                            "ATS, maximum payload size, slot numbers of PCIe bridges, the kernel log, and "
                            "which VM uses each device. Nothing is changed.")
              : QObject::tr("sudo asks for a password on this host. With it, the file is read and, once "
                            "confirmed, copied as root.");
    prompt.note = QObject::tr("Never stored; held in memory until sent to sudo on its standard input.");
    prompt.accept = reads ? QObject::tr("Read as root") : QObject::tr("Continue as root");
    prompt.fields.push_back({QObject::tr("Your sudo password"), false});
    return prompt;
}

PromptController::PromptController(QWidget *window) : QObject(window), m_window(window) {}

PromptController::~PromptController() {
    for (const Request &asked : m_waiting)
        asked.question->abandon();
}

void PromptController::ask(quint64 host, const std::shared_ptr<bridge::Question> &question) {
    m_waiting.push_back({host, question});
    if (m_waiting.size() == 1)
        next();
}

void PromptController::drop(quint64 host) {
    const bool current = !m_waiting.empty() && m_waiting.front().host == host;
    const auto keep = current ? m_waiting.begin() + 1 : m_waiting.begin();
    m_waiting.erase(
        std::remove_if(keep, m_waiting.end(), [host](const Request &asked) { return asked.host == host; }),
        m_waiting.end());
    if (current && m_dialog)
        m_dialog->reject();
}

void PromptController::next() {
    while (!m_waiting.empty() && !m_waiting.front().question->isOpen())
        m_waiting.pop_front();
    if (!m_waiting.empty())
        std::visit([this](const auto &question) { show(question); }, m_waiting.front().question->ask());
}

void PromptController::open(QDialog *dialog, std::function<void()> answered) {
    m_dialog = dialog;
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::finished, this, [this, answered = std::move(answered)](int result) {
        const Request asked = m_waiting.front();
        if (result == QDialog::Accepted)
            answered();
        asked.question->abandon(); // if it was not answered
        m_waiting.pop_front();
        m_dialog.clear();
        next();
    });
    dialog->open();
}

void PromptController::show(const remote::HostKeyQuestion &question) {
    widgets::HostKeyPrompt prompt = hostKeyPrompt(question);
    prompt.ownFile = m_ownKnownHosts;
    auto *dialog = new widgets::HostKeyDialog(prompt, m_window);
    open(dialog, [this, dialog] { m_waiting.front().question->answer(answerOf(dialog->choice())); });
}

void PromptController::show(const remote::AuthQuestion &question) {
    showSecret(secretPrompt(question));
}
void PromptController::show(const bridge::SudoQuestion &question) {
    showSecret(secretPrompt(question));
}

void PromptController::showSecret(const widgets::SecretPrompt &prompt) {
    auto *dialog = new widgets::SecretDialog(prompt, m_window);
    open(dialog, [this, dialog] {
        // Moved, not copied: the texts exist in one place until the asking side wipes them.
        m_waiting.front().question->answer(dialog->takeAnswers());
    });
}

} // namespace fabricscope::app::window
