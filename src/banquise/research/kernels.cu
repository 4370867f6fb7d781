/* Batched stepping and random play on a device, for any game: what surrounds the functions that kernel.cuda writes from
 * the rules and from stepper.py. A kernel gives every match a thread; here it is said what a thread does, so that a C
 * compiler and a loop will do in its place, which is how the tests run this file without a device.
 *
 * Before this stand the program, OVER (stepper.py), and of the game: SIZE (of a struct), SEATS, CODES (of moves),
 * BUFFER (the longest list of moves), NUMBERS (of an observation), SHOWING and SHOWN (threads that show a match together,
 * in structs, and how many matches they show) and PLAN (kernel.transcribe). COLUMNS says how buffers lie; STEPPING, which
 * half of this file is meant. */

#define KEPT ((int)sizeof(State))

/* All that concerns a batch, as every kernel is given it. In columns a state is KEPT / 8 longs, a stride apart. */
#define BATCH                                                                                                          \
    i1 *states, u4 *rngs, i2 *legal, i1 *masks, f8 *rewards, i8 *actors, i8 *choices, i8 *actions, i8 *streams,        \
        i1 *ended, i2 *observations, int lanes, i8 seed, i8 stride, int at_random
#define GIVEN                                                                                                          \
    states, rngs, legal, masks, rewards, actors, choices, actions, streams, ended, observations, lanes, seed, stride,  \
        at_random

#ifdef __CUDACC__
#define EVERY_LANE(name)                                                                                               \
    extern "C" __global__ void __launch_bounds__(256) name(BATCH) {                                                    \
        name##_lane(blockIdx.x * blockDim.x + threadIdx.x, GIVEN);                                                     \
    }
#define ROLLED _Pragma("unroll 4")
#define WHOLLY_UNROLLED _Pragma("unroll")
#else
#define EVERY_LANE(name)                                                                                               \
    void name(BATCH) {                                                                                                 \
        for (int i = 0; i < lanes; i++) name##_lane(i, GIVEN);                                                     \
    }
#define ROLLED
#define WHOLLY_UNROLLED
#define __restrict__
#endif

/* Where things of one match lie ------------------------------------------------------------------------------------ */

#if COLUMNS
#define ROW_OF(kind, buffer, i, width) with_stride_##kind(buffer + (i), lanes)
#define NUMBER_OF(buffer, i, width, k) buffer[(i8)(k) * lanes + (i)]
#else
#define ROW_OF(kind, buffer, i, width) (buffer + (i8)(i) * (width))
#define NUMBER_OF(buffer, i, width, k) buffer[(i8)(i) * (width) + (k)]
#endif

#define LEGAL_OF(i) ROW_OF(i2, legal, i, BUFFER)

typedef union Near {
    State state;
    i8 longs[sizeof(State) / 8];
} Near;

/* Bring a match near; in columns there is one more than there are lanes, the set-up. */
DEVICE void bring(Near *near, const i1 *states, int i, int lanes) {
#if COLUMNS
    const i8 *from = (const i8 *)states + i;
    ROLLED for (int w = 0; w < KEPT / 8; w++) near->longs[w] = from[(i8)w * (lanes + 1)];
#else
    const i8 *from = (const i8 *)(states + (i8)i * SIZE);
    ROLLED for (int w = 0; w < KEPT / 8; w++) near->longs[w] = from[w];
#endif
}

DEVICE void put_back(const Near *near, i1 *states, int i, int lanes) {
#if COLUMNS
    i8 *to = (i8 *)states + i;
    ROLLED for (int w = 0; w < KEPT / 8; w++) to[(i8)w * (lanes + 1)] = near->longs[w];
#else
    i8 *to = (i8 *)(states + (i8)i * SIZE);
    ROLLED for (int w = 0; w < KEPT / 8; w++) to[w] = near->longs[w];
#endif
}

/* s and s_room: match i to work on. In structs that is the match itself, with working space of the thread's own; in columns
 * a copy of the thread's own, which put_back(...) brings home. */
#if COLUMNS
#define WORK_ON(i)                                                                                                     \
    Near near;                                                                                                         \
    Room nearby, *s_room = &nearby;                                                                                    \
    State *s = &near.state;
