// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/ConnectDialog.h"

#include "core/workspace/ContainerTarget.h"
#include "core/workspace/HostRange.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/dialog/DialogSize.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/connect/DialogFrame.h"
#include "widgets/connect/HostPicker.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QSpinBox>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kTypingPauseMs = 250;
constexpr int kTwoLines = 32; ///< px of the design

QLineEdit *field(const QString &name, const QString &placeholder, QWidget *parent) {
    auto *edit = new QLineEdit(parent);
    edit->setAccessibleName(name);
    edit->setPlaceholderText(placeholder);
    return edit;
}

/// What is known of a target without the ssh configuration: the number of hosts of a range, that it is a
/// container, and errors in either. Empty for a host.
QString describeTarget(const QString &target) {
    const auto names = workspace::expandRange(target.toStdString());
    if (!names)
        return QString::fromStdString(names.error().what);
    if (names->size() > 1)
        return ConnectDialog::tr("%1 hosts: %2 to %3")
            .arg(names->size())
            .arg(QString::fromStdString(names->front()), QString::fromStdString(names->back()));
    if (!workspace::namesContainer(names->front()))
        return {};
    const auto parsed = workspace::parseCollectTarget(names->front());
    if (!parsed)
        return QString::fromStdString(parsed.error().what);
    return parsed->host == "local:"
               ? ConnectDialog::tr("A container on this machine.")
               : ConnectDialog::tr("A container on %1.").arg(QString::fromStdString(parsed->host));
}

bool isHostRange(const QString &target) {
    const auto names = workspace::expandRange(target.toStdString());
    return names && names->size() > 1;
}

} // namespace

ConnectDialog::ConnectDialog(QWidget *parent)
    : QDialog(parent)
    , m_target(field(tr("Host"), tr("gpu-07, root@10.0.12.25:22, gpu-07/docker:train, or local:"), this))
    , m_user(field(tr("User"), tr("from ~/.ssh/config"), this))
    , m_key(field(tr("Key file"), tr("from ~/.ssh/config or ssh-agent"), this))
    , m_port(new QSpinBox(this))
    , m_root(new CheckBox(tr("Also read as root, with sudo"), this))
    , m_title(label(tr("Connect to a host"), "title", 15, this))
    , m_resolved(label({}, "caption", 12, this))
    , m_picker(new HostPicker(this))
    , m_connect(button(tr("Connect"), "primary", this))
    , m_pause(new QTimer(this)) {
    setWindowTitle(tr("Connect to a host"));
    const DialogFrame frame = frameDialog(this, 520);
    QVBoxLayout *body = frame.body;
    body->setSpacing(6);
    body->addWidget(m_title);
    QLabel *about = label(tr("Bare-metal host, hypervisor or VM. Nothing is installed or written there."),
                          "secondary", 12.5, this);
    about->setWordWrap(true);
    body->addWidget(about);
    body->addSpacing(8);
    body->addWidget(label(tr("Host"), "secondary", 12.5, this));
    body->addWidget(m_target);
    body->addWidget(m_picker);
    m_target->installEventFilter(this);
    connect(m_picker, &HostPicker::picked, m_target, &QLineEdit::setText);
    connect(m_picker, &HostPicker::accepted, this, [this](const QString &name) {
        m_target->setText(name);
        accept();
    });
    m_resolved->setWordWrap(true);
    setScaledMinimumHeight(m_resolved, kTwoLines);
    m_resolved->setAlignment(Qt::AlignTop);
    body->addWidget(m_resolved);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    grid->addWidget(label(tr("User"), "secondary", 12.5, this), 0, 0);
    grid->addWidget(label(tr("Port"), "secondary", 12.5, this), 0, 1);
    grid->addWidget(m_user, 1, 0);
    m_port->setRange(0, 65535);
    m_port->setSpecialValueText(tr("default"));
    m_port->setAccessibleName(tr("Port"));
    setScaledFixedWidth(m_port, 110);
    grid->addWidget(m_port, 1, 1);
    body->addLayout(grid);
    body->addSpacing(4);
    body->addWidget(label(tr("Key file"), "secondary", 12.5, this));
    auto *keys = new QHBoxLayout;
    keys->addWidget(m_key, 1);
    auto *choose = button(tr("Choose…"), "", this);
    choose->setAccessibleName(tr("Choose a key file"));
    connect(choose, &QPushButton::clicked, this, &ConnectDialog::chooseKey);
    keys->addWidget(choose);
    body->addLayout(keys);
    body->addSpacing(8);
    body->addWidget(m_root);
    QLabel *why = label(tr("Adds ACS, ATS, maximum payload size, slot numbers of PCIe bridges, the kernel "
                           "log, and which VM uses each device. Uses sudo -n; if sudo wants a password you "
                           "are asked once (kept in memory only). Everything else is read without it."),
                        "caption", 12, this);
    why->setWordWrap(true);
    why->setContentsMargins(26, 0, 0, 0);
    body->addWidget(why);
    auto *cancel = button(tr("Cancel"), "", frame.foot);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_connect->setDefault(true);
    connect(m_connect, &QPushButton::clicked, this, &QDialog::accept);
    frame.buttons->addWidget(cancel);
    frame.buttons->addWidget(m_connect);
    m_pause->setSingleShot(true);
    m_pause->setInterval(kTypingPauseMs);
    connect(m_pause, &QTimer::timeout, this, [this] { Q_EMIT resolveRequested(m_target->text().trimmed()); });
    connect(m_target, &QLineEdit::textChanged, this, &ConnectDialog::targetChanged);
    targetChanged();
    m_target->setFocus();
}

