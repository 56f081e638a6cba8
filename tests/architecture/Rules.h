// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The architecture as tables and plain text checks: headers compile without linking, so only the sources
/// show violations of include directions.
namespace fabricscope::architecture {

struct SourceFile {
    std::string path; ///< relative to the source root: "core/pci/Address.h"
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

/// A check of a single file; returns the violations.
using Check = std::vector<Violation> (*)(const SourceFile &file);

[[nodiscard]] std::vector<Violation> checkFolderIsKnown(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkOwnIncludes(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkLibraries(const SourceFile &file);
/// No threads, sockets, processes and clocks in core, nor in the machines of remote/ssh.
[[nodiscard]] std::vector<Violation> checkIsPure(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkLength(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkLicence(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkName(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkIncludeGuard(const SourceFile &file);
[[nodiscard]] std::vector<Violation> checkUnfinished(const SourceFile &file);
/// Tool tips must be plain text: widgets/common/text/ToolTip.h.
[[nodiscard]] std::vector<Violation> checkToolTips(const SourceFile &file);
/// Message boxes too: widgets/common/dialog/MessageBoxText.h.
[[nodiscard]] std::vector<Violation> checkMessageBoxes(const SourceFile &file);
/// Output must go through core/base/Print.h, which sanitizes texts from hosts.
[[nodiscard]] std::vector<Violation> checkOutput(const SourceFile &file);
/// Labels must be plain text: widgets/common/controls/Controls.h. Qt's help and status texts are not used.
[[nodiscard]] std::vector<Violation> checkLabels(const SourceFile &file);
/// A test that is skipped without root must use the text that packaging/check searches for.
[[nodiscard]] std::vector<Violation> checkRootSkips(const SourceFile &file);

/// Each rule used by a finding in the code needs a row in core/findings/rules.
[[nodiscard]] std::vector<Violation> unknownFindingRules(const std::vector<SourceFile> &files);
/// Each row must be used.
[[nodiscard]] std::vector<Violation> unusedFindingRules(const std::vector<SourceFile> &files);

/// Identifiers must not contain the words listed in VocabularyRules.cpp.
[[nodiscard]] std::vector<Violation> checkVocabulary(const SourceFile &file);
/// Sources of the programs must not contain the phrases listed there.
[[nodiscard]] std::vector<Violation> checkPhrases(const SourceFile &file);

/// A test that sleeps, other than between two looks at a condition, must say why in a comment.
[[nodiscard]] std::vector<Violation> checkWaits(const SourceFile &file);

constexpr int kMostLines = 600;      ///< of a file
constexpr int kMostClassLines = 500; ///< of a class, over all its files
[[nodiscard]] int lineCount(const SourceFile &file);
/// Of each class of the programs: its header, and the sources that define its members.
[[nodiscard]] std::map<std::string, int> linesByClass(const std::vector<SourceFile> &files);
/// How many of these files each folder has, without those in folders below it.
[[nodiscard]] std::map<std::string, int> filesByFolder(const std::vector<SourceFile> &files);

/// The folder with the table row for this file: the longest one that contains it, or "".
[[nodiscard]] std::string_view folderOf(std::string_view path);
/// Quoted includes with their line numbers, from 1.
[[nodiscard]] std::vector<std::pair<int, std::string>> ownIncludes(const SourceFile &file);
/// Exceptions of checkOutput() that are no longer needed by any of these files.
[[nodiscard]] std::vector<std::string> unusedOutputExceptions(const std::vector<SourceFile> &files);
/// Include cycles of folders, as "core/a > core/b > core/a".
[[nodiscard]] std::vector<std::string> includeCycles(const std::vector<SourceFile> &files);

} // namespace fabricscope::architecture
