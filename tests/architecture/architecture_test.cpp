// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/Places.h"
#include "tests/architecture/Folders.h"
#include "tests/architecture/Rules.h"
#include "tests/support/TestName.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

namespace fabricscope::architecture {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::array<std::string_view, 7> kTopFolders = {"app",       "core",  "packaging", "remote",
                                                         "resources", "tests", "widgets"};

bool isSource(const fs::path &path, const std::string &text) {
    static const std::set<std::string> kEndings = {".cpp", ".h", ".sh", ".cmake"};
    return kEndings.contains(path.extension().string()) || path.filename() == "CMakeLists.txt" ||
           (path.extension().empty() && text.starts_with("#!"));
}

void addFile(std::vector<SourceFile> &files, const fs::path &root, const fs::path &path) {
    std::ifstream stream(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (isSource(path, text))
        files.push_back({path.lexically_relative(root).string(), std::move(text)});
}

const std::vector<SourceFile> &tree() {
    static const std::vector<SourceFile> kFiles = [] {
        std::vector<SourceFile> files;
        const fs::path root = FABRICSCOPE_SOURCE_DIR;
        addFile(files, root, root / "CMakeLists.txt");
        for (const std::string_view folder :
             {"app", "core", "packaging", "remote", "resources", "tests", "widgets", ".ci"})
            if (fs::exists(root / folder))
                for (const auto &entry : fs::recursive_directory_iterator(root / folder))
                    if (entry.is_regular_file())
                        addFile(files, root, entry.path());
        std::sort(files.begin(), files.end(), [](const auto &a, const auto &b) { return a.path < b.path; });
        return files;
    }();
    return kFiles;
}

std::vector<Violation> all(Check check) {
    std::vector<Violation> violations;
    for (const SourceFile &file : tree())
        for (Violation &violation : check(file))
            violations.push_back(std::move(violation));
    return violations;
}

std::vector<Violation> inSnippet(Check check, std::string path, std::string text) {
    return check({std::move(path), std::move(text)});
}

#define EXPECT_TREE_OBEYS(check)                                                                             \
    do {                                                                                                     \
        const auto violations = all(check);                                                                  \
        EXPECT_TRUE(violations.empty()) << violations.size() << " found:\n" << toString(violations);         \
    } while (false)

// The source tree.

TEST(Tree, IsSeenByTheseTests) {
    ASSERT_GT(tree().size(), 100u);
    std::set<std::string> folders;
    for (const SourceFile &file : tree())
        folders.insert(file.path.substr(0, file.path.find('/')));
    for (const std::string_view folder : {"app", "core", "remote", "resources", "tests"})
        EXPECT_TRUE(folders.contains(std::string(folder))) << folder;
}

TEST(Tree, HasOnlyTheFoldersOfTheArchitectureAtItsTop) {
    for (const auto &entry : fs::directory_iterator(FABRICSCOPE_SOURCE_DIR)) {
        const std::string name = entry.path().filename().string();
        if (!entry.is_directory() || name.front() == '.' || name.starts_with("build"))
            continue;
        EXPECT_NE(std::find(kTopFolders.begin(), kTopFolders.end(), name), kTopFolders.end()) << name;
    }
}

TEST(Tree, HasARowInTheTableForEachFolder) {
    EXPECT_TREE_OBEYS(checkFolderIsKnown);
}

TEST(Tree, IncludesOnlyWhatItsFolderMayUse) {
    EXPECT_TREE_OBEYS(checkOwnIncludes);
}

TEST(Tree, KeepsEachLibraryInItsFolder) {
    EXPECT_TREE_OBEYS(checkLibraries);
}

TEST(Tree, HasNoThreadsSocketsAndClocksInCoreAndInMachines) {
    EXPECT_TREE_OBEYS(checkIsPure);
}

TEST(Tree, HasNoFoldersThatUseEachOtherInACircle) {
    EXPECT_THAT(includeCycles(tree()), IsEmpty());
}

TEST(Tree, HasFilesOfReadableLength) {
    EXPECT_TREE_OBEYS(checkLength);
}

TEST(Tree, HasClassesOfReadableSize) {
    for (const auto &[name, lines] : linesByClass(tree()))
        EXPECT_LE(lines, kMostClassLines) << name;
}

TEST(Tree, WaitsForConditionsInItsTests) {
    EXPECT_TREE_OBEYS(checkWaits);
}

TEST(Tree, HasFoldersOfReadableSize) {
    for (const auto &[folder, files] : filesByFolder(tree()))
        EXPECT_LE(files, kMostFiles) << folder;
}

TEST(Tree, HasTheLicenceInEachFile) {
    EXPECT_TREE_OBEYS(checkLicence);
}

TEST(Tree, NamesFilesAfterWhatTheyHold) {
    EXPECT_TREE_OBEYS(checkName);
}

TEST(Tree, GuardsItsHeaders) {
    EXPECT_TREE_OBEYS(checkIncludeGuard);
}

TEST(Tree, HasNothingMarkedAsUnfinished) {
    EXPECT_TREE_OBEYS(checkUnfinished);
}

TEST(Tree, ShowsToolTipsAsPlainText) {
    EXPECT_TREE_OBEYS(checkToolTips);
}

TEST(Tree, ShowsMessageBoxesAsPlainText) {
    EXPECT_TREE_OBEYS(checkMessageBoxes);
}

TEST(Tree, ShowsLabelsAsPlainText) {
    EXPECT_TREE_OBEYS(checkLabels);
}

TEST(Tree, PrintsOnlyThroughWhatMakesTextsSafe) {
    EXPECT_TREE_OBEYS(checkOutput);
    EXPECT_THAT(unusedOutputExceptions(tree()), IsEmpty());
}

TEST(Tree, NamesEachTestThatNeedsRoot) {
    EXPECT_TREE_OBEYS(checkRootSkips);
}

TEST(Tree, UsesTheWordsOfItsField) {
    EXPECT_TREE_OBEYS(checkVocabulary);
    EXPECT_TREE_OBEYS(checkPhrases);
}

TEST(Tree, HasARowForEachFindingAndAFindingForEachRow) {
    EXPECT_THAT(unknownFindingRules(tree()), IsEmpty()) << toString(unknownFindingRules(tree()));
    EXPECT_THAT(unusedFindingRules(tree()), IsEmpty()) << toString(unusedFindingRules(tree()));
}

TEST(Tree, IncludesOnlyFilesThatExist) {
    const fs::path generated = fs::path(FABRICSCOPE_BIN_DIR).parent_path() / "generated";
    for (const SourceFile &file : tree()) {
        if (!file.path.ends_with(".cpp") && !file.path.ends_with(".h"))
            continue;
        for (const auto &[line, path] : ownIncludes(file))
            EXPECT_TRUE(fs::exists(fs::path(FABRICSCOPE_SOURCE_DIR) / path) || fs::exists(generated / path))
                << file.path << ":" << line << ": \"" << path << "\" is not there";
    }
}

// Tests of the checks themselves: each finds violations and accepts valid code.

TEST(FolderTable, FindsAFolderWithoutARow) {
    EXPECT_THAT(inSnippet(checkFolderIsKnown, "core/unheard/Of.cpp", ""), SizeIs(1));
    EXPECT_THAT(inSnippet(checkFolderIsKnown, "core/pci/Link.cpp", ""), IsEmpty());
}

TEST(FolderTable, TakesTheLongestRow) {
    EXPECT_EQ(folderOf("remote/server/Server.h"), "remote/server");
    EXPECT_EQ(folderOf("remote/Client.h"), "remote");
    EXPECT_EQ(folderOf("widgets/topology/View.h"), "widgets/topology");
    EXPECT_EQ(folderOf("remoteness/Client.h"), "");
}

TEST(FolderTable, NamesOnlyFoldersThatHaveARow) {
    for (const Folder &folder : kFolders)
        EXPECT_EQ(folderOf(std::string(folder.name) + "/X.h"), folder.name);
}

TEST(OwnIncludes, FindAStepBackwards) {
    const auto found =
        inSnippet(checkOwnIncludes, "core/pci/Link.cpp", "\n#include \"core/topology/Topology.h\"\n");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].line, 2);
    EXPECT_THAT(found[0].why, HasSubstr("core/pci may not use core/topology"));
    EXPECT_THAT(inSnippet(checkOwnIncludes, "core/topology/Topology.h", "#include \"core/pci/Link.h\"\n"),
                IsEmpty());
}