#define BRING_COPY(i) bring(&near, states, i, lanes);
#define DONE_WITH(i) put_back(&near, states, i, lanes);
#else
#define WORK_ON(i)                                                                                                     \
    Room nearby, *s_room = &nearby;                                                                                    \
    State *s = (State *)(states + (i8)(i) * SIZE);
#define BRING_COPY(i)
#define DONE_WITH(i)
#endif

DEVICE void take_rng(u4 *rng, const u4 *rngs, int i, int lanes) {
    for (int k = 0; k < 4; k++) rng[k] = NUMBER_OF(rngs, i, 4, k);
}

DEVICE void put_rng(const u4 *rng, u4 *rngs, int i, int lanes) {
    for (int k = 0; k < 4; k++) NUMBER_OF(rngs, i, 4, k) = rng[k];
}

#if STEPPING

/* A decision ------------------------------------------------------------------------------------------------------- */

#define MASK_OF(i) ROW_OF(i1, masks, i, CODES)
#define REWARDS_OF(i) ROW_OF(f8, rewards, i, SEATS)

/* What is known once somebody has to decide: who, and what may be done. */
#define TELL(i, seat)                                                                                                  \
    actors[i] = seat;                                                                                                  \
    choices[i] = list_moves(s, s_room, seat, LEGAL_OF(i), MASK_OF(i));

/* Lay out match i, which begins with its stream; who decides first. The set-up is brought already. */
DEVICE int set_out(State *s, Room *s_room, int i, BATCH) {
    u4 rng[4];
    seed_rng(rng, seed, streams[i]);
    int seat = settle_chance(s, s_room, rng, LEGAL_OF(i));
    put_rng(rng, rngs, i, lanes);
    return seat;
}

DEVICE void begin_lane(int i, BATCH) {
    if (i >= lanes) return;
    WORK_ON(i)
    bring((Near *)s, states, lanes, lanes);
    int seat = set_out(s, s_room, i, GIVEN);
    TELL(i, seat)
    DONE_WITH(i)
}
EVERY_LANE(begin)

/* The action that whoever acts in match i has chosen, or a random one, which is then told. */
DEVICE int chosen(int i, BATCH) {
    if (at_random) {
        u4 rng[4];
        take_rng(rng, rngs, i, lanes);
        actions[i] = random_move(rng, LEGAL_OF(i), (int)choices[i]);
        put_rng(rng, rngs, i, lanes);
    }
    return (int)actions[i];
}

/* One decision in match i; who acts then. What the last end has left is forgotten. */
DEVICE int decided(State *s, Room *s_room, int action, int i, BATCH) {
    if (ended[i]) {
        ended[i] = 0;
        for (int seat = 0; seat < SEATS; seat++) NUMBER_OF(rewards, i, SEATS, seat) = 0.0;
    }
    forget_moves(LEGAL_OF(i), (int)choices[i], MASK_OF(i));
    play(s, s_room, (int)actors[i], action);
    return whose_turn(s, s_room);
}

/* Chance decides until somebody must, or the match is over: then it is rewarded, and OVER. */
DEVICE int settled(State *s, Room *s_room, int i, BATCH) {
    u4 rng[4];
    take_rng(rng, rngs, i, lanes);
    int seat = settle_chance(s, s_room, rng, LEGAL_OF(i));
    put_rng(rng, rngs, i, lanes);
    if (seat == OVER) {
        ended[i] = 1;
        utilities(s, s_room, SEATS, LEGAL_OF(i), REWARDS_OF(i));
        streams[i] += stride;
    }
    return seat;
}

/* All of a step but what is seen: decide, settle, and lay out a new match where one is over. */
DEVICE void decide_lane(int i, BATCH) {
    if (i >= lanes) return;
    WORK_ON(i)
    int action = chosen(i, GIVEN);
    BRING_COPY(i)
    int seat = decided(s, s_room, action, i, GIVEN);
    if (seat < 0) seat = settled(s, s_room, i, GIVEN);
    if (seat < 0) {
        bring((Near *)s, states, lanes, lanes);
        seat = set_out(s, s_room, i, GIVEN);
    }
    TELL(i, seat)
    DONE_WITH(i)
}
EVERY_LANE(decide)

/* What the next to decide may see ----------------------------------------------------------------------------------- */

#if COLUMNS

