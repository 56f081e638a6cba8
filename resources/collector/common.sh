# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Sent in front of each part. POSIX sh, for dash, bash and busybox; writes nothing on the host and needs no package.
# Starting a process is expensive (1 ms, 30 ms on an emulated machine), so files are read either by one grep for many,
# or by the shell itself. No here-documents: some shells keep them in a file.
# shellcheck disable=SC2016,SC2034,SC2154
fs_setup() {
    LC_ALL=C
    LANGUAGE=C
    PATH="${PATH:-/usr/bin:/bin}:/usr/sbin:/sbin:/opt/rocm/bin"
    export LC_ALL LANGUAGE PATH
    unset CDPATH ENV BASH_ENV GREP_OPTIONS GREP_COLOR GREP_COLORS
    umask 077
    set +e +u +f
    fs_nl='
'
    IFS=" 	$fs_nl"
    fs_default_ifs=$IFS
    fs_mark="@@fabricscope ${FS_NONCE:-}"
    fs_out=
    # The prefix in front of every path; fs_physical is the same without links, as cd -P shows it.
    fs_root=${FABRICSCOPE_ROOT:-}
    fs_root=${fs_root%/}
    fs_physical=
    if [ -n "$fs_root" ]; then
        cd -P "$fs_root" 2>/dev/null && fs_physical=$PWD
    fi
    fs_simulated=
    [ -n "$fs_root" ] && [ -e "$fs_root/etc/fabricscope-simulated" ] && fs_simulated=1
    fs_grep=
    command -v grep >/dev/null 2>&1 && fs_grep=1
    fs_eager=
    fs_whole=
    fs_under=
    fs_batch=1800
    fs_queue_start
}

# --- Frames (core/capture/StreamSplitter.h) ---

fs_flush() {
    [ -z "$fs_out" ] || printf '%s' "$fs_out" || exit 1
    fs_out=
}

fs_begin() {
    fs_setup
    fs_out="$fs_mark begin $1 1$fs_nl"
    if [ -n "$fs_root" ] && [ -z "$fs_physical" ]; then
        fs_note "FABRICSCOPE_ROOT is not a folder: $fs_root"
        fs_done
        exit 1
    fi
    [ -n "$fs_grep" ] || fs_note "grep is missing: files are read one by one, which takes longer"
}

# fs_section NAME ORIGIN: begins a section. Where reads may hang, its name is sent immediately.
fs_section() {
    fs_out="$fs_out$fs_mark section $1 $2$fs_nl"
    fs_status=0
    [ -z "$fs_eager" ] && [ "${#fs_out}" -lt 4096 ] || fs_flush
}

# fs_in NAME FOLDER: begins a section and enters its folder; status 1 if the folder is missing.
fs_in() {
    fs_section "$1" "$2"
    cd -P "$fs_root$2" 2>/dev/null || {
        fs_status=1
        return 1
    }
}

fs_end() {
    fs_out="$fs_out$fs_nl$fs_mark end $fs_status$fs_nl"
    cd / || :
}

fs_note() {
    fs_out="$fs_out$fs_mark note $1$fs_nl"
}

fs_done() {
    fs_out="$fs_out$fs_mark done$fs_nl"
    fs_flush
}

# --- Reading ---

# fs_loop FILE...: "FILE:LINE" by the shell alone; an unreadable file affects only itself.
fs_loop() {
    for fs_file; do
        [ -r "$fs_file" ] || continue
        while IFS= read -r fs_line || [ -n "$fs_line" ]; do
            fs_out="$fs_out$fs_file:$fs_line$fs_nl"
        done <"$fs_file"
        [ "${#fs_out}" -lt 4096 ] || fs_flush
    done 2>/dev/null
}

