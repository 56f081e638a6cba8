// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Question.h"
#include "widgets/connect/ConnectTypes.h"

#include <QDialog>
#include <QObject>
#include <QPointer>

#include <deque>
#include <memory>

class QWidget;

namespace fabricscope::app::window {

[[nodiscard]] widgets::HostKeyPrompt hostKeyPrompt(const remote::HostKeyQuestion &question);
[[nodiscard]] widgets::SecretPrompt secretPrompt(const remote::AuthQuestion &question);
[[nodiscard]] widgets::SecretPrompt secretPrompt(const bridge::SudoQuestion &question);

/// Shows the questions of worker threads, one dialog at a time and never a nested event loop, and carries the
/// answers back.
class PromptController : public QObject {
    Q_OBJECT
public:
    explicit PromptController(QWidget *window);
    ~PromptController() override;

    void ask(quint64 host, const std::shared_ptr<bridge::Question> &question);
    /// Nobody waits for this host's answers any more: its dialogs close.
    void drop(quint64 host);
    [[nodiscard]] QDialog *current() const { return m_dialog; }
    /// Where keys go that are trusted by this program alone; empty: that is not offered.
    void setOwnKnownHosts(const QString &file) { m_ownKnownHosts = file; }

private:
    struct Request {
        quint64 host;
        std::shared_ptr<bridge::Question> question;
    };
    void next();
    void show(const remote::HostKeyQuestion &question);
    void show(const remote::AuthQuestion &question);
    void show(const bridge::SudoQuestion &question);
    void showSecret(const widgets::SecretPrompt &prompt);
    void open(QDialog *dialog, std::function<void()> answered);

    QWidget *m_window;
    std::deque<Request> m_waiting; ///< the first is the one on screen
    QPointer<QDialog> m_dialog;
    QString m_ownKnownHosts;
};

} // namespace fabricscope::app::window
