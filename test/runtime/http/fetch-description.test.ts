import { describe, expect, test } from 'vitest';
import { fetchDescription } from '../../../src/runtime/http/fetch-description.ts';
import { json, silence, stubApi } from './stub-api.ts';

describe('a description by URL', () => {
  test('its bytes, and the address that answered', async () => {
    await using api = await stubApi(json(302, {}, { location: '/v2.json' }), json(200, '{"openapi":"3.1.0"}'));
    const got = await fetchDescription(`${api.url.href}openapi.json#frag`);
    expect(Buffer.from(got.bytes).toString()).toBe('{"openapi":"3.1.0"}');
    expect(got.url).toBe(`${api.url.href}v2.json`);
    expect(api.arrived[0]?.target).toBe('/openapi.json');
  });

  test.each([
    'http://example.com/x',
    'file:///etc/passwd',
    'ftp://h/x',
    'https://u:p@h/x',
    'nonsense',
    'http://127.0.0.1.evil.example/',
  ])('%s is refused', async (url) => {
    await expect(fetchDescription(url)).rejects.toMatchObject({ code: 'unsupported_url' });
  });

  test('capped in size and time', async () => {
    await using api = await stubApi(json(200, 'x'.repeat(1_000)));
    await expect(fetchDescription(api.url.href, { maxBytes: 999 })).rejects.toMatchObject({ code: 'too_large' });
    expect((await fetchDescription(api.url.href, { maxBytes: 1_000 })).bytes.byteLength).toBe(1_000);
    await using slow = await stubApi(silence);
    await expect(fetchDescription(slow.url.href, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('not from another origin, nor from an error page', async () => {
    await using other = await stubApi();
    await using api = await stubApi(json(301, {}, { location: other.url.href }), json(404, {}));
    await expect(fetchDescription(api.url.href)).rejects.toMatchObject({
      code: 'bad_status',
      message: expect.stringContaining('301'),
    });
    await expect(fetchDescription(api.url.href)).rejects.toMatchObject({
      code: 'bad_status',
      message: expect.stringContaining('404'),
    });
    expect(other.arrived).toEqual([]);
  });
});
