/** The API: is it there, does it take the key, and does its clock agree. One read, through the same gate as every call. */

import type { Catalogue } from '../../catalogue/index.ts';
import type { CallReport } from '../../runtime/call-report.ts';
import { settingsInUse } from '../../runtime/http/credentials.ts';
import { refusalOf } from '../../runtime/results.ts';
import { createService } from '../../runtime/service.ts';
import type { Settings } from '../../runtime/settings.ts';
import { credentialsNeeded } from '../clients/credentials-needed.ts';
import type { Check } from './check.ts';
import { cheapestReading, needsKey } from './reading.ts';

/** Seconds by which clocks may differ before tokens and signatures are refused by some. */
const MAX_SKEW_S = 60;

export async function checkApi(catalogue: Catalogue, settings: Settings, version: string): Promise<Check[]> {
  const reading = cheapestReading(catalogue);
  const service = createService(catalogue, settings, { version });
  const address: Check = { name: 'address', status: 'ok', message: service.baseUrl.href };
  if (reading === undefined)
    return [address, { name: 'key', status: 'skipped', message: 'every read of this API needs an argument' }];
  const { tool, args } = reading;
  let report: CallReport | undefined;
  const outcome = await service.call(tool.name, args, {
    caller: 'doctor',
    signal: new AbortController().signal,
    asking: { way: 'none' },
    report: (r) => {
      report = r;
    },
  });
  const result = outcome.kind === 'result' ? outcome.result : undefined;
  const [first] = result?.content ?? [];
  const said = result === undefined ? undefined : refusalOf(result)?.message;
  const text = typeof said === 'string' ? said : first?.type === 'text' ? (first.text.split('\n')[0] ?? '') : '';
  const { security } = tool;
  const needed = credentialsNeeded(catalogue).join(' and ');
  const used = settingsInUse(security, catalogue.securitySchemes, settings.credentials, catalogue.api.prefix);
  return [
    address,
    readCheck(report?.status ?? '', tool.name, text, needsKey(security) ? used.join(' and ') || needed : ''),
    clockCheck(report?.date, new Date()),
  ];
}

/** @param needed the settings that the read proves; '' where it needs none */
function readCheck(status: number | string, tool: string, text: string, needed: string): Check {
  const name = needed === '' ? 'read' : 'key';
  if (typeof status === 'number' && status < 400)
    return { name, status: 'ok', message: `${tool}: HTTP ${status}${needed === '' ? ' (it needs no key)' : ''}` };
  const failed = (message: string, mend: string): Check => ({ name, status: 'failed', message, mend });
  if (status === 'missing_credentials')
    return failed(
      'no key is set',
      needed.includes(' and ')
        ? `Set ${needed}; each can be in a file, which its name with _FILE behind names`
        : `Set ${needed}, or ${needed}_FILE to a file that holds it`,
    );
  if (status === 401)
    return failed(`${tool}: HTTP 401: the key was not accepted`, `Check ${needed === '' ? 'the credentials' : needed}`);
  if (status === 403)
    return {
      name,
      status: 'warning',
      message: `${tool}: HTTP 403: the key may not read this`,
      mend: 'Ask for a key that may',
    };
  if (status === 404)
    return failed(
      `${tool}: HTTP 404: there is no such thing at this address`,
      'Check the base URL: --base-url, or the setting _BASE_URL',
    );
  if (status === 429)
    return { name, status: 'warning', message: `${tool}: HTTP 429: too many requests`, mend: 'Try again later' };
  if (typeof status === 'number' && status >= 500)
    return failed(`${tool}: HTTP ${status}: the API fails`, 'Try again later');
  return failed(`${tool}: ${text === '' ? status : text}`, 'Check the base URL and the network');
}

/** @param date the API's Date header */
function clockCheck(date: string | undefined, now: Date): Check {
  const there = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(there)) return { name: 'clock', status: 'skipped', message: 'the API did not tell its time' };
  const skew = Math.round((now.getTime() - there) / 1000);
  if (Math.abs(skew) <= MAX_SKEW_S) return { name: 'clock', status: 'ok', message: "agrees with the API's" };
  const message = `is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the API's`;
  return { name: 'clock', status: 'warning', message, mend: "Set this machine's clock (NTP)" };
}
