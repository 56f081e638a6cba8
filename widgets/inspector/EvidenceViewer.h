// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/inspector/RawSection.h"

#include <QDialog>

#include <memory>

class QLabel;
class QLineEdit;
class QPushButton;

namespace fabricscope::widgets {

class IconButton;
class RawView;

/// The raw lines from which a fact was read, in the unmodified section: origin, time, status; with search,
/// copy and save. A separate window, so that the picture stays visible.
class EvidenceViewer : public QDialog {
    Q_OBJECT
public:
    explicit EvidenceViewer(QWidget *parent = nullptr);
    ~EvidenceViewer() override;

    /// `fact`: what is shown, for the title.
    void show(std::shared_ptr<const capture::Capture> capture, const RawPlace &place, const QString &fact);
    [[nodiscard]] RawView *view() const { return m_view; }
    [[nodiscard]] QLineEdit *search() const { return m_search; }
    /// "2 of 14", "not found".
    [[nodiscard]] QString hitText() const;
    /// Origin, time and status, as shown.
    [[nodiscard]] QString origin() const;
    /// The lines in question, as shown.
    [[nodiscard]] QString markedText() const;
    void findNext(int direction = 1);
    /// Writes the unescaped bytes. Returns an empty text on success, else the error.
    [[nodiscard]] QString saveTo(const QString &file) const;

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] QWidget *makeHeader();
    [[nodiscard]] QWidget *makeSearch();
    [[nodiscard]] QWidget *makeFooter();
    void describe();
    void showWindow(std::size_t byte);
    void searchAgain(bool entered);
    void showHits();
    void moveWindow(int direction);
    void copyLines();
    void save();

    std::shared_ptr<const capture::Capture> m_capture;
    std::unique_ptr<RawSection> m_section;
    RawPlace m_place;
    std::string m_what;               ///< searched for
    std::optional<std::size_t> m_hit; ///< the current one
    int m_hits = 0, m_hitNumber = 0;  ///< of all; the current one's, from 1

    QLabel *m_title;
    QLabel *m_origin;
    QLabel *m_ended;
    QLineEdit *m_search;
    QLabel *m_hitText;
    RawView *m_view;
    QLabel *m_part;
    QPushButton *m_earlier;
    QPushButton *m_later;
};

} // namespace fabricscope::widgets
