import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for programs that they started: two at a time are done sooner, also on two cores.
    maxWorkers: 2,
  },
});