void ConnectDialog::setRecent(const QStringList &targets) {
    m_recent = targets;
    fillPicker();
}

void ConnectDialog::setAliases(const std::vector<HostSuggestion> &aliases) {
    m_aliases = aliases;
    fillPicker();
}

/// Recent ones first; a name that is in both lists is shown once, with its entry of the configuration.
void ConnectDialog::fillPicker() {
    std::vector<HostSuggestion> rows;
    for (const QString &target : std::as_const(m_recent)) {
        const bool isAlias = std::any_of(m_aliases.begin(), m_aliases.end(),
                                         [&](const HostSuggestion &alias) { return alias.name == target; });
        if (!isAlias)
            rows.push_back({target, tr("recent")});
    }
    rows.insert(rows.end(), m_aliases.begin(), m_aliases.end());
    m_picker->setRows(rows);
    if (isVisible())
        fitHeight(*this);
}

/// The Down key moves from the field to the list.
bool ConnectDialog::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_target && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Down && !m_picker->isEmpty()) {
        QListView *list = m_picker->view();
        list->setCurrentIndex(list->model()->index(0, 0));
        list->setFocus(Qt::TabFocusReason);
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void ConnectDialog::setEdited(const QString &name) {
    m_edits = true;
    setWindowTitle(tr("Edit connection"));
    m_title->setText(tr("Edit the connection of %1").arg(name));
    targetChanged();
}

void ConnectDialog::setRequest(const ConnectRequest &request) {
    m_target->setText(request.target);
    m_user->setText(request.user);
    m_port->setValue(request.port);
    m_key->setText(request.keyFile);
    m_root->setChecked(request.root);
}

ConnectRequest ConnectDialog::request() const {
    return {m_target->text().trimmed(), m_user->text().trimmed(), m_port->value(), m_key->text().trimmed(),
            m_root->isChecked()};
}

void ConnectDialog::targetChanged() {
    const QString target = m_target->text().trimmed();
    m_connect->setEnabled(!target.isEmpty());
    m_picker->setFilter(target);
    m_pause->stop();
    if (target.isEmpty()) {
        m_resolved->setText(tr("Your ~/.ssh/config applies (aliases, keys, jump hosts, known hosts)."));
        return;
    }
    if (target == QLatin1String("local:")) {
        m_resolved->setText(tr("This machine, without SSH."));
        return;
    }
    m_resolved->setText(describeTarget(target));
    if (m_edits && isHostRange(target)) {
        m_connect->setEnabled(false);
        m_resolved->setText(tr("One host only. Use Connect… for several hosts."));
        return;
    }
    if (m_resolved->text().isEmpty())
        m_pause->start();
}

void ConnectDialog::showResolved(const QString &target, const std::optional<ResolvedTarget> &resolved) {
    if (target != m_target->text().trimmed())
        return;
    if (!resolved) {
        m_resolved->clear();
        return;
    }
    QString text =
        tr("ssh configuration: %1@%2, port %3").arg(resolved->user, resolved->host).arg(resolved->port);
    text += resolved->jump.isEmpty() ? tr(", no jump host") : tr(", through %1").arg(resolved->jump);
    m_resolved->setText(text);
}

void ConnectDialog::chooseKey() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Private key"), QDir::homePath() + QStringLiteral("/.ssh"));
    if (!file.isEmpty())
        m_key->setText(file);
}

} // namespace fabricscope::widgets