# fs_heads MOST FILE...: "FILE:LINE" of at most MOST lines of each by the shell alone; "FILE:..." where there are more.
fs_heads() {
    fs_most=$1
    shift
    for fs_file; do
        [ -r "$fs_file" ] || continue
        fs_count=0
        while IFS= read -r fs_line || [ -n "$fs_line" ]; do
            [ "$fs_count" -lt "$fs_most" ] || {
                fs_out="$fs_out$fs_file:...$fs_nl"
                break
            }
            fs_count=$((fs_count + 1))
            fs_out="$fs_out$fs_file:$fs_line$fs_nl"
            [ "${#fs_out}" -lt 4096 ] || fs_flush
        done <"$fs_file"
    done 2>/dev/null
}

# fs_files FILE...: "FILE:LINE" of each, by the cheaper way. With fs_whole not by the shell: dash reads byte by byte, and
# of a number in /proc/sys the kernel gives only the first digit so.
fs_files() {
    if [ -z "$fs_grep" ] || { [ "$#" -le 40 ] && [ -z "$fs_whole" ]; }; then
        fs_loop "$@"
        return
    fi
    fs_flush
    grep -Hs -- '' "$@" 2>/dev/null
    fs_ended $? 2
}

# fs_ended STATUS HIGHEST: a status above HIGHEST is an error, and the status of the section.
fs_ended() {
    [ "$1" -le "$2" ] || fs_status=$1
}

# --- Many files with few processes: paths are queued and read when enough have come together ---

