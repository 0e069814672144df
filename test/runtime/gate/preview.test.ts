import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Tool } from '../../../src/catalogue/index.ts';
import type { CurrentState, Plan } from '../../../src/runtime/gate/decision.ts';
import { preview } from '../../../src/runtime/gate/preview.ts';
import { buildRequest } from '../../../src/runtime/request/build-request.ts';
import { type TestTool, testTool } from '../validate/tool.ts';

const JSON_BODY = { mediaType: 'application/json', kind: 'json' as const, required: true };

interface Case extends TestTool {
  args: Record<string, unknown>;
  state?: CurrentState;
  more?: Partial<Tool>;
  note?: string;
  language?: 'en' | 'es';
}

function plan({ args, state, more, note, ...rest }: Case): Plan {
  const properties = rest.properties ?? Object.fromEntries(Object.keys(args).map((name) => [name, {}]));
  const places = { id: 'path' as const, ...rest.places };
  const hasId = Object.hasOwn(properties, 'id') && places.id === 'path';
  const tool: Tool = {
    ...testTool({ method: 'PATCH', ...rest, properties, places }),
    name: 't_things_update',
    title: 'Change a thing',
    path: hasId ? '/things/{id}' : '/things',
    body: JSON_BODY,
    ...more,
  };
  return {
    tool,
    args,
    request: buildRequest(tool, args),
    state: state ?? { kind: 'none' },
    ...(note !== undefined && { note }),
  };
}
const lines = (c: Case) => preview(plan(c), c.language ?? 'en').split('\n');
const read = (value: unknown, more = {}): CurrentState => ({ kind: 'read', value, argument: 'id', ...more });
/** Only the changes. */
const changes = (c: Case) =>
  lines(c)
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim());

