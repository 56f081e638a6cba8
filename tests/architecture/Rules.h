// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The architecture as tables and plain text checks: headers compile without linking, so only a look at the
/// sources keeps the directions.
namespace fabricscope::architecture {

struct SourceFile {
    std::string path; ///< from the source root: "core/pci/Address.h"
    std::string text;
};

/// "core/pci/Address.h:12: why"
struct Violation {
    std::string path;
    int line = 0;
    std::string why;
    friend bool operator==(const Violation &, const Violation &) = default;
};
[[nodiscard]] std::string toString(const std::vector<Violation> &violations);

/// A check of one file by itself; each gives what it found.
using Check = std::vector<Violation> (*)(const SourceFile &file);

[[nodiscard]] std::vector<Violation> checkFolderIsKnown(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkOwnIncludes(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkLibraries(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkCoreIsPure(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkLength(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkLicence(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkName(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkIncludeGuard(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkUnfinished(const SourceFile &file);
/// Tool tips show plain text: widgets/common/ToolTip.h.
[[nodiscard]] std::vector<Violation> checkToolTips(const SourceFile &file);
/// So do message boxes: widgets/common/MessageBoxText.h.
[[nodiscard]] std::vector<Violation> checkMessageBoxes(const SourceFile &file);
/// What is printed goes through core/base/Print.h, which makes texts of hosts safe.
[[nodiscard]] std::vector<Violation> checkOutput(const SourceFile &file);
/// Labels show plain text: widgets/common/Controls.h. Nothing shows help or status texts of Qt's.
[[nodiscard]] std::vector<Violation> checkLabels(const SourceFile &file);
/// A test that is skipped where it does not run as root has the words by which packaging/check finds it.
[[nodiscard]] std::vector<Violation> checkRootSkips(const SourceFile &file);

/// Each rule that code gives a finding has a row in core/findings/rules.
[[nodiscard]] std::vector<Violation> unknownFindingRules(const std::vector<SourceFile> &files);
/// Each row is used.
[[nodiscard]] std::vector<Violation> unusedFindingRules(const std::vector<SourceFile> &files);

/// No identifier holds a word that names nothing: VocabularyRules.cpp has the list.
[[nodiscard]] std::vector<Violation> checkVocabulary(const SourceFile &file);
/// Nor does a source of the programs hold a phrase of the list there.
[[nodiscard]] std::vector<Violation> checkPhrases(const SourceFile &file);

/// Above this many lines a file should be divided, above the second it must.
constexpr int kSoftLines = 400;
constexpr int kHardLines = 600;
[[nodiscard]] int lineCount(const SourceFile &file);

/// The folder whose row of the table speaks for this file: the longest that it lies in, or "".
[[nodiscard]] std::string_view folderOf(std::string_view path);
/// Quoted includes with their line numbers, from 1.
[[nodiscard]] std::vector<std::pair<int, std::string>> ownIncludes(const SourceFile &file);
/// Exceptions of checkOutput() that none of these files needs any more.
[[nodiscard]] std::vector<std::string> unusedOutputExceptions(const std::vector<SourceFile> &files);
/// Folders that include each other in a circle, as "core/a > core/b > core/a".
[[nodiscard]] std::vector<std::string> includeCycles(const std::vector<SourceFile> &files);

} // namespace fabricscope::architecture
