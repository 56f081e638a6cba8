// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/nccl/DemoFacts.h"

#include "app/demo/DemoTree.h"
#include "app/demo/confine/TemporaryFolder.h"
#include "app/demo/data/DemoData.h"
#include "core/capture/StreamSplitter.h"
#include "core/formats/HostReader.h"
#include "resources/Resources.h"
#include "tests/support/Shell.h"

#include <fstream>
#include <map>
#include <stdexcept>

namespace fabricscope::test {

namespace {

std::string collected(const app::demo::DemoHost &host, const std::filesystem::path &tree,
                      const std::string &part) {
    const std::string script = tree.string() + "-script";
    std::ofstream(script, std::ios::binary)
        << "FS_NONCE=n0nce; FS_ARGS=''\n"
        << resources::find("collector/common.sh") << resources::find("collector/" + part + ".sh");
    std::string command = "env -i FABRICSCOPE_ROOT='" + tree.string() + "' PATH='" + (tree / "bin").string() +
                          "' HOME=/root USER=root LANG=C.UTF-8";
    for (const auto &[variable, value] : host.environment)
        command += " " + variable + "='" + value + "'";
    return outputOf(command + " /bin/sh -s < '" + script + "' 2>/dev/null");
}

DemoFacts makeFacts(const std::string &name) {
    const auto host = app::demo::loadDemoHost(name);
    const auto folder = app::demo::TemporaryFolder::make();
    if (!host || !folder)
        throw std::runtime_error("no demo host " + name);
    const std::filesystem::path tree = (*folder)->path() / name;
    if (const auto written = app::demo::writeDemoTree(*host, tree); !written)
        throw std::runtime_error(written.error().toString());
    DemoFacts facts;
    facts.capture.target = name;
    for (const auto &[part, script] :
         {std::pair(capture::Part::Safe, "safe"), std::pair(capture::Part::Touch, "touch"),
          std::pair(capture::Part::Tools, "tools"), std::pair(capture::Part::Root, "root")}) {
        capture::StreamSplitter splitter(
            "n0nce", part,
            {[&](capture::Section section) { facts.capture.sections.push_back(std::move(section)); },
             [](const std::string &) {},
             [] {
             }});
        splitter.feed(collected(*host, tree, script), 0);
        splitter.finish(capture::Damage::None, "", 0);
    }
    facts.host = std::make_shared<const host::Host>(formats::readHost(facts.capture));
    facts.topology = topology::build(facts.host);
    return facts;
}

} // namespace

std::optional<std::string> DemoFacts::textOf(const host::NcclFile &file) const {
    if (!file.text.exists() || file.text.section >= capture.sections.size())
        return std::nullopt;
    return capture.sections[file.text.section].bytes();
}

const DemoFacts &demoFacts(const std::string &name) {
    static std::map<std::string, DemoFacts> known;
    const auto at = known.find(name);
    return at != known.end() ? at->second : known.emplace(name, makeFacts(name)).first->second;
}

} // namespace fabricscope::test
