import { describe, expect, test } from 'vitest';
import { refuseMethodOverride } from '../../../src/runtime/request/method-override.ts';
import type { PlannedRequest } from '../../../src/runtime/request/planned-request.ts';

const plain: PlannedRequest = { method: 'POST', path: '/x', query: 'method=a', headers: [['x-method', 'a']] };

describe('nothing in a request asks the API to read it as another method', () => {
  test.each<[string, Partial<PlannedRequest>]>([
    ['a header', { headers: [['x-http-method-override', 'DELETE']] }],
    ['another header', { headers: [['x-http-method', 'DELETE']] }],
    ['the query', { query: 'a=1&_method=DELETE' }],
    ['the query, encoded', { query: '%5Fmethod=DELETE' }],
    ['a form', { body: { kind: 'form', text: 'a=1&_method=DELETE' } }],
    ['a form, encoded', { body: { kind: 'form', text: '_METHOD=delete' } }],
    ['a multipart form', { body: { kind: 'multipart', parts: [{ name: '_method', content: 'DELETE' }] } }],
    ['JSON', { body: { kind: 'json', text: '{"_method":"DELETE"}', value: { _method: 'DELETE' } } }],
  ])('%s', (_, part) => {
    expect(() => refuseMethodOverride({ ...plain, ...part })).toThrow(
      expect.objectContaining({ code: 'method_override' }),
    );
  });

  test.each<[string, Partial<PlannedRequest>]>([
    ['no override at all', {}],
    ['a method that is data', { body: { kind: 'json', text: '{"method":"card"}', value: { method: 'card' } } }],
    ['deeper down it is data', { body: { kind: 'json', text: '{"a":{"_method":1}}', value: { a: { _method: 1 } } } }],
    ['a scalar body', { body: { kind: 'json', text: 'null', value: null } }],
    ['an array', { body: { kind: 'json', text: '["_method"]', value: ['_method'] } }],
    ['text', { body: { kind: 'text', text: '_method=DELETE' } }],
  ])('%s passes', (_, part) => {
    expect(() => refuseMethodOverride({ ...plain, ...part })).not.toThrow();
  });
});
