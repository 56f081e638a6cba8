# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Before it: fs_nonce, fs_path, fs_folder and fs_new as values. What is said begins with "@@NONCE ".
LC_ALL=C
export LC_ALL
fs_say() { printf '@@%s %s\n' "$fs_nonce" "$*"; }
# Checksum and size; a small busybox has no cksum, and then the size alone tells.
fs_sum() {
  if ! command -v cksum >/dev/null 2>&1; then
    printf '%s %s' - "$(($(wc -c <"$1")))"
    return
  fi
  cksum <"$1" | {
    read -r fs_crc fs_size _
    printf '%s %s' "$fs_crc" "$fs_size"
  }
}
fs_show() {
  fs_say text
  cat "$fs_path"
  printf '\n'
  fs_say end
}