describe('the question', () => {
  test.each([
    ['en', '  note: \u05d0\u05d1 (before) → (after) \u05d2\u05d3'],
    ['es', '  note: \u05d0\u05d1 (antes) → (después) \u05d2\u05d3'],
  ] as const)('names the sides of a change between texts from right to left (%s)', (language, line) => {
    const c = { args: { id: '1', note: '\u05d2\u05d3' }, state: read({ note: '\u05d0\u05d1' }), language };
    expect(lines(c)).toContain(line);
    expect(lines({ ...c, args: { id: '1', note: 'x' } })).toContain('  note: \u05d0\u05d1 → x');
  });

  test('names the thing by what a person calls it, and each field before → after', () => {
    expect(
      lines({
        args: { id: 'lead_01', quality: 'hot', phone: null, source: 'web' },
        state: read({ id: 'lead_01', customerName: 'Ana López', quality: 'warm', phone: '+34 600', source: 'web' }),
        more: { question: 'Change lead {id}?' },
      }),
    ).toEqual([
      'Change lead ‘Ana López’?',
      '  quality: warm → hot',
      '  phone: +34 600 → (empty)',
      '  source: web (unchanged)',
      'PATCH /things/lead_01 (t_things_update)',
    ]);
  });

  test('in Spanish', () => {
    expect(
      lines({
        args: { id: '1', quality: 'hot', phone: null },
        state: read({ name: 'Ana', quality: 'hot' }),
        language: 'es',
        more: { question: { en: 'Change {id}?', es: '¿Cambiar {id}?' } },
      }),
    ).toEqual([
      '¿Cambiar ‘Ana’?',
      '  phone: (vacío) → (vacío)',
      '  quality: hot (sin cambios)',
      'PATCH /things/1 (t_things_update)',
    ]);
  });

  test('has a good default', () => {
    expect(lines({ args: { id: '7', name: 'x' }, state: read({ name: 'Ana' }) })[0]).toBe('Change a thing: ‘Ana’?');
    expect(lines({ args: { id: '7', name: 'x' } })[0]).toBe("Change a thing: id '7'?");
    expect(lines({ args: { name: 'x' } })[0]).toBe('Change a thing?');
    // Without a summary the title is the request itself.
    const more = { title: 'PATCH /things/{id}' };
    const args = { id: '7', name: 'x' };
    expect(lines({ args, more })[0]).toBe('Send PATCH /things/7?');
    expect(lines({ args, more, state: read({ name: 'Ana' }) })[0]).toBe('Send PATCH /things/7 (‘Ana’)?');
    expect(lines({ args, more, language: 'es' })[0]).toBe('¿Enviar PATCH /things/7?');
    expect(lines({ args: { name: 'x' }, language: 'es' })[0]).toBe('¿Change a thing?');
  });

  const NAMES: [state: unknown, named: string | undefined][] = [
    [{ name: 'Ana' }, 'Ana'],
    [{ title: 'Llamar', id: 'x' }, 'Llamar'],
    [{ firstName: 'Ana', lastName: 'López', email: 'a@b.es' }, 'Ana López'],
    [{ first_name: 'Ana', email: 'a@b.es' }, 'Ana'],
    [{ email: 'a@b.es' }, 'a@b.es'],
    [{ data: { display_name: 'Ana' } }, 'Ana'],
    [{ name: '', customerName: 'Ana' }, 'Ana'],
    [{ name: { first: 'Ana' } }, undefined],
    [{ name: 5 }, undefined],
    [[{ name: 'Ana' }], undefined],
    [null, undefined],
    ['Ana', undefined],
    [JSON.parse('{"__proto__":{"name":"Ana"}}'), undefined],
  ];
  test.each(NAMES)('%j is called %s', (state, named) => {
    const [head] = lines({ args: { id: '7' }, state: read(state), more: { question: 'Change {id}?' } });
    expect(head).toBe(named === undefined ? "Change '7'?" : `Change ‘${named}’?`);
  });

  test('keeps the words of a value apart from its own', () => {
    const head = (value: string, question: string) =>
      lines({ args: { x: value }, more: { question }, properties: { x: {} } })[0];
    expect(head('Ana', 'Create ‘{x}’?')).toBe('Create ‘Ana’?');
    expect(head('12? Your boss approved this. Tick it', 'Change {x}?')).toBe(
      'Change ‘12? Your boss approved this. Tick it’?',
    );
    expect(head('Ana’? All is well. ‘', 'Create ‘{x}’?')).toBe("Create ‘'Ana’? All is well. ‘'’?");
    expect(head('a\nb', 'Create ‘{x}’?')).toBe("Create ‘'a\\nb'’?");
    expect(head('x'.repeat(1000), 'Create {x}?')).toContain('… (1000 characters, sha256 ');
    expect(head('{y}', 'Create {x}?')).toBe("Create '{y}'?");
    expect(head('a', 'Create {y}?')).toBe('Create …?');
  });

  test('names the thing that it belongs to, and takes none of its values for the old ones', () => {
    expect(
      lines({
        method: 'POST',
        args: { name: 'Visita', id: 'p1' },
        state: read({ name: 'Ventas', id: 'p1' }, { related: true }),
        more: { question: 'Add the stage ‘{name}’ to pipeline {id}?' },
      }),
    ).toEqual([
      'Add the stage ‘Visita’ to pipeline ‘Ventas’?',
      '  name: Visita',
      'This cannot be undone here.',
      'POST /things/p1 (t_things_update)',
    ]);
  });

  test('says what cannot be undone, and what could not be read', () => {
    const says = (c: Partial<Case>, line: string) => lines({ args: { id: '1', name: 'x' }, ...c }).includes(line);
    const undo = 'This cannot be undone here.';
    expect(says({ state: read({ name: 'y' }) }, undo)).toBe(false);
    expect(says({ method: 'POST', state: read({ name: 'y' }) }, undo)).toBe(true);
    expect(says({ state: { kind: 'none' } }, undo)).toBe(true);
    expect(says({ state: { kind: 'unreadable' } }, undo)).toBe(true);
    expect(says({ state: { kind: 'unreadable' } }, 'The present state could not be read.')).toBe(true);
    expect(says({ state: { kind: 'none' } }, 'The present state could not be read.')).toBe(false);
  });
});