/* A thread for each match: neighbours read and write neighbouring numbers. A long is read once for all that is in it. */
DEVICE void show_lane(int i, BATCH) {
    if (i >= lanes) return;
    int seat = actors[i] > 0 ? (int)actors[i] : 0, here = -1;
    i8 numbers = 0;
    for (int k = 0; k < NUMBERS; k++) {
        int width = PLAN[k][0], place = PLAN[k][1] + seat * PLAN[k][2], value = place == seat;
        if (width > 0) {
            int octet = place * width;
            if (octet >> 3 != here) {
                here = octet >> 3;
                numbers = ((const i8 *)states)[(i8)here * (lanes + 1) + i];
            }
            i8 rest = numbers >> 8 * (octet & 7);
            value = width == 1 ? (i1)rest : (i2)rest;
        }
        observations[(i8)k * lanes + i] = (i2)value;
    }
}
EVERY_LANE(show)

#else

#define SHARE ((NUMBERS + SHOWING - 1) / SHOWING)

/* A block for SHOWN matches, one after the other: a thread writes the same few numbers of each. */
DEVICE void show_some(int block, int thread, const i1 *__restrict__ states, const i8 *__restrict__ actors,
                      i2 *__restrict__ observations, int lanes) {
    int width[SHARE], place[SHARE], apart[SHARE];
    WHOLLY_UNROLLED for (int j = 0; j < SHARE; j++) {
        int k = thread + j * SHOWING < NUMBERS ? thread + j * SHOWING : 0;
        width[j] = PLAN[k][0];
        place[j] = PLAN[k][1];
        apart[j] = PLAN[k][2];
    }
    int last = (block + 1) * SHOWN < lanes ? (block + 1) * SHOWN : lanes;
    for (int i = block * SHOWN; i < last; i++) {
        int seat = actors[i] > 0 ? (int)actors[i] : 0, value[SHARE];
        const i1 *octets = states + (i8)i * SIZE;
        WHOLLY_UNROLLED for (int j = 0; j < SHARE; j++) {
            int at = place[j] + seat * apart[j];
            value[j] = at == seat;
            if (width[j] == 1) value[j] = octets[at];
            if (width[j] == 2) value[j] = ((const i2 *)octets)[at];
        }
        i2 *to = observations + (i8)i * NUMBERS + thread;
        WHOLLY_UNROLLED for (int j = 0; j < SHARE; j++) {
            if (thread + j * SHOWING < NUMBERS) to[j * SHOWING] = (i2)value[j];
        }
    }
}
#ifdef __CUDACC__
extern "C" __global__ void __launch_bounds__(SHOWING) show(BATCH) {
    show_some(blockIdx.x, threadIdx.x, states, actors, observations, lanes);
}
#else
void show(BATCH) {
    for (int block = 0; block * SHOWN < lanes; block++)
        for (int thread = 0; thread < SHOWING; thread++)
            show_some(block, thread, states, actors, observations, lanes);
}
#endif

#endif

#else

/* Random play to the end: as in lab.simulate, match i with stream i ------------------------------------------------- */

#define GAMES                                                                                                          \
    i1 *states, i2 *legal, i4 *options, i8 *moves, i8 *steps, i8 *ends, i8 *won, int lanes, i8 seed

DEVICE void play_lane(int i, GAMES) {
    if (i >= lanes) return;
    WORK_ON(i)
#if COLUMNS
    for (int w = 0; w < KEPT / 8; w++) near.longs[w] = 0;
#endif
    u4 rng[4];
    play_game(s, s_room, SEATS, options, seed, moves + i, steps + i, ends + i, won + i, 0, i, rng, LEGAL_OF(i));
#if COLUMNS
    ROLLED for (int w = 0; w < KEPT / 8; w++) ((i8 *)states)[(i8)w * lanes + i] = near.longs[w];
#endif
}
#ifdef __CUDACC__
extern "C" __global__ void __launch_bounds__(256) play_all(GAMES) {
    play_lane(blockIdx.x * blockDim.x + threadIdx.x, states, legal, options, moves, steps, ends, won, lanes, seed);
}
#else
void play_all(GAMES) {
    for (int i = 0; i < lanes; i++) play_lane(i, states, legal, options, moves, steps, ends, won, lanes, seed);
}
#endif

#endif
