import { describe, expect, it } from 'vitest';
import { DescriptionError } from '../../../src/codegen/description-error.ts';
import { resolveObject } from '../../../src/codegen/operations/resolve.ts';

const root = {
  components: {
    parameters: {
      a: { name: 'a' },
      b: { $ref: '#/components/parameters/a' },
      loop: { $ref: '#/components/parameters/pool' },
      pool: { $ref: '#/components/parameters/loop' },
      text: 'x',
      'c/d~e f': { name: 'c' },
    },
  },
};

describe('references of the description’s objects', () => {
  it.each([
    ['the object itself', { name: 'x' }, { value: { name: 'x' }, pointer: '#/here' }],
    [
      'one reference',
      { $ref: '#/components/parameters/a' },
      { value: { name: 'a' }, pointer: '#/components/parameters/a' },
    ],
    ['two', { $ref: '#/components/parameters/b' }, { value: { name: 'a' }, pointer: '#/components/parameters/a' }],
    [
      'escaped',
      { $ref: '#/components/parameters/c~1d~0e%20f' },
      { value: { name: 'c' }, pointer: '#/components/parameters/c~1d~0e%20f' },
    ],
  ])('%s', (_, value, want) => expect(resolveObject(root, value, '#/here', 'a parameter')).toEqual(want));

  it.each([
    [
      'nothing there',
      { $ref: '#/components/parameters/zzz' },
      'broken_reference',
      'the reference "#/components/parameters/zzz" finds nothing',
      '#/here',
    ],
    [
      'what objects inherit',
      { $ref: '#/constructor' },
      'broken_reference',
      'the reference "#/constructor" finds nothing',
      '#/here',
    ],
    [
      'a circle',
      { $ref: '#/components/parameters/loop' },
      'broken_reference',
      'the reference "#/components/parameters/loop" leads to itself',
      '#/components/parameters/pool',
    ],
    [
      'outside',
      { $ref: 'other.yaml#/a' },
      'forbidden_reference',
      'the reference "other.yaml#/a" points outside the document',
      '#/here',
    ],
    [
      'no object there',
      { $ref: '#/components/parameters/text' },
      'invalid_operation',
      'a parameter is not an object',
      '#/components/parameters/text',
    ],
    ['no object', null, 'invalid_operation', 'a parameter is not an object', '#/here'],
    ['a list', [], 'invalid_operation', 'a parameter is not an object', '#/here'],
  ] as const)('refuses %s', (_, value, code, message, at) => {
    const refused = (() => {
      try {
        return resolveObject(root, value as never, '#/here', 'a parameter');
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toBeInstanceOf(DescriptionError);
    expect(refused).toMatchObject({ code, message, pointer: at });
  });
});
