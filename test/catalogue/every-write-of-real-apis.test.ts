/** The same as every-write.test.ts over published descriptions, where they lie beside the clone. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildCatalogue } from '../../src/codegen/catalogue.ts';
import { readApi } from '../../src/codegen/read-api.ts';
import { ROOT } from '../end-to-end/program.ts';
import { SURFACES } from '../surfaces.ts';
import {
  argumentSets,
  callTool,
  expectAsSummarised,
  expectRefusal,
  serviceOf,
  UNCONFIRMED,
  writesOf,
} from './confirmed-writes.ts';
import { recordingApi } from './recording-api.ts';

const SPECS = path.join(ROOT, '../shared/specs');
const present = existsSync(SPECS);
const FILES = [
  'intercom-2.15.yaml',
  'apideck-crm.yaml',
  'ynab-sdk-js.yaml',
  'redocly-museum-3.1.yaml',
  'petstore-3.0-swagger-io.yaml',
  'twilio-messaging-v1.yaml',
  'readme-3.0-form-data.json',
];
const BASE = 'https://api.test';
const { started, arrived, answer } = recordingApi();

describe.skipIf(!present)(present ? 'real descriptions' : `real descriptions: skipped, ${SPECS} is not there`, () => {
  test.each(FILES.flatMap((file) => SURFACES.map((surface) => [file, surface] as const)))(
    '%s, %s',
    async (file, surface) => {
      const { document, extension } = await readApi(path.join(SPECS, file), { overlays: [] });
      const catalogue = buildCatalogue(document, { prefix: 't', extension });
      const service = serviceOf(catalogue, BASE, surface);
      const writes = writesOf(catalogue);
      expect(writes.length).toBeGreaterThan(0);
      let confirmed = 0;
      const unsendable: string[] = [];
      for (const tool of writes) {
        for (const [label, given] of argumentSets(tool)) {
          started.length = 0;
          arrived.length = 0;
          const first = await callTool(service, tool, given);
          // Refused for another reason, such as a scheme that nothing here speaks: then a confirmation must not help either.
          if (!JSON.stringify(first.content).includes('confirmation_required')) {
            unsendable.push(`${tool.name} with ${label}: ${(first.content[0] as { text: string }).text}`);
            expect(await callTool(service, tool, { ...given, confirm: true })).toEqual(first);
            expect(started).toEqual([]);
            continue;
          }
          const summary = expectRefusal(first);
          for (const [, confirm] of UNCONFIRMED)
            expect(expectRefusal(await callTool(service, tool, { ...given, ...confirm }))).toBe(summary);
          expect(started, `${tool.name} with ${label}`).toEqual([]);
          answer();
          const result = await callTool(service, tool, { ...given, confirm: true });
          expect(result.isError, JSON.stringify(result)).toBeUndefined();
          expect(started, `${tool.name} with ${label}`).toHaveLength(1);
          const [one] = arrived;
          if (one === undefined) throw new Error('nothing arrived');
          const prefix = new URL(tool.server ?? '', service.baseUrl).pathname.replace(/\/$/, '');
          expect(one.path.startsWith(prefix)).toBe(true);
          await expectAsSummarised(tool, given, summary, { ...one, path: one.path.slice(prefix.length) });
          confirmed++;
        }
      }
      expect(unsendable).toEqual([]);
      expect(confirmed).toBeGreaterThan(writes.length);
    },
  );
});
