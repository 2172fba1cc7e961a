// Runs the cubes of a launch one after the other. The threads of a cube are fibres, which change at barriers alone: so
// a thread that reads what another has not yet written there does so in every run, not in one of a thousand.
#pragma once

#include <sys/mman.h>
#include <ucontext.h>

#include <cstdio>
#include <utility>
#include <vector>

// As much as a block of a card may have.
alignas(128) unsigned char dynamic_shared_mem[227 * 1024];

namespace {

const size_t STACK = 512 * 1024;

struct Fibre {
    ucontext_t context;
    uint3 place;
    // The barrier at which it waits; 0 once it has ended.
    int line;
};

ucontext_t scheduler;
Fibre *running;

void (*kernel_body)(void *);
void *kernel_arguments;

void whole_thread() {
    kernel_body(kernel_arguments);
    running->line = 0;
}

// Stacks are kept from launch to launch.
char *stacks(size_t count) {
    static char *memory = nullptr;
    static size_t room = 0;
    if (count > room) {
        if (memory) munmap(memory, room * STACK);
        memory = (char *)mmap(nullptr, count * STACK, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        room = memory == MAP_FAILED ? 0 : count;
    }
    return room ? memory : nullptr;
}

// All threads up to their next barrier. Whether any are left; negative where they do not wait at the same one.
int advance(std::vector<Fibre> &fibres, bool backwards, int round, char *told, size_t room) {
    const size_t count = fibres.size();
    for (size_t i = 0; i < count; i++) {
        running = &fibres[backwards ? count - 1 - i : i];
        threadIdx = running->place;
        swapcontext(&scheduler, &running->context);
    }
    for (const Fibre &fibre : fibres) {
        if (fibre.line != fibres[0].line) {
            snprintf(told, room,
                     "barrier %d of cube (%u, %u, %u): thread (%u, %u, %u) is at line %d, the first one at line %d",
                     round, blockIdx.x, blockIdx.y, blockIdx.z, fibre.place.x, fibre.place.y, fibre.place.z,
                     fibre.line, fibres[0].line);
            return -1;
        }
    }
    return fibres[0].line != 0;
}

template <class... A, size_t... I>
void call(void (*kernel)(A...), void **arguments, std::index_sequence<I...>) {
    kernel(*(std::remove_reference_t<A> *)arguments[I]...);
}

// An argument is where its value lies, as a launch of CUDA's wants them.
template <class... A> void call(void (*kernel)(A...), void **arguments) {
    call(kernel, arguments, std::index_sequence_for<A...>());
}

// 0, or another number and why not.
int launch(void (*body)(void *), void *arguments, uint3 grid, uint3 block, size_t shared, bool backwards, char *told,
           size_t room) {
    const size_t count = (size_t)block.x * block.y * block.z;
    char *memory = stacks(count);
    if (!memory || shared > sizeof dynamic_shared_mem) {
        snprintf(told, room, "no room for %zu threads with %zu bytes of shared memory", count, shared);
        return 1;
    }
    kernel_body = body;
    kernel_arguments = arguments;
    gridDim = grid;
    blockDim = block;
    std::vector<Fibre> fibres(count);
    for (unsigned z = 0; z < grid.z; z++)
        for (unsigned y = 0; y < grid.y; y++)
            for (unsigned x = 0; x < grid.x; x++) {
                blockIdx = {x, y, z};
                // What is read before it was written is no number.
                memset(dynamic_shared_mem, 0xff, shared);
                for (size_t i = 0; i < count; i++) {
                    Fibre &fibre = fibres[i];
                    getcontext(&fibre.context);
                    fibre.context.uc_stack.ss_sp = memory + i * STACK;
                    fibre.context.uc_stack.ss_size = STACK;
                    fibre.context.uc_link = &scheduler;
                    fibre.place = {(unsigned)(i % block.x), (unsigned)(i / block.x % block.y),
                                   (unsigned)(i / block.x / block.y)};
                    makecontext(&fibre.context, whole_thread, 0);
                }
                int left = 1;
                for (int round = 1; left > 0; round++) left = advance(fibres, backwards, round, told, room);
                if (left < 0) return 2;
            }
    return 0;
}

} // namespace

void barrier(int line) {
    running->line = line;
    swapcontext(&running->context, &scheduler);
}

// The one function that is looked for from outside.
#define LAUNCHES(kernel)                                                                                              \
    extern "C" int launch_kernel(void **arguments, const unsigned *grid, const unsigned *block, size_t shared,        \
                                 int backwards, char *told, size_t room) {                                           \
        return launch([](void *arguments) { call(kernel, (void **)arguments); }, arguments,                          \
                      {grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]}, shared, backwards != 0, told,     \
                      room);                                                                                          \
    }