struct Forbidden {
    std::string_view file, include;
};

class ForbiddenInclude : public testing::TestWithParam<Forbidden> {};

TEST_P(ForbiddenInclude, IsFound) {
    const auto &[file, include] = GetParam();
    EXPECT_THAT(inSnippet(checkOwnIncludes, std::string(file), "#include \"" + std::string(include) + "\"\n"),
                SizeIs(1));
}

INSTANTIATE_TEST_SUITE_P(
    OwnIncludes, ForbiddenInclude,
    testing::Values(Forbidden{"widgets/topology/View.cpp", "remote/Client.h"},
                    Forbidden{"widgets/topology/View.cpp", "app/jobs/collect/CollectJob.h"},
                    Forbidden{"remote/Client.cpp", "core/host/Host.h"},
                    Forbidden{"remote/Client.cpp", "remote/server/Server.h"},
                    Forbidden{"core/host/Host.h", "core/capture/Capture.h"},
                    Forbidden{"core/fleet/Fleet.h", "core/store/RunStore.h"},
                    Forbidden{"core/bench/judge/Judge.cpp", "core/present/bench/BenchTable.h"},
                    Forbidden{"core/present/bench/BenchTable.cpp", "core/layout/bench/Chart.h"},
                    Forbidden{"core/report/Svg.h", "core/layout/bench/Chart.h"},
                    Forbidden{"app/jobs/run/ToolRun.h", "core/layout/bench/Chart.h"},
                    Forbidden{"app/jobs/judge/HostVmQuestion.h", "core/present/hostvm/HostVmExamination.h"},
                    Forbidden{"remote/config/SshConfig.cpp", "remote/ssh/SshSession.h"},
                    Forbidden{"widgets/models/HardwareTreeModel.cpp", "widgets/inspector/InspectorPanel.h"},
                    Forbidden{"core/formats/Reader.cpp", "resources/Resources.h"},
                    Forbidden{"remote/Client.cpp", "resources/Resources.h"},
                    Forbidden{"app/jobs/collect/CollectJob.cpp", "app/window/Window.h"},
                    Forbidden{"app/jobs/script/ScriptShell.h", "app/jobs/run/ToolRun.h"},
                    Forbidden{"app/window/session/HostSession.h", "app/window/shell/Workbench.h"},
                    Forbidden{"app/window/bench/BenchController.h", "app/window/MainWindow.h"},
                    Forbidden{"app/cli/terminal/StandardStreams.cpp", "app/cli/Cli.h"},
                    Forbidden{"app/cli/Cli.cpp", "app/bridge/Mailbox.h"},
                    Forbidden{"app/cli/Cli.cpp", "tests/support/samples/SampleHosts.h"},
                    Forbidden{"core/pci/Link.cpp", "Address.h"},
                    Forbidden{"core/pci/Link.cpp", "../pci/Address.h"}),
    [](const auto &each) {
        return test::testName(std::string(each.param.file) + " " + std::string(each.param.include));
    });