# fs_queue PATH...: below fs_under.
fs_queue() {
    for fs_path; do
        fs_list="$fs_list$fs_under$fs_path$fs_nl"
    done
    fs_queued=$((fs_queued + $#))
    [ "$fs_queued" -lt "$fs_batch" ] || fs_queue_end
}

# fs_queue_found PATH...: as they are; a pattern that matched nothing is left out.
fs_queue_found() {
    [ -e "$1" ] || return 0
    IFS=$fs_nl
    fs_list="$fs_list$*$fs_nl"
    IFS=$fs_default_ifs
    fs_queued=$((fs_queued + $#))
    [ "$fs_queued" -lt "$fs_batch" ] || fs_queue_end
}

# fs_queue_names NAME...: sets what fs_queue_each FOLDER adds: these files of it. Made once, called for each folder.
fs_queue_names() {
    fs_code=
    for fs_name; do
        fs_code="$fs_code\$1/$fs_name\$fs_nl"
    done
    eval "fs_queue_each() {
        fs_list=\"\$fs_list$fs_code\"
        fs_queued=\$((fs_queued + $#))
        [ \"\$fs_queued\" -lt \"\$fs_batch\" ] || fs_queue_end
    }"
}

fs_queue_end() {
    IFS=$fs_nl
    set -f
    # shellcheck disable=SC2086
    fs_files $fs_list
    set +f
    IFS=$fs_default_ifs
    fs_queue_start
}

fs_queue_start() {
    fs_list=
    fs_queued=0
}

# --- Several sections out of one process ---

# fs_gathering: begins the one section of many. It enters the folder of the PCI functions, which have the most paths.
fs_gathering() {
    fs_section '*' /
    fs_up=../../../../
    cd -P "$fs_root/sys/bus/pci/devices" 2>/dev/null || :
    [ "$PWD" = "$fs_physical/sys/bus/pci/devices" ] || {
        fs_up=
        cd -P "$fs_root/" || :
    }
}

# fs_gather NAME FOLDER: its files come in the one stream of all; the splitter sorts them by the paths' beginnings.
fs_gather() {
    fs_status_here=0
    [ -e "$fs_root$2" ] || fs_status_here=1
    fs_under=$fs_up${2#/}
    case $2 in */) ;; *) fs_under=$fs_under/ ;; esac
    fs_out="$fs_out$fs_mark gather $1 $fs_status_here ${fs_under:--} $2$fs_nl"
}

# fs_gather_text NAME FILE: likewise for a file that is sent unchanged.
fs_gather_text() {
    fs_gather "$1" "$2"
    fs_out="${fs_out%"$fs_under $2$fs_nl"}$fs_up${2#/}: $2$fs_nl"
    fs_queue_found "$fs_up${2#/}"
}

# fs_gather_names NAME... -- FOLDER...: these files of each of these folders.
fs_gather_names() {
    fs_names=
    while [ "$1" != -- ]; do
        fs_names="$fs_names $1"
        shift
    done
    shift
    [ -e "$1" ] || return 0
    # shellcheck disable=SC2086
    fs_queue_names $fs_names
    for fs_folder; do
        fs_queue_each "$fs_folder"
    done
}

# fs_gather_pci NAME...: these files of each function.
fs_gather_pci() {
    fs_gather pci /sys/bus/pci/devices
    if [ -n "$fs_up" ]; then
        # In this folder paths have no prefix: what no other section takes belongs to it.
        fs_out="${fs_out%"$fs_under /"*}- /sys/bus/pci/devices$fs_nl"
        fs_gather_names "$@" -- *
    else
        fs_gather_names "$@" -- "$fs_under"*
    fi
}

# fs_links LINK...: "l LINK -> TARGET", like ls -l, but without a process, since cd -P follows a link to a folder;
# ls shows the others.
fs_links() {
    fs_here=$PWD
    fs_left=
    for fs_link; do
        [ -L "$fs_link" ] || continue
        if cd -P -- "$fs_link" 2>/dev/null; then
            fs_out="${fs_out}l $fs_link -> ${PWD#"$fs_physical"}$fs_nl"
            cd "$fs_here" || return
        else
            fs_left="$fs_left$fs_link$fs_nl"
        fi
    done
    [ -n "$fs_left" ] || return 0
    fs_flush
    IFS=$fs_nl
    set -f
    # shellcheck disable=SC2086
    ls -ld -- $fs_left 2>/dev/null
    set +f
    IFS=$fs_default_ifs
}

# fs_names NAME...: one a line; a pattern that matched nothing is left out.
fs_names() {
    [ -e "$1" ] || [ -L "$1" ] || return 0
    IFS=$fs_nl
    fs_out="$fs_out$*$fs_nl"
    IFS=$fs_default_ifs
}

# fs_text FILE [UNTIL-BLANK]: a short file, or its lines before the first blank one.
fs_text() {
    [ -r "$1" ] || {
        fs_status=1
        return
    }
    while IFS= read -r fs_line || [ -n "$fs_line" ]; do
        [ -n "$fs_line" ] || [ -z "${2:-}" ] || break
        fs_out="$fs_out$fs_line$fs_nl"
    done <"$1" 2>/dev/null
}

# --- Commands ---

# fs_find COMMAND: sets fs_command to the program to run. A simulated host has only the tools of its own tree.
fs_find() {
    fs_command=
    if [ -n "$fs_simulated" ]; then
        for fs_folder in /usr/bin /bin /usr/sbin /sbin /opt/rocm/bin; do
            if [ -x "$fs_root$fs_folder/$1" ]; then
                fs_command=$fs_root$fs_folder/$1
                return 0
            fi
        done
        return 1
    fi
    command -v "$1" >/dev/null 2>&1 && fs_command=$1
}

# fs_tool SECTION COMMAND ARGUMENT...: its output in a section, if the command is installed.
fs_tool() {
    fs_tool_section=$1
    shift
    fs_find "$1" || return 1
    fs_section "$fs_tool_section" "$*"
    fs_flush
    fs_tool_name=$1
    shift
    # shellcheck disable=SC2086
    $fs_limit "$fs_command" "$@" 2>&1
    fs_status=$?
    fs_end
    # 124 of GNU, 137 of both if it had to be killed, 143 of busybox.
    case "$fs_limit $fs_status" in
    ?*' 124' | ?*' 137' | ?*' 143')
        fs_note "$fs_tool_name did not finish within $fs_seconds s and was stopped: its output until then is kept"
        ;;
    esac
}

# The other end of each cable, from lldpd, which usually requires root.
fs_lldp() {
    fs_tool tool-lldp lldpctl -f keyvalue || fs_tool tool-lldp lldpcli -f keyvalue show neighbors
}

# fs_patience SECONDS: the time limit of the following tools; even one that only asks the kernel may wait for a lock there.
fs_patience() {
    fs_seconds=$1
    [ -n "${fs_timeout+known}" ] || fs_find_timeout
    fs_limit=${fs_timeout:+$fs_timeout $1}
}

# Sets fs_timeout to the command line of `timeout`, empty if there is none. It is tried only if it may not be GNU's, since
# that costs processes: busybox took -t SECONDS until 1.30, and has -k since 1.34.
fs_find_timeout() {
    fs_timeout=$(command -v timeout 2>/dev/null)
    case $fs_timeout in
    '') return ;;
    /*)
        [ -L "$fs_timeout" ] || {
            fs_timeout='timeout -k 2'
            return
        }
        ;;
    esac
    for fs_timeout in 'timeout -k 2' timeout 'timeout -t'; do
        $fs_timeout 2 true >/dev/null 2>&1 && return
    done
    fs_timeout=
}

# fs_is_root: whether this process has root's rights; a simulated host states it.
fs_is_root() {
    fs_uid=
    while read -r fs_key fs_value fs_uid fs_rest; do
        [ "$fs_key" != Uid: ] || break
        fs_uid=
    done 2>/dev/null <"${fs_simulated:+$fs_root}/proc/self/status"
    [ -n "$fs_uid" ] || ! fs_find id || fs_uid=$("$fs_command" -u 2>/dev/null)
    [ -n "$fs_uid" ] || fs_uid=$(id -u 2>/dev/null)
    [ "$fs_uid" = 0 ]
}

# --- Virtual machines ---

# Processes that name vfio (devices given to a VM) or are a known VMM. Not in the safe part, since the command line of a
# process that is stuck in the kernel cannot be read either. The brackets keep the pattern from matching the command
# line of a concurrent grep. Passwords, tokens and keys on a command line are removed, and what a guest gets by -fw_cfg
# and -smbios, except its UUID (core/capture/Secrets.h drops what this does not know).
fs_vmm() {
    if [ -n "$fs_grep" ]; then
        fs_hits=$(grep -lsE '[v]fio|[q]emu-(system|kvm)|[c]loud-hypervisor|[f]irecracker|[c]rosvm|[l]kvm' \
            [0-9]*/cmdline 2>/dev/null)
    else
        fs_hits=
        for fs_file in [0-9]*/cmdline; do
            fs_line=
            read -r fs_line <"$fs_file"
            case $fs_line in
            *vfio* | *qemu-system* | *qemu-kvm* | *cloud-hypervisor* | *firecracker* | *crosvm* | *lkvm*)
                fs_hits="$fs_hits $fs_file"
                ;;
            esac
        done 2>/dev/null
    fi
    for fs_file in $fs_hits; do
        fs_started="$fs_started ${fs_file%cmdline}stat"
        fs_out="$fs_out@pid ${fs_file%/cmdline}$fs_nl"
        fs_flush
        tr '\n\000' ' \n' <"$fs_file" 2>/dev/null |
            sed -e 's/^/=/' -e '/^=--*[a-z0-9_-]*\(token\|password\|passwd\|secret\|key\)$/{n;s/.*/=***/;}' \
                -e 's/\([Pp]assword\|[Pp]asswd\|[Ss]ecret\|[Tt]oken\)=\(,,\|[^,]\)*/\1=***/g' \
                -e '/^=secret,/s/data=\(,,\|[^,]\)*/data=***/g' -e 's/\([:,]\)key=\(,,\|[^:,]\)*/\1key=***/g' \
                -e '/^=.*,string=/s/,string=.*/,string=***/' \
                -e '/^=type=[0-9]/s/,\([a-tv-z][a-z_]*\)=\(,,\|[^,]\)*/,\1=***/g' -e 's|://[^/@ ]*@|://***@|g' 2>/dev/null
    done
}

# Root sees those that /proc hides from other users, so its part asks again. Their start times show which boot of a
# guest they run.
fs_vmms() {
    fs_started=
    fs_in vmm /proc && fs_vmm
    fs_end
    [ -n "$fs_started" ] || return 0
    # shellcheck disable=SC2086
    fs_in vmm-start /proc && fs_loop $fs_started
    fs_end
}

# --- PCI functions that are read from the hardware ---

# fs_wanted NAME: chosen by FS_ARGS: "NAME" only these, "-NAME" all but these.
fs_wanted() {
    case " $fs_without " in *" $1 "*) return 1 ;; esac
    [ -n "$fs_only" ] || return 0
    case " $fs_only " in *" $1 "*) return 0 ;; esac
    return 1
}

