// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/affinity/PathStyle.h"

#include <algorithm>
#include <array>

namespace fabricscope::present {

using draw::Token;

namespace {

using topology::PathWord;

// The path types, from good to bad (widgets/VISUAL-LANGUAGE.md, section 1).
constexpr std::array kStyles{
    PathStyle{PathWord::NvLink, Token::PathNvl, 30, "NVLink"},
    PathStyle{PathWord::Xgmi, Token::PathNvl, 30, "Infinity Fabric"},
    PathStyle{PathWord::Pix, Token::PathPix, 34, "one switch"},
    PathStyle{PathWord::Pxb, Token::PathPxb, 26, "several switches"},
    PathStyle{PathWord::Phb, Token::PathPhb, 16, "one host bridge"},
    PathStyle{PathWord::Node, Token::PathNode, 13, "same NUMA node"},
    PathStyle{PathWord::Sys, Token::PathSys, 15, "across NUMA nodes"},
};

} // namespace

std::span<const PathStyle> pathStyles() {
    return kStyles;
}

const PathStyle *pathStyleOf(PathWord word) {
    const auto found = std::find_if(kStyles.begin(), kStyles.end(),
                                    [&](const PathStyle &look) { return look.word == word; });
    return found == kStyles.end() ? nullptr : &*found;
}

bool isRelayed(nccl::PathType type) {
    return type == nccl::PathType::P2c || type == nccl::PathType::Pxn;
}

} // namespace fabricscope::present