TEST(OwnIncludes, MayAlwaysBeOfTheOwnFolderAndOfTheBase) {
    EXPECT_THAT(inSnippet(checkOwnIncludes, "remote/Client.cpp",
                          "#include \"remote/Client.h\"\n#include \"core/base/Result.h\"\n"),
                IsEmpty());
}

TEST(Libraries, AreFoundOutsideTheirFolder) {
    EXPECT_THAT(inSnippet(checkLibraries, "core/formats/Hwloc.cpp", "#include <pugixml.hpp>\n"), IsEmpty());
    EXPECT_THAT(inSnippet(checkLibraries, "core/host/Host.h", "#include <pugixml.hpp>\n"), SizeIs(1));
    EXPECT_THAT(inSnippet(checkLibraries, "core/formats/Smi.cpp", "#  include <nlohmann/json.hpp>\n"),
                SizeIs(1));
    EXPECT_THAT(inSnippet(checkLibraries, "app/window/Main.cpp", "#include <libssh/libssh.h>\n"), SizeIs(1));
    EXPECT_THAT(inSnippet(checkLibraries, "remote/server/Server.cpp", "#include <libssh/server.h>\n"),
                IsEmpty());
}

TEST(Libraries, KeepQtOutOfTheProgramWithoutAWindow) {
    for (const char *path : {"core/layout/bench/Chart.cpp", "remote/Client.cpp", "app/cli/Cli.cpp",
                             "app/jobs/run/Job.h", "app/demo/Fleet.cpp"})
        EXPECT_THAT(inSnippet(checkLibraries, path, "#include <QString>\n"), SizeIs(1)) << path;
    EXPECT_THAT(inSnippet(checkLibraries, "widgets/common/theme/Theme.h", "#include <QColor>\n"), IsEmpty());
}

