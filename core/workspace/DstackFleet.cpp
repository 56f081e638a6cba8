// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A fleet of hosts reached by SSH, in the format of dstack's fleet configuration (dstack.ai, reference
// ".dstack.yml", fleet, ssh_config).
#include "core/base/HostText.h"
#include "core/workspace/HostSpec.h"
#include "core/workspace/ListBuilder.h"
#include "core/workspace/Yaml.h"

#include <fmt/format.h>

namespace fabricscope::workspace {

namespace {

class FleetReader {
public:
    FleetReader(const YamlDocument &document, ListBuilder &builder)
        : m_document(document), m_builder(builder) {}

    void read() {
        const YamlNode *config = m_document.find(m_document.root(), "ssh_config");
        const YamlNode *hosts = config == nullptr ? nullptr : m_document.find(*config, "hosts");
        if (hosts == nullptr || hosts->kind != YamlNode::Kind::Sequence) {
            m_builder.warn(config == nullptr ? 0 : config->line, "ssh_config has no list of hosts");
            return;
        }
        HostEntry common;
        takeLogin(*config, common);
        takeJump(*config, common);
        ListBuilder::addGroup(common, m_document.text(m_document.root(), "name"));
        for (const std::size_t item : hosts->items)
            if (!m_builder.isFull())
                addHost(m_document.at(item), common);
    }

private:
    void addHost(const YamlNode &node, HostEntry entry) {
        const std::string_view word = node.kind == YamlNode::Kind::Scalar ? std::string_view(node.text)
                                                                          : m_document.text(node, "hostname");
        auto parsed = parseHostSpec(word);
        if (!parsed || !parsed->container.empty()) {
            m_builder.warn(node.line, fmt::format("'{}' is not a host", HostText(word).plain(80)));
            return;
        }
        entry.name = parsed->name;
        entry.address = parsed->address;
        entry.line = node.line;
        if (!parsed->user.empty())
            entry.user = parsed->user;
        entry.port = parsed->port != 0 ? parsed->port : entry.port;
        takeLogin(node, entry);
        takeJump(node, entry);
        m_builder.add(std::move(entry));
    }

    /// user, port and identity_file, of the fleet or of one host.
    void takeLogin(const YamlNode &node, HostEntry &entry) {
        if (const auto user = m_document.text(node, "user"); isUserName(user))
            entry.user = user;
        else if (!user.empty())
            m_builder.warn(node.line, fmt::format("'{}' is not a valid user", HostText(user).plain(80)));
        if (const auto key = m_document.text(node, "identity_file"); isPath(key))
            entry.identityFile = key;
        if (const auto port = m_document.text(node, "port"); !port.empty()) {
            if (const auto number = portOf(port))
                entry.port = *number;
            else
                m_builder.warn(node.line, fmt::format("'{}' is not a port", HostText(port).plain(80)));
        }
    }

    void takeJump(const YamlNode &node, HostEntry &entry) {
        const YamlNode *proxy = m_document.find(node, "proxy_jump");
        if (proxy == nullptr)
            return;
        HostEntry hop;
        takeLogin(*proxy, hop);
        const std::string_view host = m_document.text(*proxy, "hostname");
        std::string jump = (hop.user.empty() ? "" : hop.user + "@") + std::string(host);
        if (hop.port != 0)
            jump += fmt::format(":{}", hop.port);
        if (!isJump(jump)) {
            m_builder.warn(proxy->line, fmt::format("'{}' is not a jump host", HostText(jump).plain(80)));
            return;
        }
        entry.jump = jump;
        if (!hop.identityFile.empty())
            m_builder.warn(proxy->line, "the jump host's identity_file is ignored: put it in your ssh "
                                        "configuration or agent");
    }

    const YamlDocument &m_document;
    ListBuilder &m_builder;
};

} // namespace

void readDstack(std::string_view text, ListBuilder &builder) {
    const auto document = readYaml(text);
    if (!document) {
        builder.warn(0, document.error().toString());
        return;
    }
    FleetReader(*document, builder).read();
}

} // namespace fabricscope::workspace
