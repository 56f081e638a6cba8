// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A process that is easily overlooked. Its first argument is how: "name": its name has line breaks, so that
// /proc/PID/stat has several lines; "thread": its first thread exits, so that the process looks like a
// zombie.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static void *sleepLong(void *unused) {
    (void)unused;
    sleep(1000);
    return NULL;
}

int main(int count, char **words) {
    if (count > 1 && strcmp(words[1], "name") == 0)
        prctl(PR_SET_NAME, "a\nb\n) R 1");
    if (count > 1 && strcmp(words[1], "thread") == 0) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, sleepLong, NULL) != 0)
            return 1;
        pthread_exit(NULL);
    }
    sleep(1000);
    return 0;
}