TEST(CorePurity, FindsThreadsAndClocks) {
    EXPECT_THAT(inSnippet(checkIsPure, "core/capture/Capture.cpp", "#include <mutex>\n"), SizeIs(1));
    EXPECT_THAT(
        inSnippet(checkIsPure, "core/capture/Capture.cpp", "auto now = std::chrono::system_clock::now();\n"),
        SizeIs(1));
    for (const char *line : {"#include <boost/asio/post.hpp>\n", "#include <libssh/libssh.h>\n",
                             "#include <thread>\n", "const auto now = Clock_clock::now();\n"})
        EXPECT_THAT(inSnippet(checkIsPure, "remote/ssh/LoginMachine.cpp", line), SizeIs(1)) << line;
    EXPECT_THAT(inSnippet(checkIsPure, "remote/ssh/Auth.cpp", "#include <libssh/libssh.h>\n"), IsEmpty());
    EXPECT_THAT(inSnippet(checkIsPure, "app/jobs/Job.cpp", "#include <mutex>\n"), IsEmpty());
    EXPECT_THAT(inSnippet(checkIsPure, "core/host/Shared.h", "#include <atomic>\n"), IsEmpty());
    EXPECT_THAT(inSnippet(checkIsPure, "core/host/Shared.h", "#include <mutex>\n"), SizeIs(1));
    EXPECT_THAT(inSnippet(checkIsPure, "core/host/Host.h", "#include <atomic>\n"), SizeIs(1));
}

TEST(IncludeCycles, AreFound) {
    EXPECT_THAT(includeCycles({{"core/pci/A.h", "#include \"core/host/B.h\"\n"}, {"core/host/B.h", ""}}),
                IsEmpty());
    const auto found = includeCycles({{"core/fleet/A.h", "#include \"core/bench/run/B.h\"\n"},
                                      {"core/bench/run/B.h", "#include \"core/fleet/A.h\"\n"}});
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0], "core/bench/run > core/fleet > core/bench/run");
}

TEST(FolderSize, CountsTheFilesOfAFolderWithoutThoseOfItsRooms) {
    const auto counts =
        filesByFolder({{"core/pci/Link.h", ""}, {"core/pci/Link.cpp", ""}, {"core/pci/names/Ids.h", ""}});
    EXPECT_EQ(counts.at("core/pci"), 2);
    EXPECT_EQ(counts.at("core/pci/names"), 1);
}

TEST(Length, FindsTheFirstLineTooMany) {
    EXPECT_THAT(inSnippet(checkLength, "core/pci/Link.cpp", std::string(kMostLines, '\n')), IsEmpty());
    EXPECT_THAT(inSnippet(checkLength, "core/pci/Link.cpp", std::string(kMostLines + 1, '\n')), SizeIs(1));
}

TEST(ClassSize, CountsAllFilesOfAClassAndOnlyThose) {
    const auto lines = linesByClass({{"core/pci/Link.h", "class Link {\n};\n"},
                                     {"core/pci/Link.cpp", "Link::Link() {}\nbool Link::isUp() {}\n"},
                                     {"core/pci/LinkText.cpp", "\n\nstd::string Link::text() const {}\n"},
                                     {"core/pci/Speed.cpp", "Speed at() {\n    return Link::speed();\n}\n"},
                                     {"tests/core/pci/link_test.cpp", "void Link::more() {}\n"}});
    EXPECT_THAT(lines, testing::ElementsAre(testing::Pair("Link", 7)));
}

TEST(Waits, AreFoundWithoutAConditionOrAReason) {
    const auto found = [](const std::string &text) {
        return inSnippet(checkWaits, "tests/app/a_test.cpp", text);
    };
    EXPECT_THAT(found("run.stop();\nstd::this_thread::sleep_for(1s);\n"), SizeIs(1));
    EXPECT_THAT(found("QTest::qWait(20);\n"), SizeIs(1));
    EXPECT_THAT(found("for (int i = 0; i < 50 && !isUp(); ++i)\n    QTest::qWait(20);\n"), IsEmpty());
    EXPECT_THAT(found("sleep_for(1s); // nothing may come\n"), IsEmpty());
    EXPECT_THAT(found("// Nothing may come.\nsleep_for(1s);\n"), IsEmpty());
}

