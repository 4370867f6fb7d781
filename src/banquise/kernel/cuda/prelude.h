/* What every program begins with: numbers of known widths, and Python's operations on them. Any C compiler takes it;
 * without CUDA's it is ordinary C. With CHECKED every index and every number that is stored is tested. */
typedef signed char i1;
typedef unsigned char u1;
typedef short i2;
typedef unsigned short u2;
typedef int i4;
typedef unsigned int u4;
typedef long long i8;
typedef unsigned long long u8;
typedef float f4;
typedef double f8;

#ifdef __CUDACC__
#define DEVICE static __device__
#define TABLE static __device__ const
#define HOLDS(fact) static_assert(fact, #fact)
#else
#define DEVICE static
#define TABLE static const
#define HOLDS(fact) _Static_assert(fact, #fact)
#endif

#ifdef CHECKED
#include <stdio.h>
#include <stdlib.h>
static i8 inside(i8 at, i8 length, int line) {
    if (at < 0 || at >= length) {
        fprintf(stderr, "line %d: there is no entry %lld of %lld\n", line, at, length);
        abort();
    }
    return at;
}
static i8 fitting(i8 number, i8 low, i8 high, int line) {
    if (number < low || number > high) {
        fprintf(stderr, "line %d: %lld does not lie between %lld and %lld\n", line, number, low, high);
        abort();
    }
    return number;
}
#define AT(index, length) inside(index, length, __LINE__)
#define FIT_i1(number) (i1) fitting(number, -128, 127, __LINE__)
#define FIT_i2(number) (i2) fitting(number, -32768, 32767, __LINE__)
#define FIT_i4(number) (i4) fitting(number, -2147483648LL, 2147483647LL, __LINE__)
#define FIT_u1(number) (u1) fitting(number, 0, 255, __LINE__)
#define FIT_u2(number) (u2) fitting(number, 0, 65535, __LINE__)
#define FIT_u4(number) (u4) fitting(number, 0, 4294967295LL, __LINE__)
#else
#define AT(index, length) (index)
#define FIT_i1(number) (i1)(number)
#define FIT_i2(number) (i2)(number)
#define FIT_i4(number) (i4)(number)
#define FIT_u1(number) (u1)(number)
#define FIT_u2(number) (u2)(number)
#define FIT_u4(number) (u4)(number)
#endif
#define FIT_i8(number) (i8)(number)

/* Rows of which the numbers of one match lie a stride apart. */
#define STRIDED(kind)                                                                                                  \
    typedef struct strided_##kind {                                                                                    \
        kind *at;                                                                                                      \
        i8 step;                                                                                                       \
    } strided_##kind;                                                                                                  \
    DEVICE strided_##kind with_stride_##kind(kind *at, i8 step) {                                                      \
        strided_##kind row;                                                                                            \
        row.at = at;                                                                                                   \
        row.step = step;                                                                                               \
        return row;                                                                                                    \
    }
STRIDED(i1)
STRIDED(i2)
STRIDED(f8)

/* Python rounds down, and what is left has the sign of the divisor. */
DEVICE int div_int(int a, int b) { return a / b - (a % b != 0 && (a ^ b) < 0); }
DEVICE int mod_int(int a, int b) { int left = a % b; return left + (left != 0 && (left ^ b) < 0 ? b : 0); }
DEVICE i8 div_long(i8 a, i8 b) { return a / b - (a % b != 0 && (a ^ b) < 0); }
DEVICE i8 mod_long(i8 a, i8 b) { i8 left = a % b; return left + (left != 0 && (left ^ b) < 0 ? b : 0); }
DEVICE int min_int(int a, int b) { return b < a ? b : a; }
DEVICE int max_int(int a, int b) { return b > a ? b : a; }
DEVICE i8 min_long(i8 a, i8 b) { return b < a ? b : a; }
DEVICE i8 max_long(i8 a, i8 b) { return b > a ? b : a; }
DEVICE f8 min_float(f8 a, f8 b) { return b < a ? b : a; }
DEVICE f8 max_float(f8 a, f8 b) { return b > a ? b : a; }
DEVICE int abs_int(int a) { return a < 0 ? -a : a; }
DEVICE i8 abs_long(i8 a) { return a < 0 ? -a : a; }
DEVICE f8 abs_float(f8 a) { return a < 0 ? -a : a; }

/* Sums of products, exact. Four products of 8-bit numbers are one instruction of a GPU where both rows begin at multiples
 * of four bytes. */
DEVICE int dot_i1_i1(const i1 *one, const i1 *other, int length) {
    int total = 0, i = 0;
#ifdef __CUDA_ARCH__
    if ((((u8)one | (u8)other) & 3) == 0)
        for (; i + 4 <= length; i += 4)
            total = __dp4a(*(const int *)(one + i), *(const int *)(other + i), total);
#endif
    for (; i < length; i++) total += one[i] * other[i];
    return total;
}
DEVICE i8 dot_i1_i2(const i1 *one, const i2 *other, int length) {
    i8 total = 0;
    for (int i = 0; i < length; i++) total += one[i] * other[i];
    return total;
}
DEVICE i8 dot_i2_i1(const i2 *one, const i1 *other, int length) { return dot_i1_i2(other, one, length); }
DEVICE i8 dot_i2_i2(const i2 *one, const i2 *other, int length) {
    i8 total = 0;
    for (int i = 0; i < length; i++) total += one[i] * other[i];
    return total;
}
