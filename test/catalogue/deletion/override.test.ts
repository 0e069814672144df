import { describe, expect, it } from 'vitest';
import { isOverrideHeader } from '../../../src/catalogue/deletion.ts';

describe('isOverrideHeader', () => {
  it.each([
    'X-HTTP-Method-Override',
    'x-http-method-override',
    'X_HTTP_METHOD_OVERRIDE',
    'X-Method-Override',
    'X-HTTP-Method',
    'HTTP-Method-Override',
    'Method-Override',
    'X-Http-Verb-Override',
    '_method',
    '_METHOD',
    ' _method ',
    'method_override',
    'methodOverride',
    '$method',
    '_http_method',
  ])('refuses %j', (name) => expect(isOverrideHeader(name)).toBe(true));
  it.each([
    'method',
    'Method',
    'http_method',
    'payment_method',
    'override',
    'X-Request-Id',
    'shipping_method_override_id',
    'X-HTTP-Version',
    '',
    '__proto__',
    'constructor',
    'x'.repeat(1e6),
  ])('lets %j pass', (name) => expect(isOverrideHeader(name)).toBe(false));
});
