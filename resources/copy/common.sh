# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Set before it: fs_nonce, fs_path, fs_folder and fs_new. Messages begin with "@@NONCE ".
LC_ALL=C
export LC_ALL
# The prefix of every path, as in the collector: the files of a simulated host, or a host seen from a container.
fs_root=${FABRICSCOPE_ROOT:-}
fs_root=${fs_root%/}
fs_outside=
case $fs_root:$fs_path/ in ?*:*/../*) fs_outside=1 ;; esac
fs_path=$fs_root$fs_path fs_folder=$fs_root$fs_folder fs_new=$fs_root$fs_new
[ -z "${fs_backup:-}" ] || fs_backup=$fs_root$fs_backup
fs_say() { printf '@@%s %s\n' "$fs_nonce" "$*"; }
# Checksum and size; a small busybox has no cksum, and then only the size is compared.
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
# The owner of a folder, and everybody who may write to one that is not sticky, can replace our file while it is
# written: only folders of this user and of root are accepted.
fs_is_safe() {
  # shellcheck disable=SC2012,SC3067 # letters and a number are read; dash and busybox have -O
  ls -ldn "$1/" | {
    read -r fs_letters _ fs_user _
    # Above a simulated host is the real machine, whose root is nobody in a user namespace (user_namespaces(7)).
    case ${fs_root:+simulated}:$fs_user in
    simulated:65534) ;;
    *) [ "$fs_user" = 0 ] || [ -O "$1/" ] || return 1 ;;
    esac
    case $fs_letters in d???????w[!tT]*) return 1 ;; esac
  }
}
# Root writes wherever a path leads, and the owner of any folder above ours can replace it: each of them is checked,
# without following links.
fs_is_safe_folder() {
  fs_is_safe "$fs_folder" || return 1
  [ "$(id -u)" = 0 ] || return 0
  (
    cd -P "$fs_folder/" || exit 1
    # shellcheck disable=SC3013 # dash and busybox have -ef
    until [ . -ef .. ]; do
      cd -P .. && fs_is_safe . || exit 1
    done
  ) 2>/dev/null
}
fs_show() {
  fs_say text
  cat "$fs_path"
  printf '\n'
  fs_say end
}