# fs_choose WORD...: FS_ARGS: "slow" = one device after another, each named before it is read; "text" = nothing binary.
fs_choose() {
    fs_slow=
    fs_packed=1
    fs_only=
    fs_without=
    fs_read_config=1
    fs_read_log=1
    [ ! -t 1 ] || fs_packed=
    for fs_word; do
        case $fs_word in
        no-config) fs_read_config= ;;
        no-dmesg) fs_read_log= ;;
        slow) fs_slow=1 fs_packed= ;;
        text) fs_packed= ;;
        -*) fs_without="$fs_without ${fs_word#-}" ;;
        *) fs_only="$fs_only $fs_word" ;;
        esac
    done
}

# fs_awake: sets fs_functions to the functions to read; those asleep are left alone, since reading would wake them.
fs_awake() {
    fs_functions=
    cd -P "$fs_root/sys/bus/pci/devices" 2>/dev/null || return 1
    for fs_each in *; do
        case $fs_each in *[!0-9a-f:.]* | '') continue ;; esac
        fs_wanted "$fs_each" || continue
        fs_state=
        fs_power=
        [ ! -r "$fs_each/power_state" ] || read -r fs_state <"$fs_each/power_state"
        [ ! -r "$fs_each/power/runtime_status" ] || read -r fs_power <"$fs_each/power/runtime_status"
        case "$fs_state $fs_power" in
        D3cold* | *suspended)
            fs_note "$fs_each is asleep: its link and configuration are not read, to not wake it"
            ;;
        *) fs_functions="$fs_functions $fs_each" ;;
        esac
    done 2>/dev/null
}

