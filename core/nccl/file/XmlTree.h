// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::nccl {

struct Version;

/// Results of the library as ncclResult_t numbers them.
enum class ResultCode : std::uint8_t {
    Success = 0,
    SystemError = 2,
    InternalError = 3,
    InvalidArgument = 4,
    InvalidUsage = 5,
    Crash = 255, ///< not a result: the process ends with a signal
};

/// Where the library gives up, and the consequence for the run. Texts are safe to show.
struct FileError {
    ResultCode code = ResultCode::InternalError;
    std::string call;         ///< its function: "xmlGetNode", "ncclTopoGetSystemFromXml"
    std::uint32_t line = 0;   ///< from 1; 0 if the error has no place in the file
    std::uint32_t column = 0; ///< from 1, in bytes
    std::string what;         ///< what is wrong there, with the library's own message where it has one
    std::string consequence;  ///< "the communicator is not created", and what to do

    /// "line 3, column 5: what; consequence"
    [[nodiscard]] std::string toString() const;
};

/// How to fix an error that lies in the file, in order, as sentences; empty if it lies elsewhere.
[[nodiscard]] std::vector<std::string> fixesOf(const FileError &error);

/// What the library ignores silently, or with a message that is not shown.
struct FileWarning {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string what;
};

struct XmlAttribute {
    std::string name;
    std::string value; ///< as the file has it, not made safe to show
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

struct XmlNode {
    std::string name;
    std::vector<XmlAttribute> attributes; ///< in the order of the file
    std::uint32_t line = 0;               ///< of its '<'; 0 where it was added
    std::uint32_t column = 0;
    bool assumed = false; ///< by standaloneSystem(): the file has no such element
    int parent = -1;      ///< index in XmlTree::nodes; the root has none
    std::vector<int> children;

    [[nodiscard]] const XmlAttribute *find(std::string_view attribute) const;
    /// Empty if the attribute is missing.
    [[nodiscard]] std::optional<std::string_view> value(std::string_view attribute) const;
    void set(std::string_view attribute, std::string value); ///< changed in its place, or added at the end
    void setIfAbsent(std::string_view attribute, std::string value);
    void unset(std::string_view attribute);
};

/// An NCCL file as the library has it in memory after loading: elements that it knows, in one vector, each
/// before its children. A value: copying it copies the tree.
struct XmlTree {
    std::vector<XmlNode> nodes;
    std::vector<FileWarning> warnings;

    /// The first `system` element; -1 if there is none: the library then continues as if there were no file.
    [[nodiscard]] int system() const;
    int add(int parent, std::string name); ///< at the end of the parent's children; the index of the new one
};

/// Limits of this program, in addition to the library's own.
struct XmlLimits {
    static constexpr std::size_t kBytes = std::size_t{16} << 20; ///< of a file
    static constexpr std::size_t kDepth = 512;                   ///< of elements in one another
    static constexpr std::size_t kWarnings = 256;                ///< more are counted in the last one
};

/// Reads a file as this version of the library does (src/graph/xml.cc: xmlGetNode and related). What is fatal
/// there is an error here. Linear in the size of the text.
[[nodiscard]] tl::expected<XmlTree, FileError> readXml(std::string_view text, const Version &version);

/// The version of the library that a file is written for, by the `version` of its `system` ("1" NCCL, "2"
/// RCCL); the newest row of that flavour. Null if the text does not state it.
[[nodiscard]] const Version *versionOfFile(std::string_view text);

/// The tree as text that this version reads back without errors: no declaration, no tabs, double quotes,
/// no character in a value that it would misinterpret. A value that cannot be written this way is an
/// error.
[[nodiscard]] tl::expected<std::string, FileError> writeXml(const XmlTree &tree, const Version &version);

} // namespace fabricscope::nccl
