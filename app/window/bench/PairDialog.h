// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>

#include <functional>

class QComboBox;
class QGridLayout;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace fabricscope::app::window {

/// What the user chose to measure between two hosts.
struct PairChoice {
    /// In the order of the dialog's list.
    enum class What { HostMemory, GpuMemory, GpusByNics };
    QString server, client; ///< targets; the same: on one host
    QString test;           ///< "ib_write_bw"
    What what = What::HostMemory;
    QStringList serverDevices, clientDevices; ///< checked RDMA devices
    int seconds = 2;                          ///< for each pair
    int concurrent = 1;                       ///< concurrent pairs
    friend bool operator==(const PairChoice &, const PairChoice &) = default;
};

/// Preview of the run.
struct PairPreview {
    QString summary;  ///< "64 pairs in 8 rounds, about 4 min"
    QString commands; ///< one per line
    QString failure;  ///< why it cannot start; empty: it can
};

/// perftest between the devices of two hosts, or of one: selects them and the test, and lists the commands
/// before they run. It starts nothing itself.
class PairDialog : public QDialog {
    Q_OBJECT
public:
    struct Sources {
        QStringList hosts, tests;
        std::function<QStringList(const QString &host)> devices;  ///< those that are up
        std::function<QStringList(const QString &host)> software; ///< software devices that are up
        std::function<PairPreview(const PairChoice &)> preview;
        std::function<QString(const QString &host)>
            partner; ///< proposed partner; unset, or none fits: the host itself
    };
    /// `current`: the host that is selected first; empty: the first one.
    PairDialog(Sources sources, const QString &current, QWidget *parent = nullptr);

    [[nodiscard]] PairChoice choice() const;
    /// Set while the devices are checked for other users.
    void setLooking(bool looking);
    /// Lists who uses the devices now; the next startRequested() has `force` set.
    void showUsers(const QStringList &users);
    void showFailure(const QString &why);

    [[nodiscard]] QComboBox *serverBox() const { return m_server; }
    [[nodiscard]] QComboBox *clientBox() const { return m_client; }
    [[nodiscard]] QComboBox *whatBox() const { return m_what; }
    [[nodiscard]] QListWidget *serverDevices() const { return m_serverDevices; }
    [[nodiscard]] QListWidget *clientDevices() const { return m_clientDevices; }
    [[nodiscard]] QSpinBox *secondsBox() const { return m_seconds; }
    [[nodiscard]] QSpinBox *concurrentBox() const { return m_concurrent; }
    [[nodiscard]] QPlainTextEdit *commands() const { return m_commands; }
    [[nodiscard]] QPushButton *startButton() const { return m_start; }

Q_SIGNALS:
    /// `force`: the devices are in use, and the dialog has shown by whom.
    void startRequested(const fabricscope::app::window::PairChoice &choice, bool force);

private:
    void build();
    void addHosts(QGridLayout *grid);
    void addSettings(QGridLayout *grid);
    void fillDevices(const QComboBox *host, QListWidget *list);
    void update();

    Sources m_sources;
    QComboBox *m_server, *m_client, *m_test, *m_what;
    QListWidget *m_serverDevices, *m_clientDevices;
    QSpinBox *m_seconds, *m_concurrent;
    QLabel *m_summary, *m_message;
    QPlainTextEdit *m_commands;
    QPushButton *m_start = nullptr;
    bool m_filling = false, m_force = false;
};

} // namespace fabricscope::app::window