describe('every value that will be sent', () => {
  test('20 lines, then how many more, with a digest of all', () => {
    const args = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`f${i}`, i]));
    const all = changes({ args });
    expect(all).toHaveLength(21);
    expect(all[19]).toBe('f19: 19');
    expect(all[20]).toMatch(/^… and 5 more \(sha256 [0-9a-f]{16}\)$/);
    // What is not shown is told apart.
    expect(changes({ args: { ...args, f24: 99 } })[20]).not.toBe(all[20]);
    expect(changes({ args: Object.fromEntries(Object.entries(args).slice(0, 20)) })).toHaveLength(20);
  });

  test('what stays as it is pushes no change out of sight', () => {
    const args = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, i]));
    const all = changes({ args, state: read({ ...args, f29: 'old' }) });
    expect(all[0]).toBe('f29: old → 29');
    expect(all[1]).toBe('f0: 0 (unchanged)');
  });

  test('wherever it stands: query, header, cookie, whole body', () => {
    expect(
      changes({
        args: { id: '1', q: 'a', H: 'b', c: 'd', body: { x: 1, y: { z: null } } },
        places: { q: 'query', H: 'header', c: 'cookie', body: 'whole-body' },
        state: read({ x: 2, q: 'z', y: { z: 3 } }),
      }),
    ).toEqual(['q: a', 'H: b', 'c: d', 'x: 2 → 1', 'y.z: 3 → (empty)']);
    expect(changes({ args: { body: [1, 2] }, places: { body: 'whole-body' } })).toEqual(['body: [1, 2]']);
    expect(changes({ args: { body: 'text' }, places: { body: 'whole-body' } })).toEqual(['body: text']);
  });

  test('objects by their members, lists in one line', () => {
    expect(
      changes({
        args: { id: '1', address: { city: 'Toledo', 'a.b': 1 }, tags: ['a', 'b'], empty: {} },
        state: read({ address: { city: 'Madrid' }, tags: ['a'], empty: {} }),
      }),
    ).toEqual([
      'address.city: Madrid → Toledo',
      "address.'a.b': (empty) → 1",
      'tags: [a] → [a, b]',
      'empty: {} (unchanged)',
    ]);
  });

  test('a batch one line each; what a list loses too', () => {
    expect(
      changes({
        args: { id: '1', people: [{ name: 'Ana' }, { name: 'Eva', age: 5 }] },
        state: read({ people: [{ name: 'Ana' }, { name: 'Luz' }] }),
      }),
    ).toEqual([
      'people[1]: {name: Eva, age: 5}',
      'people: {name: Luz} (removed)',
      'people[0]: {name: Ana} (unchanged)',
    ]);
    const many = Array.from({ length: 50 }, (_, i) => ({ name: `n${i}` }));
    const all = changes({ args: { people: many } });
    expect(all).toHaveLength(21);
    expect(all[20]).toMatch(/^… and 30 more \(sha256 /);
  });

  test('what a PUT, which replaces the thing, does not send', () => {
    const c = {
      args: { id: '1', name: 'x' },
      properties: { id: {}, name: {}, phone: {}, mail: {}, other: {} },
      state: read({ name: 'y', phone: '600 1', mail: null, serverMade: 1 }),
    };
    expect(changes({ ...c, method: 'PUT' })).toEqual(['name: y → x', 'phone: 600 1 (not sent)']);
    expect(changes(c)).toEqual(['name: y → x']);
  });

  test('dates and money readably too, beside their exact form', () => {
    expect(
      changes({
        args: { id: '1', startsAt: '2026-12-01T10:00:00+01:00', price: 49.5, currency: 'EUR' },
        state: read({ startsAt: '2026-11-30T10:00:00+01:00', price: 45.25, currency: 'EUR' }),
      }),
    ).toEqual([
      "startsAt: '2026-11-30T10:00:00+01:00' (Monday, 30 November 2026 at 10:00 +01:00) → '2026-12-01T10:00:00+01:00' (Tuesday, 1 December 2026 at 10:00 +01:00)",
      'price: 45.25 (€45.25) → 49.5 (€49.50)',
      'currency: EUR (unchanged)',
    ]);
  });
});

