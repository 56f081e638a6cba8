// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/bench/BenchContent.h"
#include "widgets/inspector/FoldingSection.h"

#include <vector>

class QComboBox;
class QLabel;
class QListView;

namespace fabricscope::widgets {

class BenchStepModel;

/// The saved runs, of all hosts or of one.
class EarlierRuns : public FoldingSection {
    Q_OBJECT
public:
    explicit EarlierRuns(QWidget *parent = nullptr);
    /// Hidden if there is nothing to choose. Without an open run there is space for more of them.
    void setContent(const BenchContent &content);
    /// For another UI font.
    void fit();
    [[nodiscard]] QListView *list() const { return m_list; }

Q_SIGNALS:
    void runRequested(const QString &id);
    void hostRequested(const QString &host); ///< empty: all
    void moreRequested();                    ///< the end of the list was reached

private:
    void build();
    void showHosts(const BenchContent &content);

    QListView *m_list;
    QComboBox *m_host;
    QLabel *m_note;
    QStringList m_hosts; ///< that can be chosen
    BenchStepModel *m_model;
    std::vector<BenchContent::Earlier> m_shown;
    bool m_isAlone = true; ///< no run is open
};

} // namespace fabricscope::widgets
