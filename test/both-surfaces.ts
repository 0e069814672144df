/** Which test files are run on both surfaces of a server, and why those that are not (both-surfaces.test.ts holds the list whole). */

/** Run twice: by the projects `listed` and `discover` of vitest.config.ts. */
export const BOTH_SURFACES = [
  'ask',
  'ask-guide',
  'ask-retry',
  'crash',
  'faults',
  'hostile',
  'journal',
  'lifecycle',
  'log',
  'real-specs',
  'serve',
  'settings',
  'soak',
  'stdout',
  'undo',
]
  .map((name) => `test/end-to-end/${name}.test.ts`)
  .concat(['outcome-kept', 'undo', 'undo-every-write'].map((name) => `test/runtime/journal/${name}.test.ts`));

/** They run each test on both by themselves (`SURFACES`, `callOf`). */
export const BY_THEMSELVES = [
  'test/catalogue/every-write-of-real-apis.test.ts',
  'test/catalogue/every-write.test.ts',
  'test/end-to-end/serve-sandbox.test.ts',
  'test/runtime/every-write.test.ts',
  'test/runtime/fields/fields.test.ts',
  'test/runtime/gate/model.test.ts',
  'test/runtime/requests.property.test.ts',
];

export const LEFT_OUT: Readonly<Record<string, string>> = {
  'test/architecture/imports.test.ts': 'it reads the sources',
  'test/catalogue/forced-deletion.test.ts': 'the catalogue is refused before anything is served',
  'test/docs/commands.test.ts': 'documents say what is listed; docs/large-apis.md, what is found',
  'test/docs/large-apis.test.ts': 'it measures what is listed, on both',
  'test/docs/use-cases.test.ts': 'documents say what is listed',
  'test/end-to-end/config.test.ts': 'it is about the snippet that starts a server',
  'test/end-to-end/malformed.test.ts': 'it holds the bundle against its source',
  'test/end-to-end/mcpb.test.ts': 'it is about the bundle that starts a server',
  'test/library/promises.test.ts': 'its service is called by name; the same call is held on both by every-write',
  'test/library/settings.test.ts': 'it reads settings, and serves nothing',
  'test/package/package.test.ts': 'it is about what is installed',
  'test/runtime/discover/attacks.test.ts': 'it is about that surface',
  'test/runtime/discover/same.test.ts': 'it holds one against the other',
  'test/runtime/discover/tools.test.ts': 'it is about that surface',
  'test/sandbox/server.test.ts': 'it is about the API behind',
};