TEST(Licence, IsMissedWhereTheHeaderIsMissingOrDamaged) {
    const std::string header = std::string("SPDX") + "-FileCopyrightText: 2026 The fabricscope authors\n";
    const std::string licence = std::string("SPDX") + "-License-Identifier: GPL-3.0-or-later\n";
    EXPECT_THAT(inSnippet(checkLicence, "core/pci/Link.cpp", "// " + header + "// " + licence), IsEmpty());
    EXPECT_THAT(inSnippet(checkLicence, "packaging/check", "#!/bin/sh\n# " + header + "# " + licence),
                IsEmpty());
    EXPECT_THAT(inSnippet(checkLicence, "core/pci/Link.cpp", "#pragma once\n"), SizeIs(1));
    EXPECT_THAT(inSnippet(checkLicence, "core/pci/Link.cpp", "// " + header), SizeIs(1));
    EXPECT_THAT(inSnippet(checkLicence, "core/CMakeLists.txt", "// " + header + "// " + licence), SizeIs(1));
    EXPECT_THAT(inSnippet(checkLicence, "core/CMakeLists.txt", "#SPDX - FileCopyrightText : 2026\n"),
                SizeIs(1));
}

TEST(Names, AreThoseOfTheClass) {
    EXPECT_THAT(inSnippet(checkName, "core/pci/link_speed.cpp", ""), SizeIs(1));
    EXPECT_THAT(inSnippet(checkName, "tests/core/pci/link_test.cpp", ""), IsEmpty());
    EXPECT_THAT(inSnippet(checkName, "core/pci/link_test.cpp", ""), SizeIs(1));
    EXPECT_THAT(inSnippet(checkName, "app/window/main.cpp", ""), IsEmpty());
    EXPECT_THAT(inSnippet(checkName, "remote/Client.h", "class Client {\n"), IsEmpty());
    EXPECT_THAT(inSnippet(checkName, "remote/Client.h", "class Session final : public Base {\n"), SizeIs(1));
    EXPECT_THAT(inSnippet(checkName, "remote/base/Ssh.h", "class Session {\nstruct Options {\n"), IsEmpty());
}

TEST(IncludeGuard, IsMissedInAHeader) {
    EXPECT_THAT(inSnippet(checkIncludeGuard, "core/pci/Link.h", "\n#pragma once\n"), IsEmpty());
    EXPECT_THAT(inSnippet(checkIncludeGuard, "core/pci/Link.h", "\n#ifndef LINK_H\n"), SizeIs(1));
}

TEST(ToolTips, AreFoundWhereQtMayReadThemAsMarkup) {
    EXPECT_THAT(inSnippet(checkToolTips, "widgets/a/A.cpp", "a->setToolTip(name);\n"), SizeIs(1));
    EXPECT_THAT(inSnippet(checkToolTips, "widgets/a/A.cpp", "a->setToolTip(plainToolTip(name));\n"),
                IsEmpty());
    EXPECT_THAT(inSnippet(checkToolTips, "app/window/A.cpp", "case Qt::ToolTipRole:\n    return name;\n"),
                SizeIs(1));
    EXPECT_THAT(
        inSnippet(
            checkToolTips, "widgets/a/A.cpp",
            "case Qt::ToolTipRole:\ncase Qt::X: {\n    const QString t = f();\n    return plainToolTip(t);"),
        IsEmpty());
}

TEST(MessageBoxes, AreFoundWhereQtMayReadThemAsMarkup) {
    const std::string made = "auto *box = new QMessageBox(QMessageBox::Warning, title, text);\n";
    EXPECT_THAT(inSnippet(checkMessageBoxes, "app/window/A.cpp", made + "box->open();\n"), SizeIs(1));
    EXPECT_THAT(inSnippet(checkMessageBoxes, "app/window/A.cpp",
                          made + "box->setTextFormat(Qt::PlainText);\nbox->setInformativeText(more);\n" +
                              "box->open();\nwidgets::prepareMessageBox(box);\n"),
                SizeIs(2));
    EXPECT_THAT(inSnippet(checkMessageBoxes, "app/window/A.cpp",
                          made + "widgets::prepareMessageBox(box, more);\nbox->open();\n"),
                IsEmpty());
    EXPECT_THAT(inSnippet(checkMessageBoxes, "widgets/a/A.cpp", "QMessageBox::warning(this, title, text);\n"),
                SizeIs(1));
    EXPECT_THAT(inSnippet(checkMessageBoxes, "widgets/a/A.cpp", "QMessageBox box;\nbox.exec();\n"),
                SizeIs(1));
}

