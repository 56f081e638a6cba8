// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/DemoCaptures.h"

#include "app/demo/DemoTree.h"
#include "app/demo/data/DemoData.h"
#include "app/jobs/collect/CollectJob.h"
#include "app/jobs/collect/OpenFiles.h"

#include <QDateTime>
#include <QProcess>

#include <fstream>
#include <stdexcept>

namespace fabricscope::test {

namespace {

constexpr qint64 kAgeMs = 200'000; ///< shown as "3 min ago" for 40 more seconds
constexpr int kTimeoutMs = 60'000;

template<class Value> Value required(Result<Value> result) {
    if (!result)
        throw std::runtime_error(result.error().toString());
    return std::move(*result);
}

} // namespace

DemoCaptures::DemoCaptures(const std::vector<std::string> &names)
    : m_folder(required(app::demo::TemporaryFolder::make())) {
    for (const std::string &name : names)
        collect(name);
}

QString DemoCaptures::file(const std::string &name) const {
    return QString::fromStdString((m_folder->path() / (name + ".fscope")).string());
}

void DemoCaptures::collect(const std::string &name) const {
    const app::demo::DemoHost host = required(app::demo::loadDemoHost(name));
    const auto tree = m_folder->path() / name;
    if (const auto written = app::demo::writeDemoTree(host, tree); !written)
        throw std::runtime_error(written.error().toString());
    const auto outputFile = m_folder->path() / (name + ".out");
    {
        std::ofstream script(tree / "collect.sh");
        for (const auto part :
             {capture::Part::Safe, capture::Part::Touch, capture::Part::Tools, capture::Part::Root})
            script << app::collectorScript(part, "printed", "text");
    }
    QProcess shell;
    shell.setProcessEnvironment([&] {
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("FABRICSCOPE_ROOT"), QString::fromStdString(tree.string()));
        environment.insert(QStringLiteral("PATH"), QString::fromStdString((tree / "bin").string()));
        return environment;
    }());
    shell.setStandardOutputFile(QString::fromStdString(outputFile.string()));
    shell.start(QStringLiteral("/bin/sh"), {QString::fromStdString((tree / "collect.sh").string())});
    if (!shell.waitForFinished(kTimeoutMs))
        throw std::runtime_error("the collector does not end on " + name);
    const std::vector<std::filesystem::path> files{outputFile};
    capture::Capture capture = required(app::importFiles(files));
    capture.simulated = app::demo::simulatedSentence(host);
    capture.takenMs = QDateTime::currentMSecsSinceEpoch() - kAgeMs;
    if (const auto saved = capture::save(capture, file(name).toStdString()); !saved)
        throw std::runtime_error(saved.error().toString());
}

} // namespace fabricscope::test
