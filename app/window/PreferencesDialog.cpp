// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/PreferencesDialog.h"

#include "widgets/common/Controls.h"
#include "widgets/common/UiSize.h"
#include "widgets/connect/DialogFrame.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

namespace fabricscope::app::window {

namespace {

using widgets::label;

constexpr int kWidth = 600;
constexpr int kSpinWidth = 110;

} // namespace

PreferencesDialog::PreferencesDialog(const Preferences &preferences, const QString &fixedSshConfig,
                                     QWidget *parent)
    : QDialog(parent), m_preferences(preferences) {
    setWindowTitle(tr("Preferences"));
    const widgets::DialogFrame frame = widgets::frameDialog(this, kWidth);
    setModal(false); // what is behind shows each change
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(9);
    grid->setColumnStretch(1, 1);
    buildLooks(grid);
    buildStart(grid);
    buildConnections(grid, fixedSshConfig);
    frame.body->addLayout(grid);
    QPushButton *close = widgets::button(tr("Close"), "primary", frame.foot);
    frame.buttons->addWidget(close);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    close->setDefault(true);
}

/// A number that is still being typed is told when its field goes: nobody listens any more by then.
PreferencesDialog::~PreferencesDialog() {
    for (const QObject *field : findChildren<QObject *>())
        field->disconnect(this);
}

void PreferencesDialog::change(const std::function<void(Preferences &)> &how) {
    Preferences wanted = m_preferences;
    how(wanted);
    if (wanted == m_preferences)
        return;
    m_preferences = wanted;
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
    grid->addWidget(title, row, 0);
    grid->addWidget(field, row, 1,
                    field->layout() != nullptr && field != m_theme ? Qt::Alignment() : Qt::AlignLeft);
}

widgets::CheckBox *PreferencesDialog::tick(const QString &text, bool Preferences::*value) {
    auto *box = new widgets::CheckBox(text, this);
    box->setChecked(m_preferences.*value);
    connect(box, &QAbstractButton::toggled, this,
            [this, value](bool on) { change([&](Preferences &wanted) { wanted.*value = on; }); });
    return box;
}

QSpinBox *PreferencesDialog::spin(const QString &suffix, int least, int most, int value,
                                  std::function<void(Preferences &, int)> put) {
    auto *box = new QSpinBox(this);
    box->setRange(least, most);
    box->setSuffix(suffix);
    box->setValue(value);
    widgets::fixWidth(box, kSpinWidth);
    box->setKeyboardTracking(false); // 120 is not 1, then 12, then 120
    connect(box, &QSpinBox::valueChanged, this, [this, put = std::move(put)](int now) {
        change([&](Preferences &wanted) { put(wanted, now); });
    });
    return box;
}

void PreferencesDialog::buildLooks(QGridLayout *grid) {
    addTitle(grid, tr("Looks"));
    m_theme = new widgets::SegmentedControl({tr("System"), tr("Dark"), tr("Light")}, tr("Theme"), this);
    m_theme->setCurrent(static_cast<int>(m_preferences.theme)); // in the order of ThemeChoice
    connect(m_theme, &widgets::SegmentedControl::changed, this, [this](int index) {
        change([index](Preferences &wanted) { wanted.theme = static_cast<ThemeChoice>(index); });
    });
    addRow(grid, tr("Theme"), m_theme);
    m_contrast = tick(tr("High contrast"), &Preferences::highContrast);
    grid->addWidget(m_contrast, grid->rowCount(), 1);
    m_font = spin(tr(" px"), widgets::kLeastUiFontSize, widgets::kGreatestUiFontSize, m_preferences.fontSize,
                  [](Preferences &wanted, int px) { wanted.fontSize = px; });
    addRow(grid, tr("Font size"), m_font);
    m_motion = tick(tr("Reduced motion: nothing fades or blinks"), &Preferences::reducedMotion);
    grid->addWidget(m_motion, grid->rowCount(), 1);
}

void PreferencesDialog::buildStart(QGridLayout *grid) {
    addTitle(grid, tr("Workspaces"));
    m_restore = tick(tr("Begin with what was open last"), &Preferences::restoresSession);
    grid->addWidget(m_restore, grid->rowCount(), 1);
    m_connects = tick(tr("Offer to connect when a workspace opens"), &Preferences::connectsOnOpen);
    grid->addWidget(m_connects, grid->rowCount(), 1);
}

void PreferencesDialog::buildConnections(QGridLayout *grid, const QString &fixedSshConfig) {
    addTitle(grid, tr("Connections"));
    const auto seconds = [](std::chrono::milliseconds time) {
        return static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(time).count());
    };
    const ConnectLimits &limits = m_preferences.limits;
    m_parallel = spin({}, 1, Preferences::kMostParallel, limits.parallel,
                      [](Preferences &wanted, int hosts) { wanted.limits.parallel = hosts; });
    addRow(grid, tr("Hosts collected at the same time"), m_parallel);
    m_connect =
        spin(tr(" s"), Preferences::kLeastSeconds, Preferences::kMostConnectSeconds, seconds(limits.connect),
             [](Preferences &wanted, int time) { wanted.limits.connect = std::chrono::seconds(time); });
    addRow(grid, tr("Give up connecting after"), m_connect);
    m_collect =
        spin(tr(" s"), Preferences::kLeastSeconds, Preferences::kMostCollectSeconds, seconds(limits.collect),
             [](Preferences &wanted, int time) { wanted.limits.collect = std::chrono::seconds(time); });
    addRow(grid, tr("Give up collecting after"), m_collect);
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
        files->setToolTip(tr("Given on the command line (--ssh-config)"));
    connect(m_ssh, &QLineEdit::editingFinished, this,
            [this] { change([this](Preferences &wanted) { wanted.sshConfig = m_ssh->text().trimmed(); }); });
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString file = QFileDialog::getOpenFileName(this, tr("An ssh configuration"));
        if (file.isEmpty())
            return;
        m_ssh->setText(file);
        change([&](Preferences &wanted) { wanted.sshConfig = file; });
    });
}

} // namespace fabricscope::app::window
