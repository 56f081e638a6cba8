// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The only door to Boost.Asio. Asio of Boost 1.74 uses std::exchange without including its header.
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <utility>

namespace fabricscope::remote {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;

} // namespace fabricscope::remote
