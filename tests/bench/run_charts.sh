#!/bin/bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# run_charts.sh CHART_BENCH: CPU time of charts in the window's thread, with software rendering.
set -euo pipefail
QT_QPA_PLATFORM=offscreen exec "$1"