# fs_config: the section pci-config of fs_functions: 64 bytes without root, all with it (256, or 4096 on PCI Express; the
# kernel itself keeps readers off the registers that it knows to be dangerous).
fs_config() {
    # If grep passes every byte, one process reads many functions and the bytes are sent raw ("+").
    if [ -n "$fs_packed" ]; then
        fs_probe=$(printf 'a\000b\n' | grep -a '' 2>/dev/null)
        [ "$fs_probe" = ab ] || fs_packed=
    fi 2>/dev/null
    if fs_in "${fs_packed:++}pci-config" '/sys/bus/pci/devices'; then
        if [ -n "$fs_packed" ]; then
            fs_config_packed
        else
            fs_config_hex
        fi
    fi
    fs_end
}

fs_config_packed() {
    fs_queue_start
    for fs_each in $fs_functions -; do
        [ "$fs_each" = - ] || fs_list="$fs_list $fs_each/config"
        fs_queued=$((fs_queued + 1))
        [ "$fs_queued" -ge 64 ] || [ "$fs_each" = - ] || continue
        [ -z "$fs_list" ] || {
            fs_flush
            # shellcheck disable=SC2086
            grep -aHs '' $fs_list 2>/dev/null
            fs_ended $? 2
        }
        fs_queue_start
    done
}

# Each function is named before it is read, so that one that hangs is known.
fs_config_hex() {
    command -v od >/dev/null 2>&1 || {
        fs_note "od is missing: no configuration is read"
        fs_status=127
        return
    }
    for fs_each in $fs_functions; do
        fs_out="$fs_out=$fs_each$fs_nl"
        fs_flush
        od -An -v -tx1 "$fs_each/config" 2>/dev/null
    done
}
