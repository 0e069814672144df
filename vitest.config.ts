import { defineConfig } from 'vitest/config';
import { BOTH_SURFACES } from './test/both-surfaces.ts';

export default defineConfig({
  test: {
    // Many tests wait for programs that they started: two at a time are done sooner, also on two cores.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'listed', include: ['test/**/*.test.ts'] } },
      // What drives a server, again through the few tools of `--discover` (test/surfaces.ts).
      { extends: true, test: { name: 'discover', include: BOTH_SURFACES, env: { SURFACE: 'discover' } } },
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
