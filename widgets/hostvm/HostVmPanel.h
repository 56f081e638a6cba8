// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <cstddef>
#include <memory>
#include <vector>

class QLabel;
class QPushButton;

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which this leads to.
namespace fabricscope::present {
struct HostVmExamination;
}

namespace fabricscope::widgets {

class ElidedLabel;
class GlyphLabel;
class HostVmChecks;
class SegmentedControl;
class HostVmFileView;

/// The guest's NCCL file at the right of the picture: the file, the expected one, and the difference; its
/// findings, one at a time; and the checks.
class HostVmPanel : public QWidget {
    Q_OBJECT
public:
    enum class Tab { File, Expected, Diff };

    explicit HostVmPanel(QWidget *parent = nullptr);
    ~HostVmPanel() override;
    /// Keeps the tab and the finding if possible.
    void setExamination(std::shared_ptr<const present::HostVmExamination> examination);
    /// Whether the panel is shown instead of the picture, which can be shown again.
    void setBackVisible(bool alone);
    [[nodiscard]] QPushButton *backButton() const { return m_back; }
    void setTab(Tab tab);
    [[nodiscard]] Tab tab() const;
    /// Index into the findings, worst first; shows its line.
    void showFinding(std::size_t index);
    [[nodiscard]] std::size_t finding() const { return m_finding; }
    [[nodiscard]] std::size_t findingCount() const { return m_order.size(); }
    /// Selects the finding about this line, if there is one.
    void showLine(std::uint32_t line);

    [[nodiscard]] SegmentedControl *tabs() const { return m_tabs; }
    [[nodiscard]] HostVmFileView *fileView() const { return m_file; }
    /// The line numbers of the shown text, if it is that of a file and not a difference.
    [[nodiscard]] QPushButton *copyButton() const { return m_copy; }
    [[nodiscard]] QPushButton *saveButton() const { return m_save; }
    [[nodiscard]] QPushButton *nextButton() const { return m_next; }
    [[nodiscard]] QString findingTitle() const;
    /// "1 error, 2 warnings": counts findings, as in the rows below it.
    [[nodiscard]] QString checksSum() const;
    /// Texts of the checks, in their order: "error: Pairs follow the host's switches, 6 of 8".
    [[nodiscard]] QStringList checkTexts() const;

Q_SIGNALS:
    void pictureRequested();
    void saveRequested(const QString &name, const QByteArray &text);

private:
    void build();
    [[nodiscard]] QWidget *buildTextRow();
    /// The bytes of the file on the tab; nullptr: it is not a file.
    [[nodiscard]] const std::string *shownText() const;
    void revealFinding();
    void showPlaces();
    void showFile();
    void showHeader();

    std::shared_ptr<const present::HostVmExamination> m_examination;
    std::vector<std::size_t> m_order; ///< findings of the verification, worst first
    std::size_t m_finding = 0;
    QPushButton *m_back;
    ElidedLabel *m_name;
    ElidedLabel *m_where;
    SegmentedControl *m_tabs;
    HostVmFileView *m_file;
    QWidget *m_textRow;
    QPushButton *m_copy;
    QPushButton *m_save;
    QLabel *m_nothing;
    QWidget *m_findingBox;
    GlyphLabel *m_glyph;
    QLabel *m_title;
    QLabel *m_text;
    QLabel *m_corrected;
    QPushButton *m_next;
    QLabel *m_place;
    HostVmChecks *m_checks;
};

} // namespace fabricscope::widgets
