// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The reading half of WorkspaceJson.h.
#include "core/base/HostText.h"
#include "core/json/Json.h"
#include "core/json/WorkspaceJson.h"
#include "core/pci/Address.h"
#include "core/workspace/HostSpec.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace fabricscope::json {

namespace {

using workspace::Connection;
using workspace::Id;
using workspace::Member;
using workspace::WindowState;
using workspace::WorkspaceFile;
using Limits = workspace::WorkspaceLimits;

constexpr std::string_view kSchema = "fabricscope.workspace/";
constexpr ParseLimits kParse{std::size_t{16} << 20, 16, 1'000'000};

/// Takes values out of objects and stores the first error; after it everything reads as empty.
class Reader {
public:
    [[nodiscard]] const std::string &problem() const { return m_problem; }
    void refuse(const std::string &place, std::string_view why) {
        if (m_problem.empty())
            m_problem = fmt::format("{} {}", place, why);
    }

    /// nullptr if the key is missing or has another type.
    const Value *take(const Value &object, const std::string &place, const char *key, Value::value_t type) {
        const auto found = m_problem.empty() ? object.find(key) : object.end();
        if (found == object.end())
            return nullptr;
        const bool number = type == Value::value_t::number_integer && found->is_number_integer();
        if (found->type() == type || number)
            return &*found;
        refuse(nameOf(place, key), fmt::format("is {}, not {}", found->type_name(), wordOf(type)));
        return nullptr;
    }
    std::string text(const Value &object, const std::string &place, const char *key, std::size_t most) {
        const Value *found = take(object, place, key, Value::value_t::string);
        return found != nullptr ? safe(*found, nameOf(place, key), most) : std::string();
    }
    std::string safe(const Value &value, const std::string &place, std::size_t most) {
        if (!value.is_string())
            return refuse(place, "is not a string"), std::string();
        auto content = value.get<std::string>();
        if (content.size() > most)
            return refuse(place, fmt::format("is longer than {} bytes", most)), std::string();
        if (HostText(content).plain() != content || content.find_first_of("\t\n") != std::string::npos)
            return refuse(place, "contains unprintable characters"), std::string();
        return content;
    }
    std::optional<bool> flag(const Value &object, const std::string &place, const char *key) {
        const Value *found = take(object, place, key, Value::value_t::boolean);
        return found != nullptr ? std::optional(found->get<bool>()) : std::nullopt;
    }
    int number(const Value &object, const std::string &place, const char *key, int least, int most,
               int absent = 0) {
        const Value *found = take(object, place, key, Value::value_t::number_integer);
        if (found == nullptr)
            return absent;
        // Unsigned numbers beyond 63 bits wrap when converted to signed ones.
        const bool isTooLarge = found->is_number_unsigned() && found->get<std::uint64_t>() > INT32_MAX;
        const auto value = isTooLarge ? std::int64_t{INT64_MAX} : found->get<std::int64_t>();
        if (value < least || value > most)
            return refuse(nameOf(place, key), fmt::format("is not between {} and {}", least, most)), absent;
        return static_cast<int>(value);
    }
    /// Calls the function for each object of a list.
    template<class Each>
    void each(const Value &object, const std::string &place, const char *key, std::size_t most, Each &&one) {
        const Value *list = take(object, place, key, Value::value_t::array);
        if (list == nullptr)
            return;
        if (list->size() > most)
            return refuse(nameOf(place, key), fmt::format("has more than {} entries", most));
        for (std::size_t index = 0; index < list->size() && m_problem.empty(); ++index) {
            const std::string at = fmt::format("{}[{}]", nameOf(place, key), index);
            if ((*list)[index].is_object())
                one((*list)[index], at);
            else
                refuse(at, "is not an object");
        }
    }

    static std::string nameOf(const std::string &place, const char *key) {
        return place.empty() ? std::string(key) : place + "." + key;
    }

private:
    static std::string_view wordOf(Value::value_t type) {
        switch (type) {
        case Value::value_t::string:
            return "a text";
        case Value::value_t::boolean:
            return "true or false";
        case Value::value_t::array:
            return "a list";
        case Value::value_t::object:
            return "an object";
        default:
            return "a whole number";
        }
    }

    std::string m_problem;
};

class WorkspaceReader {
public:
    explicit WorkspaceReader(Reader &reader) : m_reader(reader) {}

