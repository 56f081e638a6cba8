// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/search/SearchSource.h"

#include <QLineEdit>

#include <functional>
#include <memory>
#include <optional>

class QAction;
class QModelIndex;
class QTimer;

namespace fabricscope::search {
class Search;
struct Hit;
} // namespace fabricscope::search

namespace fabricscope::widgets {

class Chip;
class SearchModel;
class SearchPopup;

/// "Go to anything": searches the typed text in hosts, devices, findings and actions, one host at a time, so
/// that typing is never delayed.
class SearchField : public QLineEdit {
    Q_OBJECT
public:
    explicit SearchField(QWidget *parent = nullptr);
    ~SearchField() override;

    /// Called at the start of each search.
    void setSource(std::function<SearchSource()> source) { m_source = std::move(source); }
    /// Takes the keyboard focus and shows the results; `text` is entered as if it was typed.
    void open(const QString &text = {});
    void close();
    [[nodiscard]] bool isOpen() const;
    /// Finishes the search immediately (pictures).
    void settle();
    [[nodiscard]] SearchPopup *popup() const { return m_popup; }
    [[nodiscard]] const SearchModel &model() const { return *m_model; }

Q_SIGNALS:
    void hostChosen(quint64 host);
    void deviceChosen(quint64 host, quint32 node);
    /// A finding about this device, or about the host if there is none.
    void findingChosen(quint64 host, std::optional<quint32> node);
    void actionChosen(int action); ///< index in the corpus
    void left();                   ///< Esc, or a result was selected: the focus returns

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void begin();
    void start();
    void look();
    void showResults();
    void showHint();
    void step(int direction);
    void choose(const QModelIndex &index);
    bool complete();
    void placePopup();
    void updateChip();

    std::function<SearchSource()> m_source;
    SearchSource m_found;
    std::unique_ptr<search::Search> m_search;
    SearchModel *m_model;
    SearchPopup *m_popup = nullptr; ///< made with the first opening: then there is a window
    QTimer *m_timer;
    QAction *m_icon;
    Chip *m_chip;
};

} // namespace fabricscope::widgets