TEST(Labels, AreFoundWhereQtMayReadThemAsMarkup) {
    for (const char *text :
         {"auto *a = new QLabel(name, this);\n", "QLabel label(name);\n", "a->setWhatsThis(name);\n",
          "a->setStatusTip(name);\n", "a->setTextFormat(Qt::RichText);\n", "A::A() : QLabel(name) {\n"})
        EXPECT_THAT(inSnippet(checkLabels, "widgets/a/A.cpp", text), SizeIs(1)) << text;
    for (const char *text : {"auto *a = plainLabel(name, this);\n", "QLabel *m_label = nullptr;\n",
                             "A::A() : QLabel(name) {\n    setTextFormat(Qt::PlainText);\n"})
        EXPECT_THAT(inSnippet(checkLabels, "widgets/a/A.cpp", text), IsEmpty()) << text;
}

TEST(Output, IsFoundWhereItPassesTextsAsTheyAre) {
    for (const char *text :
         {"fmt::print(stderr, \"{}\", name);\n", "std::print(\"{}\", name);\n", "std::cout << name;\n",
          "std::cerr << name;\n", "std::fputs(name, stdout);\n", "fprintf(stderr, \"%s\", name);\n",
          "std::puts(name);\n", "std::printf(name);\n", "fwrite(name, 1, 4, stdout);\n",
          "::write(STDERR_FILENO, name, 4);\n", "qWarning(\"%s\", name);\n"}) {
        for (const char *file : {"app/cli/A.cpp", "core/pci/A.cpp", "remote/A.cpp", "widgets/a/A.h"})
            EXPECT_THAT(inSnippet(checkOutput, file, text), SizeIs(1)) << text;
        EXPECT_THAT(inSnippet(checkOutput, "tests/app/a_test.cpp", text), IsEmpty()) << text;
    }
    for (const char *text : {"say(stderr, \"{}\", name);\n", "std::snprintf(to, 4, \"%d\", 1);\n",
                             "// as fmt::print() does\n", "channel.write(bytes);\n"})
        EXPECT_THAT(inSnippet(checkOutput, "app/cli/A.cpp", text), IsEmpty()) << text;
}

TEST(RootSkips, AreFoundWithoutTheWordsThatAreLookedFor) {
    for (const std::string asked :
         {"if (::getuid() != 0)\n", "if (geteuid() != 0 || !fs::exists(shell))\n", "if (!isRoot())\n"}) {
        const auto found = [&](const std::string &answer) {
            return inSnippet(checkRootSkips, "tests/app/a_test.cpp", asked + answer);
        };
        EXPECT_THAT(found("    GTEST_SKIP() << \"NOT TESTED: this is no root\";\n"), SizeIs(1)) << asked;
        EXPECT_THAT(found("    return \"only root makes an account\";\n"), SizeIs(1)) << asked;
        EXPECT_THAT(found("    GTEST_SKIP() << \"NOT TESTED: needs root, to mount\";\n"), IsEmpty()) << asked;
        EXPECT_THAT(found("    continue;\nGTEST_SKIP() << \"no shellcheck\";\n"), IsEmpty()) << asked;
    }
}

TEST(FindingRules, AreMissedAndFoundUnused) {
    const SourceFile table{
        "core/findings/rules/Links.cpp",
        "Rule{.id = \"link.slow\"},\nRule{.id = \"link.odd\"},\nlack(\"tool.old\", \"x\")"};
    const SourceFile code{"core/topology/Facts.cpp",
                          "add(Finding(\"link.slow\"));\nFinding made(\"link.sloow\");\n"
                          "findings.emplace_back(\"tool.older\");\n"};
    const auto unknown = unknownFindingRules({table, code});
    ASSERT_THAT(unknown, SizeIs(2));
    EXPECT_EQ(unknown[0].line, 2);
    EXPECT_THAT(unknown[0].why, HasSubstr("link.sloow"));
    EXPECT_THAT(unknown[1].why, HasSubstr("tool.older"));
    const auto unused = unusedFindingRules({table, code});
    ASSERT_THAT(unused, SizeIs(2));
    EXPECT_THAT(unused[0].why, HasSubstr("link.odd"));
    EXPECT_THAT(unused[1].why, HasSubstr("tool.old"));
}

TEST(Unfinished, IsFound) {
    EXPECT_THAT(inSnippet(checkUnfinished, "core/pci/Link.cpp", std::string("// TO") + "DO: all\n"),
                SizeIs(1));
    EXPECT_THAT(inSnippet(checkUnfinished, "core/pci/Link.cpp", "// to do: nothing\n"), IsEmpty());
}

} // namespace
} // namespace fabricscope::architecture