    WorkspaceFile read(const Value &document) {
        m_file.savedAs = m_reader.text(document, {}, "workspace_file", Limits::kPath);
        m_file.unsaved = m_reader.flag(document, {}, "unsaved").value_or(false);
        m_file.unconfirmed = m_reader.flag(document, {}, "unconfirmed").value_or(false);
        m_reader.each(document, {}, "groups", Limits::kGroups,
                      [this](const Value &group, const std::string &place) { readGroup(group, place); });
        const auto readInto = [this](Id group) {
            return [this, group](const Value &host, const std::string &place) {
                readMember(host, place, group);
            };
        };
        m_reader.each(document, {}, "hosts", Limits::kMembers, readInto(0));
        m_reader.each(document, {}, "captures", Limits::kMembers, readInto(0));
        m_reader.each(document, {}, "mutes", checks::MuteLimits::kMutes,
                      [this](const Value &mute, const std::string &place) { readMute(mute, place); });
        m_file.workspace.siteFile = m_reader.text(document, {}, "site_file", Limits::kPath);
        if (const Value *window = m_reader.take(document, {}, "window", Value::value_t::object))
            readWindow(*window, "window");
        return std::move(m_file);
    }

private:
    void readGroup(const Value &group, const std::string &place) {
        const std::string name = m_reader.text(group, place, "name", Limits::kName);
        if (!m_reader.problem().empty())
            return;
        const Id id = ++m_lastId;
        auto added = workspace::withGroup(std::move(m_file.workspace), id, name);
        if (!added)
            return m_reader.refuse(Reader::nameOf(place, "name"), "cannot be used: " + added.error().what);
        m_file.workspace = std::move(*added);
        if (m_reader.flag(group, place, "collapsed").value_or(false))
            m_file.window.collapsed.push_back(id);
        m_reader.each(group, place, "hosts", Limits::kMembers,
                      [this, id](const Value &host, const std::string &at) { readMember(host, at, id); });
    }

    /// All but the date are required: with fewer of them it would mute more.
    void readMute(const Value &value, const std::string &place) {
        using Bounds = checks::MuteLimits;
        const auto text = [&](const char *key, std::size_t most) {
            std::string found = m_reader.text(value, place, key, most);
            if (found.empty())
                m_reader.refuse(Reader::nameOf(place, key), "is missing");
            return found;
        };
        checks::Mute mute{.rule = text("rule", Bounds::kName),
                          .host = text("host", Bounds::kName),
                          .device = text("device", Bounds::kName),
                          .reason = text("reason", Bounds::kReason),
                          .until = {}};
        const std::string until = m_reader.text(value, place, "until", Limits::kName);
        mute.until = checks::parseDate(until);
        if (!mute.until && value.contains("until"))
            m_reader.refuse(Reader::nameOf(place, "until"), "is not a date (such as 2026-12-31)");
        m_file.workspace.mutes.push_back(std::move(mute));
    }

    void readMember(const Value &value, const std::string &place, Id group) {
        if (m_file.workspace.members.size() >= Limits::kMembers)
            return m_reader.refuse("the workspace",
                                   fmt::format("has more than {} hosts and captures", Limits::kMembers));
        Member member;
        member.id = ++m_lastId;
        member.group = group;
        if (const Value *files = m_reader.take(value, place, "files", Value::value_t::array))
            readFiles(*files, Reader::nameOf(place, "files"), member);
        else
            member.connection = connectionOf(value, place);
        member.name = m_reader.text(value, place, "name", Limits::kName);
        m_reader.each(value, place, "what_if", Limits::kMoves, [&](const Value &move, const std::string &at) {
            const auto word = [&](const char *key) {
                return m_reader.text(move, at, key, Limits::kName);
            };
            member.moves.push_back({word("gpu"), word("gpu_address"), word("nic"), word("nic_address")});
        });
        readFolds(value, place, member.id);
        m_reader.each(value, place, "on_host", Limits::kOnHost,
                      [&](const Value &own, const std::string &at) { readOnHost(own, at, member); });
        if (m_reader.flag(value, place, "selected").value_or(false))
            m_file.window.selected = member.id;
        m_file.workspace.members.push_back(std::move(member));
    }

    void readFolds(const Value &value, const std::string &place, Id member) {
        WindowState::Folds folds{member, {}, {}};
        m_reader.each(value, place, "folds", WindowState::Folds::kMost,
                      [&](const Value &one, const std::string &at) {
                          const std::string id = m_reader.text(one, at, "id", Limits::kName);
                          const auto open = m_reader.flag(one, at, "open");
                          if (!open)
                              return m_reader.refuse(Reader::nameOf(at, "open"), "is missing");
                          if (id.empty())
                              folds.all = open;
                          else
                              folds.each[id] = *open;
                      });
        if (folds.all || !folds.each.empty())
            m_file.window.folds.push_back(std::move(folds));
    }

    void readOnHost(const Value &value, const std::string &place, Member &member) {
        const auto address = [&](const char *key) {
            const std::string text = m_reader.text(value, place, key, Limits::kName);
            const auto parsed = pci::Address::parse(text);
            if (!text.empty() && !parsed)
                m_reader.refuse(Reader::nameOf(place, key), "is not a host name or IP address");
            return parsed;
        };
        if (const auto guest = address("guest"))
            member.onHost.push_back({*guest, address("host")});
    }

