import { defineConfig, mergeConfig } from 'vitest/config';
import building from './vite.config.ts';

// Apart from the build, which needs nothing that only checks.
export default mergeConfig(
  building,
  defineConfig({ test: { include: ['src/**/*.test.ts', 'test/**/*.test.ts'], environment: 'node' } }),
);
