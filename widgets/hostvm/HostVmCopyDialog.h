// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

#include <string>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace fabricscope::widgets {

class HostVmFileView;
struct DialogFrame;

/// A file that may be written to a guest: all that the user has to see before confirming, and what came of
/// it.
struct HostVmCopyPlan {
    enum class State {
        Manual,   ///< it cannot be written from here
        Checking, ///< at what is there: until then nothing can be written
        Ready,    ///< for the user's word
        Same,     ///< nothing is to be done
        Copying,
        Copied,
        Failed,
    };
    State state = State::Manual;
    quint64 guest = 0;        ///< the host that it is
    QString target;           ///< as the user named the guest
    QString path;             ///< of the file there
    std::string before, text; ///< what is there now, if known, and what would be
    bool exists = false;
    QString backup;       ///< where what is there now is saved; empty: nowhere
    QStringList commands; ///< what will be run, or can be by hand, in order
    QString message;      ///< Manual: why, and what to do instead; Same, Copied, Failed: the result
};

/// Target, difference and commands, before a file is written to a guest. Nothing is written without a click
/// on "Copy to VM", which is there once the guest was checked, and the dialog itself writes nothing:
/// writeRequested() asks. It stays until the user closes it, with the result.
class HostVmCopyDialog : public QDialog {
    Q_OBJECT
public:
    explicit HostVmCopyDialog(const HostVmCopyPlan &plan, QWidget *parent = nullptr);
    void setPlan(const HostVmCopyPlan &plan);
    [[nodiscard]] const HostVmCopyPlan &plan() const { return m_plan; }
    [[nodiscard]] QPushButton *writeButton() const { return m_write; }
    [[nodiscard]] QPushButton *cancelButton() const { return m_cancel; }
    [[nodiscard]] QPushButton *collectButton() const { return m_collect; }
    [[nodiscard]] QPushButton *copyCommandButton() const { return m_copyCommand; }
    [[nodiscard]] QPushButton *copyTextButton() const { return m_copyText; }
    [[nodiscard]] HostVmFileView *difference() const { return m_difference; }
    [[nodiscard]] QString commandText() const;
    /// While it is being copied, the first time only asks to cancel: the result is still shown.
    void reject() override;

Q_SIGNALS:
    void writeRequested();
    void cancelRequested();  ///< of what is being copied
    void collectRequested(); ///< the guest once more, with the file that it has now

private:
    void makeButtons(const DialogFrame &frame);
    [[nodiscard]] QString stateText() const;

    HostVmCopyPlan m_plan;
    bool m_cancelRequested = false;
    QLabel *m_title, *m_stateLabel, *m_caption;
    HostVmFileView *m_difference;
    QPlainTextEdit *m_commands;
    QPushButton *m_copyText = nullptr;
    QPushButton *m_copyCommand = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_collect = nullptr;
    QPushButton *m_write = nullptr;
};

/// One word of a POSIX shell: 'it'\''s'.
[[nodiscard]] QString shellQuoted(const QString &text);
/// How to put a file of this size there manually: next to the old one first, which is saved, then, if all
/// of it has arrived, in its place in one step. For a POSIX shell.
[[nodiscard]] QString copyCommand(const QString &target, const QString &path, std::size_t bytes);

} // namespace fabricscope::widgets
