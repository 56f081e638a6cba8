// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/WorkspaceJson.h"

#include "core/json/Json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fabricscope::json {

namespace {

using namespace workspace;

void setText(Value &value, const char *key, const std::string &text) {
    if (!text.empty())
        value[key] = text;
}

void setSize(Value &value, const char *key, int size) {
    if (size > 0)
        value[key] = size;
}

Value movesValue(const workspace::WhatIfMoves &moves) {
    Value value = Value::array();
    for (const workspace::WhatIfMove &move : moves)
        value.push_back({{"gpu", move.gpu},
                         {"gpu_address", move.gpuAddress},
                         {"nic", move.nic},
                         {"nic_address", move.nicAddress}});
    return value;
}

Value foldsValue(const WindowState::Folds &folds) {
    Value value = Value::array();
    if (folds.all)
        value.push_back({{"open", *folds.all}});
    for (const auto &[id, open] : folds.each)
        value.push_back({{"id", id}, {"open", open}});
    return value;
}

Value onHostValue(const std::vector<hostvm::Override> &onHost) {
    Value value = Value::array();
    for (const hostvm::Override &own : onHost) {
        Value one = {{"guest", own.guest.toString()}};
        if (own.onHost) // else none of them
            one["host"] = own.onHost->toString();
        value.push_back(std::move(one));
    }
    return value;
}

Value memberValue(const Member &member, const WindowState &window) {
    Value value = Value::object();
    if (member.isCapture())
        value["files"] = member.files;
    const Connection &connection = member.connection;
    setText(value, "target", connection.target);
    setText(value, "name", member.name);
    setText(value, "user", connection.user);
    if (connection.port != 0)
        value["port"] = connection.port;
    setText(value, "identity_file", connection.identityFile);
    setText(value, "jump", connection.jump);
    if (connection.root)
        value["root"] = true;
    if (!member.moves.empty())
        value["what_if"] = movesValue(member.moves);
    for (const WindowState::Folds &folds : window.folds)
        if (folds.member == member.id && (folds.all || !folds.each.empty()))
            value["folds"] = foldsValue(folds);
    if (!member.onHost.empty())
        value["on_host"] = onHostValue(member.onHost);
    if (member.id == window.selected)
        value["selected"] = true;
    return value;
}

Value mutesValue(const std::vector<checks::Mute> &mutes) {
    Value value = Value::array();
    for (const checks::Mute &mute : mutes) {
        Value one = {
            {"rule", mute.rule}, {"host", mute.host}, {"device", mute.device}, {"reason", mute.reason}};
        if (mute.until)
            one["until"] = checks::toString(*mute.until);
        value.push_back(std::move(one));
    }
    return value;
}

Value membersValue(const WorkspaceFile &file, bool captures, Id group) {
    Value value = Value::array();
    for (const Member &member : file.workspace.members)
        if (member.isCapture() == captures && (captures || member.group == group))
            value.push_back(memberValue(member, file.window));
    return value;
}

void setPlace(Value &value, const char *key, const std::optional<WindowState::Place> &place) {
    if (place)
        value[key] = {{"x", place->x},
                      {"y", place->y},
                      {"width", place->width},
                      {"height", place->height},
                      {"maximized", place->maximized}};
}

void setDock(Value &value, const char *key, const WindowState::Dock &dock) {
    if (dock == WindowState::Dock{})
        return;
    Value &one = value[key] = Value::object();
    setText(one, "side", dock.side);
    setPlace(one, "window", dock.window);
}

Value windowValue(const WindowState &window) {
    Value value = Value::object();
    setText(value, "screen", window.screen);
    setText(value, "device", window.device);
    setPlace(value, "place", window.place);
    for (const auto &[key, option] : {std::pair("sidebar", window.sidebar),
                                      {"inspector", window.inspector},
                                      {"jobs_and_log", window.strip}})
        if (option)
            value[key] = *option;
    setDock(value, "sidebar_dock", window.sidebarDock);
    setDock(value, "inspector_dock", window.inspectorDock);
    setDock(value, "jobs_and_log_dock", window.stripDock);
    setSize(value, "sidebar_width", window.sidebarWidth);
    setSize(value, "inspector_width", window.inspectorWidth);
    setSize(value, "jobs_and_log_height", window.stripHeight);
    return value;
}

} // namespace

std::string workspaceDocument(const WorkspaceFile &file) {
    Value value;
    value["schema"] = "fabricscope.workspace/0";
    setText(value, "workspace_file", file.savedAs);
    if (file.unsaved)
        value["unsaved"] = true;
    if (file.unconfirmed)
        value["unconfirmed"] = true;
    Value &groups = value["groups"] = Value::array();
    for (const workspace::Group &group : file.workspace.groups) {
        Value one = Value::object();
        one["name"] = group.name;
        const auto &collapsed = file.window.collapsed;
        if (std::find(collapsed.begin(), collapsed.end(), group.id) != collapsed.end())
            one["collapsed"] = true;
        one["hosts"] = membersValue(file, false, group.id);
        groups.push_back(std::move(one));
    }
    value["hosts"] = membersValue(file, false, 0);
    value["captures"] = membersValue(file, true, 0);
    if (!file.workspace.mutes.empty())
        value["mutes"] = mutesValue(file.workspace.mutes);
    setText(value, "site_file", file.workspace.siteFile);
    value["window"] = windowValue(file.window);
    return dump(value);
}

} // namespace fabricscope::json
