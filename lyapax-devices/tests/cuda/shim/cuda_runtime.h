// Stands in for the header of the same name: what generated kernels take from it, for a compiler of C++.
#pragma once

#include <math.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

using std::max;
using std::min;

struct uint3 {
    unsigned x, y, z;
};
typedef uint3 dim3;

static inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return uint3{x, y, z}; }

static inline double rsqrt(double x) { return 1.0 / sqrt(x); }
static inline float rsqrt(float x) { return 1.0f / sqrtf(x); }

// Set before a thread runs, and whenever it goes on.
static uint3 gridDim, blockDim, blockIdx, threadIdx;
static const int warpSize = 32;

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __restrict__ __restrict
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
// One buffer for all; threads of other cubes do not run at the same time.
#define __shared__

// The line tells barriers from each other.
void barrier(int line);
#define __syncthreads() barrier(__LINE__)
