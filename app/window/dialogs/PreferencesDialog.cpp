// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs/PreferencesDialog.h"

#include "core/store/RunStore.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/connect/DialogFrame.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

namespace fabricscope::app::window {

namespace {

using widgets::label;

constexpr int kWidth = 600;
constexpr int kSpinWidth = 110;
constexpr unsigned kGibibyteBits = 30;

} // namespace

PreferencesDialog::PreferencesDialog(const Preferences &preferences, const QString &fixedSshConfig,
                                     QWidget *parent)
    : QDialog(parent), m_preferences(preferences) {
    setWindowTitle(tr("Preferences"));
    const widgets::DialogFrame frame = widgets::frameDialog(this, kWidth);
    setModal(false); // the window behind it shows each change
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(9);
    grid->setColumnStretch(1, 1);
    buildAppearance(grid);
    buildStart(grid);
    buildConnections(grid, fixedSshConfig);
    buildRuns(grid);
    frame.body->addLayout(grid);
    QPushButton *close = widgets::button(tr("Close"), "primary", frame.foot);
    frame.buttons->addWidget(close);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    close->setDefault(true);
}

/// A spin box reports a number that is still being typed when it is destroyed: then the receiver no longer
/// exists.
PreferencesDialog::~PreferencesDialog() {
    for (const QObject *field : findChildren<QObject *>())
        field->disconnect(this);
}

void PreferencesDialog::change(const std::function<void(Preferences &)> &how) {
    Preferences edited = m_preferences;
    how(edited);
    if (edited == m_preferences)
        return;
    m_preferences = edited;
    Q_EMIT changed();
}

void PreferencesDialog::addTitle(QGridLayout *grid, const QString &title) {
    if (grid->rowCount() > 1)
        grid->setRowMinimumHeight(grid->rowCount(), 6);
    grid->addWidget(label(title, "title", 13, this), grid->rowCount(), 0, 1, 2);
}

void PreferencesDialog::addRow(QGridLayout *grid, const QString &name, QWidget *field) {
    QLabel *title = label(name, "secondary", 12.5, this);
    title->setBuddy(field);
    field->setAccessibleName(name);
    const int row = grid->rowCount();
    const bool isSegmented = qobject_cast<widgets::SegmentedControl *>(field) != nullptr;
    grid->addWidget(title, row, 0);
    grid->addWidget(field, row, 1,
                    field->layout() != nullptr && !isSegmented ? Qt::Alignment() : Qt::AlignLeft);
}

widgets::CheckBox *PreferencesDialog::tick(const QString &text, bool Preferences::*value) {
    auto *box = new widgets::CheckBox(text, this);
    box->setChecked(m_preferences.*value);
    connect(box, &QAbstractButton::toggled, this,
            [this, value](bool on) { change([&](Preferences &edited) { edited.*value = on; }); });
    return box;
}

QSpinBox *PreferencesDialog::spin(const QString &suffix, int least, int most, int value,
                                  std::function<void(Preferences &, int)> put) {
    auto *box = new QSpinBox(this);
    box->setRange(least, most);
    box->setSuffix(suffix);
    box->setValue(value);
    widgets::setScaledFixedWidth(box, kSpinWidth);
    box->setKeyboardTracking(false); // otherwise typing 120 reports 1, then 12, then 120
    connect(box, &QSpinBox::valueChanged, this, [this, put = std::move(put)](int now) {
        change([&](Preferences &edited) { put(edited, now); });
    });
    return box;
}

void PreferencesDialog::buildAppearance(QGridLayout *grid) {
    addTitle(grid, tr("Appearance"));
    m_theme = new widgets::SegmentedControl({tr("System"), tr("Dark"), tr("Light")}, tr("Theme"), this);
    m_theme->setCurrent(static_cast<int>(m_preferences.theme)); // in the order of ThemeChoice
    connect(m_theme, &widgets::SegmentedControl::changed, this, [this](int index) {
        change([index](Preferences &edited) { edited.theme = static_cast<ThemeChoice>(index); });
    });
    addRow(grid, tr("Theme"), m_theme);
    m_contrast = tick(tr("High contrast"), &Preferences::highContrast);
    grid->addWidget(m_contrast, grid->rowCount(), 1);
    m_font = spin(tr(" px"), widgets::kMinUiFontSize, widgets::kMaxUiFontSize, m_preferences.fontSize,
                  [](Preferences &edited, int px) { edited.fontSize = px; });
    addRow(grid, tr("Font size"), m_font);
    m_motion = tick(tr("Reduced motion: nothing fades or blinks"), &Preferences::reducedMotion);
    grid->addWidget(m_motion, grid->rowCount(), 1);
}

void PreferencesDialog::buildStart(QGridLayout *grid) {
    addTitle(grid, tr("Workspaces"));
    m_restore = tick(tr("Reopen last session at startup"), &Preferences::restoresSession);
    grid->addWidget(m_restore, grid->rowCount(), 1);
    m_connects = tick(tr("Offer to connect when a workspace opens"), &Preferences::connectsOnOpen);
    grid->addWidget(m_connects, grid->rowCount(), 1);
}

void PreferencesDialog::buildRuns(QGridLayout *grid) {
    constexpr int kMaxGibibytes = 100000;
    addTitle(grid, tr("Benchmark runs"));
    m_lease = spin(tr(" s"), static_cast<int>(ToolRunOptions::kMinLease.count()),
                   static_cast<int>(ToolRunOptions::kMaxLease.count()),
                   static_cast<int>(m_preferences.limits.lease.count()),
                   [](Preferences &edited, int time) { edited.limits.lease = std::chrono::seconds(time); });
    m_lease->setToolTip(widgets::plainToolTip(
        tr("A host ends runs that are not detached after this time without contact. It should be longer than "
           "this machine may sleep or lose its VPN connection. Applies to new connections.")));
    addRow(grid, tr("End runs without contact after"), m_lease);
    m_runStoreLimit = new QSpinBox(this); // stored in the database of runs, not in the settings
    m_runStoreLimit->setRange(0, kMaxGibibytes);
    m_runStoreLimit->setSuffix(tr(" GiB"));
    m_runStoreLimit->setSpecialValueText(tr("No limit"));
    m_runStoreLimit->setValue(static_cast<int>(store::RunStore::kDefaultLimit >> kGibibyteBits));
    m_runStoreLimit->setKeyboardTracking(false);
    widgets::setScaledFixedWidth(m_runStoreLimit, kSpinWidth);
    m_runStoreLimit->setToolTip(widgets::plainToolTip(
        tr("When a run ends, the oldest saved runs above this limit are deleted, except pinned, today's and "
           "unfinished runs.")));
    connect(m_runStoreLimit, &QSpinBox::valueChanged, this, [this](int gibibytes) {
        Q_EMIT runStoreLimitChanged(static_cast<std::uint64_t>(gibibytes) << kGibibyteBits);
    });
    addRow(grid, tr("Saved runs limit"), m_runStoreLimit);
    m_usage = label({}, "caption", 11.5, this);
    m_usage->setWordWrap(true);
    m_usage->hide();
    grid->addWidget(m_usage, grid->rowCount(), 1);
}

void PreferencesDialog::setRunStoreUsage(std::uint64_t limit, const QString &usage) {
    const QSignalBlocker quiet(m_runStoreLimit);
    m_runStoreLimit->setValue(
        static_cast<int>((limit + (std::uint64_t{1} << kGibibyteBits) - 1) >> kGibibyteBits));
    m_usage->setText(usage);
    m_usage->setVisible(!usage.isEmpty());
}

void PreferencesDialog::buildConnections(QGridLayout *grid, const QString &fixedSshConfig) {
    addTitle(grid, tr("Connections"));
    const auto seconds = [](std::chrono::milliseconds time) {
        return static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(time).count());
    };
    const ConnectLimits &limits = m_preferences.limits;
    m_parallel = spin({}, 1, Preferences::kMaxParallel, limits.parallel,
                      [](Preferences &edited, int hosts) { edited.limits.parallel = hosts; });
    addRow(grid, tr("Hosts collected in parallel"), m_parallel);
    m_connect =
        spin(tr(" s"), Preferences::kMinSeconds, Preferences::kMaxConnectSeconds, seconds(limits.connect),
             [](Preferences &edited, int time) { edited.limits.connect = std::chrono::seconds(time); });
    addRow(grid, tr("Connection timeout"), m_connect);
    m_collect =
        spin(tr(" s"), Preferences::kMinSeconds, Preferences::kMaxCollectSeconds, seconds(limits.collect),
             [](Preferences &edited, int time) { edited.limits.collect = std::chrono::seconds(time); });
    addRow(grid, tr("Collection timeout"), m_collect);
    m_transport =
        new widgets::SegmentedControl({tr("Automatic"), tr("libssh"), tr("ssh")}, tr("SSH transport"), this);
    m_transport->setToolTip(widgets::plainToolTip(
        tr("Automatic uses libssh, or the installed ssh if the SSH configuration needs it")));
    m_transport->setCurrent(
        static_cast<int>(m_preferences.limits.transport)); // in the order of TransportKind
    connect(m_transport, &widgets::SegmentedControl::changed, this, [this](int index) {
        change([index](Preferences &edited) {
            edited.limits.transport = static_cast<remote::TransportKind>(index);
        });
    });
    addRow(grid, tr("SSH transport"), m_transport);
    auto *files = new QWidget(this);
    auto *row = new QHBoxLayout(files);
    row->setContentsMargins(0, 0, 0, 0);
    m_ssh = new QLineEdit(fixedSshConfig.isEmpty() ? m_preferences.sshConfig : fixedSshConfig, files);
    m_ssh->setPlaceholderText(QStringLiteral("~/.ssh/config"));
    QPushButton *browse = widgets::button(tr("Browse…"), "", files);
    row->addWidget(m_ssh, 1);
    row->addWidget(browse);
    addRow(grid, tr("SSH configuration"), files);
    m_ssh->setAccessibleName(tr("SSH configuration"));
    for (QWidget *field : {static_cast<QWidget *>(m_ssh), static_cast<QWidget *>(browse)})
        field->setEnabled(fixedSshConfig.isEmpty());
    if (!fixedSshConfig.isEmpty())
        files->setToolTip(widgets::plainToolTip(tr("Set on the command line (--ssh-config)")));
    connect(m_ssh, &QLineEdit::editingFinished, this,
            [this] { change([this](Preferences &edited) { edited.sshConfig = m_ssh->text().trimmed(); }); });
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString file = QFileDialog::getOpenFileName(this, tr("SSH configuration"));
        if (file.isEmpty())
            return;
        m_ssh->setText(file);
        change([&](Preferences &edited) { edited.sshConfig = file; });
    });
}

} // namespace fabricscope::app::window