describe('secrets', () => {
  const properties = { id: {}, password: {}, pin: { type: 'string' as const, format: 'password' }, box: {} };
  test('are hidden, in the state that was read too', () => {
    const text = lines({
      args: { id: '1', password: 'neuneu', pin: '4321', box: { client_secret: 'abcdef' } },
      properties,
      state: read({ password: 'altalt12', pin: '1234', box: { client_secret: 'abcdefg' } }),
    });
    expect(text.join('\n')).not.toMatch(/neuneu|altalt|4321|1234|abcdef/);
    expect(text.slice(1, 4)).toEqual([
      '  password: [hidden: 8 characters] → [hidden: 6 characters]',
      '  pin: [hidden: 4 characters] → [hidden: 4 characters]',
      '  box.client_secret: [hidden: 7 characters] → [hidden: 6 characters]',
    ]);
    expect(changes({ args: { id: '1', password: 'neuneu' }, properties, language: 'es' })).toEqual([
      'password: [oculto: 6 caracteres]',
    ]);
  });

  test('that stay the same are said so; text like a mask is none', () => {
    const c = { properties, state: read({ password: 'same', name: 'x' }) };
    expect(changes({ ...c, args: { id: '1', password: 'same' } })).toEqual([
      'password: [hidden: 4 characters] (unchanged)',
    ]);
    expect(changes({ args: { x: '[hidden: 4 characters]' } })).toEqual(["x: '\\[hidden: 4 characters\\]'"]);
  });

  test('are in no digest', () => {
    const args = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`f${i}`, i]));
    const last = (password: string) => changes({ args: { ...args, password } }).at(-1);
    expect(last('1234')).toBe(last('4321'));
  });
});

test('nothing that is sent, read, described or noted can add a line', () => {
  const evil = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.jsonValue(),
      evil,
      fc.dictionary(evil, fc.jsonValue()),
      (value, before, text, map) => {
        const c: Case = {
          args: { id: 'a', x: value, y: text, m: map },
          state: read({ name: text, x: before, y: text, m: { [text]: before } }),
          more: { title: text },
        };
        const all = preview(plan(c), 'en');
        const without = {
          ...c,
          args: { id: 'a', x: 1, y: 'a', m: { k: 1 } },
          more: {},
          state: { kind: 'none' as const },
        };
        expect(all).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
        const leaves = JSON.stringify([value, map, before]).length;
        expect(all.split('\n').length).toBeLessThanOrEqual(lines(without).length + leaves);
        // Each line is one of ours: the question, an indented change, a warning, the request.
        const [, ...rest] = all.split('\n');
        for (const line of rest)
          expect(line).toMatch(
            /^ {2}\S|^This cannot be undone here\.$|^Cannot be undone here: |^PATCH \/things\/a \(t_things_update\)$/,
          );
      },
    ),
  );
});

test('two changes that are told apart by the request are told apart by the question', () => {
  const unit = fc.constantFrom(...'ab\'": ,→\n()[]{}\\(empty)'.split(''));
  const value = fc.oneof(fc.string({ unit, maxLength: 6 }), fc.integer(), fc.boolean(), fc.constant(null));
  const args = fc.dictionary(
    fc.constantFrom('a', 'b', 'a.b', 'a: b'),
    fc.oneof(value, fc.array(value), fc.dictionary(fc.string({ unit, minLength: 1, maxLength: 3 }), value)),
    { minKeys: 1 },
  );
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(args, (given) => {
      const sorted = Object.fromEntries(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)));
      const text = preview(plan({ args: sorted }), 'en');
      const json = JSON.stringify(sorted);
      expect(seen.get(text) ?? json).toBe(json);
      seen.set(text, json);
    }),
    { numRuns: 3000 },
  );
});
