/** Settings as values, and of an environment that is passed. */
import { afterEach, describe, expect, test } from 'vitest';
import { catalogue } from '../../src/generated/catalogue.ts';
import { createServer, createService, readSettings, type Settings, SettingsError } from '../../src/library/index.ts';
import { checkSettings } from '../../src/library/settings.ts';
import * as program from '../../src/runtime/settings.ts';

test('the defaults are the program’s', () => {
  const { discover, descriptions, logLevel, ...checked } = checkSettings({});
  const { logLevel: _, ...settings } = program.readSettings('shop', {}, () => '');
  expect({ ...checked }).toEqual(settings);
  expect({ discover, descriptions }).toEqual({ discover: false, descriptions: 'full' });
});

describe('what cannot be used is refused, and what it is named, never its value', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ comfirm: 'strict' }, 'settings.comfirm is no setting'],
    [{ confirm: 'yes' }, 'settings.confirm must be one of flag, ask, strict'],
    [{ confirm: null }, 'settings.confirm must be one of flag, ask, strict'],
    [{ readOnly: 'true' }, 'settings.readOnly must be of the type boolean'],
    [{ timeoutMs: 0 }, 'settings.timeoutMs must be a whole number from 1 to 999999999'],
    [{ timeoutMs: 1.5 }, 'settings.timeoutMs must be a whole number from 1 to 999999999'],
    [{ timeoutMs: '5' }, 'settings.timeoutMs must be a whole number from 1 to 999999999'],
    [{ maxRps: 0 }, 'settings.maxRps must be more than 0'],
    [{ baseUrl: 'ftp://shop.example' }, 'settings.baseUrl must be an http or https URL'],
    [{ baseUrl: 'https://me:pw@shop.example' }, 'settings.baseUrl must hold no credentials, query or fragment'],
    [{ credentials: { apikey: 'k3y' } }, 'settings.credentials.apikey is no setting'],
    [
      { credentials: { apiKey: 'k3y\nHost: x' } },
      'settings.credentials.apiKey must hold no control character or line break',
    ],
    [{ log: 'stderr' }, 'settings.log must be a function'],
  ])('%j', (given, message) => {
    for (const make of [createService, createServer])
      expect(() => make(catalogue, given as Settings)).toThrow(
        expect.objectContaining({ name: 'SettingsError', code: 'bad_setting', message }),
      );
  });
});

test('an empty credential counts as not set; a scheme is named as in the description', () => {
  const { credentials } = checkSettings({
    credentials: { apiKey: '', token: 't', schemes: { 'api-key': 'k', none: '' } },
  });
  expect(credentials).toEqual({ token: 't', schemes: { API_KEY: 'k' } });
});

describe('the environment', () => {
  afterEach(() => void delete process.env.NUNTIUS_CONFIRM);

  test('is not read unasked', async () => {
    process.env.NUNTIUS_CONFIRM = 'strict';
    const args = { customerName: 'Ana', quality: 'hot' };
    const settings = { baseUrl: 'http://127.0.0.1:9', journal: 'off', credentials: { apiKey: 'k' } };
    const modes = [settings, { ...settings, ...readSettings('nuntius', process.env) }].map((given) =>
      createService(catalogue, {
        ...given,
        baseUrl: settings.baseUrl,
        credentials: settings.credentials,
        journal: 'off',
      }),
    );
    const texts = await Promise.all(modes.map((service) => service.call('nuntius_leads_create', args)));
    expect(texts.map(({ content }) => JSON.parse((content[0] as { text: string }).text).error)).toEqual([
      'confirmation_required',
      'confirmation_unavailable',
    ]);
  });

  test('is read as the program reads it, and can be given on', () => {
    const environment = {
      SHOP_API_KEY: 'k',
      SHOP_CONFIRM: 'ask',
      SHOP_TIMEOUT_MS: '5',
      SHOP_LOG_LEVEL: 'info',
      X: 'y',
    };
    const settings = readSettings('shop', environment);
    expect(settings).toMatchObject({ confirm: 'ask', timeoutMs: 5, credentials: { apiKey: 'k' } });
    expect(checkSettings(settings)).toMatchObject(settings);
    expect(() => readSettings('shop', { SHOP_CONFIRM: 'no' })).toThrow(SettingsError);
  });
});

test('a service has its settings already', () => {
  const service = createService(catalogue, { baseUrl: 'http://127.0.0.1:9', journal: 'off' });
  expect(() => createServer(service as never, {})).toThrow(TypeError);
});

test('without an address the message names the setting of the library', () => {
  const { baseUrl: _, ...api } = catalogue.api;
  expect(() => createService({ ...catalogue, api })).toThrow(/give the API’s as settings\.baseUrl/);
});

test('the log is told of calls, and of nothing that was written', async () => {
  const told: unknown[][] = [];
  const log = (...line: unknown[]) => void told.push(line);
  const service = createService(catalogue, {
    baseUrl: 'http://127.0.0.1:9',
    journal: 'off',
    credentials: { apiKey: 'k' },
    log,
  });
  await service.call('nuntius_leads_create', { customerName: 'Ana López', quality: 'hot' });
  expect(told).toEqual([
    [
      'info',
      'call',
      { tool: 'nuntius_leads_create', type: 'Escritura', status: 'confirmation_required', ms: expect.any(Number) },
    ],
  ]);
});