    void readFiles(const Value &files, const std::string &place, Member &member) {
        if (files.empty() || files.size() > Limits::kFiles)
            return m_reader.refuse(place, fmt::format("must have 1 to {} entries", Limits::kFiles));
        for (std::size_t index = 0; index < files.size(); ++index) {
            const std::string at = fmt::format("{}[{}]", place, index);
            member.files.push_back(m_reader.safe(files[index], at, Limits::kPath));
            if (member.files.back().empty())
                m_reader.refuse(at, "is empty");
        }
    }

    /// Text that could be an option or has a meaning for a shell is refused, as for typed targets
    /// (remote/base/Target.h).
    Connection connectionOf(const Value &value, const std::string &place) {
        Connection connection;
        connection.target = m_reader.text(value, place, "target", Limits::kPath);
        if (connection.target.empty() || connection.target.front() == '-')
            m_reader.refuse(Reader::nameOf(place, "target"), "names no host");
        const auto checked = [&](const char *key, bool (*holds)(std::string_view), std::string_view what) {
            std::string text = m_reader.text(value, place, key, Limits::kPath);
            if (!text.empty() && !holds(text))
                m_reader.refuse(Reader::nameOf(place, key), what);
            return text;
        };
        connection.user = checked("user", workspace::isUserName, "is not a user name");
        connection.identityFile = checked("identity_file", workspace::isPath, "is not a path");
        connection.jump = checked("jump", workspace::isJump,
                                  "is not a list of jump hosts ([user@]host[:port], separated by commas)");
        connection.port = static_cast<std::uint16_t>(m_reader.number(value, place, "port", 1, 65535));
        connection.root = m_reader.flag(value, place, "root").value_or(false);
        return connection;
    }

    void readWindow(const Value &value, const std::string &place) {
        WindowState &window = m_file.window;
        constexpr int kMost = WindowState::kMaxPixels;
        window.screen = m_reader.text(value, place, "screen", Limits::kName);
        window.device = m_reader.text(value, place, "device", Limits::kName);
        if (!window.device.empty() && !pci::Address::parse(window.device))
            m_reader.refuse(Reader::nameOf(place, "device"), "is not a PCI address (such as 0000:3b:00.0)");
        window.sidebar = m_reader.flag(value, place, "sidebar");
        window.inspector = m_reader.flag(value, place, "inspector");
        window.strip = m_reader.flag(value, place, "jobs_and_log");
        window.sidebarWidth = m_reader.number(value, place, "sidebar_width", 0, kMost);
        window.inspectorWidth = m_reader.number(value, place, "inspector_width", 0, kMost);
        window.stripHeight = m_reader.number(value, place, "jobs_and_log_height", 0, kMost);
        window.place = placeIn(value, place, "place");
        window.sidebarDock = dockIn(value, place, "sidebar_dock");
        window.inspectorDock = dockIn(value, place, "inspector_dock");
        window.stripDock = dockIn(value, place, "jobs_and_log_dock");
    }

    std::optional<WindowState::Place> placeIn(const Value &value, const std::string &place, const char *key) {
        constexpr int kMost = WindowState::kMaxPixels;
        const Value *at = m_reader.take(value, place, key, Value::value_t::object);
        if (at == nullptr)
            return std::nullopt;
        const std::string inside = Reader::nameOf(place, key);
        return WindowState::Place{m_reader.number(*at, inside, "x", -kMost, kMost),
                                  m_reader.number(*at, inside, "y", -kMost, kMost),
                                  m_reader.number(*at, inside, "width", 0, kMost),
                                  m_reader.number(*at, inside, "height", 0, kMost),
                                  m_reader.flag(*at, inside, "maximized").value_or(false)};
    }

    WindowState::Dock dockIn(const Value &value, const std::string &place, const char *key) {
        const Value *at = m_reader.take(value, place, key, Value::value_t::object);
        if (at == nullptr)
            return {};
        const std::string inside = Reader::nameOf(place, key);
        return {m_reader.text(*at, inside, "side", Limits::kName), placeIn(*at, inside, "window")};
    }

    Reader &m_reader;
    WorkspaceFile m_file;
    Id m_lastId = 0;
};

} // namespace

Result<WorkspaceFile> readWorkspace(std::string_view text) {
    const auto document = parse(text, kParse);
    if (!document)
        return tl::unexpected(document.error());
    Reader reader;
    const std::string schema = document->is_object() ? reader.text(*document, {}, "schema", 100) : "";
    if (!schema.starts_with(kSchema))
        return failure("not a fabricscope workspace");
    if (schema != "fabricscope.workspace/0")
        return failure("newer workspace version: " + schema, {}, "open it with a newer fabricscope");
    WorkspaceFile file = WorkspaceReader(reader).read(*document);
    if (!reader.problem().empty())
        return failure(reader.problem());
    return file;
}

} // namespace fabricscope::json
