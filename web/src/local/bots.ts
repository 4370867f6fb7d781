// The bots' workers: each has its own memory, so they need no threads of WebAssembly, nor an isolated page.

const MOST_BOTS = 2; // as many as a shared search was measured with (docs/benchmarks.md)

/** In how many workers a bear thinks: a core is left for everything else, and where memory is short one has to do. */
export const botsBeside = (cores = 1, gigabytes = 8): number =>
  gigabytes < 4 ? 1 : Math.max(1, Math.min(MOST_BOTS, cores - 1));

/** In gigabytes, where a browser tells. */
export const memory = (): number | undefined => (navigator as { deviceMemory?: number }).deviceMemory;
