#include "CPlatform.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

// Exceeds the number of helpers that run at once; further ones would not be guarded.
enum { max_groups = 64 };

static _Atomic int groups[max_groups];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void end_groups(int number) {
    for (size_t place = 0; place < max_groups; place++) {
        int group = atomic_load(&groups[place]);
        if (group > 0) kill(-group, SIGKILL);
    }
    // The handler was reset, so the signal now has its default effect.
    raise(number);
}

static void install(void) {
    const int signals[] = {SIGHUP, SIGINT, SIGTERM};
    for (size_t place = 0; place < sizeof signals / sizeof *signals; place++) {
        struct sigaction old;
        if (sigaction(signals[place], NULL, &old) != 0 || (old.sa_flags & SA_SIGINFO)
            || old.sa_handler != SIG_DFL) {
            continue;
        }
        struct sigaction action = {.sa_handler = end_groups, .sa_flags = SA_RESETHAND};
        sigemptyset(&action.sa_mask);
        sigaction(signals[place], &action, NULL);
    }
}

void facialfun_guard_group(int group) {
    pthread_once(&once, install);
    for (size_t place = 0; place < max_groups; place++) {
        int none = 0;
        if (atomic_compare_exchange_strong(&groups[place], &none, group)) return;
    }
}

void facialfun_release_group(int group) {
    for (size_t place = 0; place < max_groups; place++) {
        int found = group;
        if (atomic_compare_exchange_strong(&groups[place], &found, 0)) return;
    }
}
