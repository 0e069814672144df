import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deletionReason } from '../../../src/catalogue/deletion.ts';

interface Label {
  document: string;
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
  label: 'deletes' | 'doubtful' | 'keeps';
  kind?: string;
}

/** Every write, and every read that looks suspicious, of 33 published descriptions, labelled by hand. The figures are of the sample that the rules were written with. */
const labels = readFileSync(new URL('./labels.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Label);
const name = ({ document, method, path }: Label) => `${document} ${method} ${path}`;
const left = labels.filter((l) => deletionReason(l) !== undefined);

/** Kinds of doubt and what docs/deletion.md decides: `true` is kept, as a write that a person confirms. */
const DECISIONS: Record<string, boolean> = {
  archive: true,
  'ban, block': true,
  cancel: true,
  'close, end, leave, kick': true,
  consume: true,
  disable: true,
  dismiss: true,
  evict: false,
  expire: true,
  finalize: true,
  merge: true,
  prune: false,
  redact: false,
  remove: true,
  'replace all': true,
  revoke: true,
  'take away on a read': false,
  'terminate, reset, invalidate': true,
  unlink: true,
  void: true,
};

describe('deletions in real descriptions', () => {
  it('covers what was labelled', () => {
    const count = (label: string) => labels.filter((l) => l.label === label).length;
    expect({ deletes: count('deletes'), doubtful: count('doubtful'), keeps: count('keeps') }).toEqual({
      deletes: 17,
      doubtful: 94,
      keeps: 1605,
    });
  });

  it('finds every deletion (recall 1.0)', () => {
    expect(labels.filter((l) => l.label === 'deletes' && !left.includes(l)).map(name)).toEqual([]);
  });

  it('takes nothing else for one (precision 1.0)', () => {
    expect(left.filter((l) => l.label === 'keeps').map(name)).toEqual([]);
  });

  it('decides each doubtful kind one way', () => {
    const kinds = labels.filter((l) => l.label === 'doubtful');
    expect([...new Set(kinds.map((l) => l.kind))].sort()).toEqual(Object.keys(DECISIONS).sort());
    const wrong = kinds.filter((l) => (deletionReason(l) === undefined) !== DECISIONS[l.kind ?? '']);
    expect(wrong.map((l) => `${l.kind}: ${name(l)}`)).toEqual([]);
  });
});
