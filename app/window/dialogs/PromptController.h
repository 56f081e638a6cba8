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

/// Shows the questions of worker threads, one dialog at a time and without nested event loops, and returns
/// the answers to them.
class PromptController : public QObject {
    Q_OBJECT
public:
    explicit PromptController(QWidget *window);
    ~PromptController() override;

    void ask(quint64 host, const std::shared_ptr<bridge::Question> &question);
    /// The answers for this host are no longer needed: closes its dialogs.
    void drop(quint64 host);
    [[nodiscard]] QDialog *current() const { return m_dialog; }
    /// The file for host keys that only this program trusts; empty: that choice is not offered.
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
