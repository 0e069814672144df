/** A text for an example: by its format, by what its name suggests, or by its pattern; the first that its limits allow. */
import type { JsonSchemaObject } from '../catalogue/index.ts';
import { boundedRegExp, resetPatternTime } from '../runtime/validate/pattern.ts';
import { sample } from './sample.ts';

const FORMATS: Record<string, string> = {
  date: '2030-03-04',
  'date-time': '2030-03-04T10:30:00+01:00',
  time: '10:30:00Z',
  duration: 'PT1H',
  email: 'ana@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  'uri-reference': 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  password: 'correct horse battery staple',
  byte: 'aG9sYQ==',
  base64: 'aG9sYQ==',
  binary: 'aG9sYQ==',
};

/** Whole words of a name, in lower case, and what stands for them. */
const NAMES: [RegExp, string[]][] = [
  [/\b(e?mail)\b/, ['ana@example.com']],
  [/\b(phone|mobile|tel)\b/, ['+34600111222', '600111222']],
  [/\b(customer|contact|full|display|person) name\b/, ['Ana López']],
  [/\bfirst name\b/, ['Ana']],
  [/\b(last name|surname)\b/, ['López']],
  [/\bcity\b/, ['Sevilla']],
  [/\b(postal|zip) ?code\b/, ['41001']],
  [/\bcountry\b/, ['ES', 'Spain']],
  [/\bcurrency\b/, ['EUR']],
  [/\b(language|locale|lang)\b/, ['es']],
  [/\btime ?zone\b/, ['Europe/Madrid']],
  [/\b(url|uri|website|link)\b/, ['https://example.com/']],
  [/\bcolou?r\b/, ['#1f6f5c', '1f6f5c']],
  [/\b(date|day|from)\b/, ['2030-03-04']],
  [/\b(to|until)\b/, ['2030-03-11']],
  [/ at$/, ['2030-03-04T10:30:00+01:00']],
  [/\b(comments?|notes?|body|message|text|description|content|reason|outcome)\b/, ['Call on Monday morning.']],
  [/\b(q|query|search)\b/, ['Ana']],
  [/\b(title|subject|summary|label)\b/, ['Call Ana']],
  [/\bsha\b/, ['6dcb09b5b57875f334f61aebed695e2e4193db5e']],
  [/\b(owner|repo|org|user ?name|login|slug|branch|ref|key|path|team|file)\b/, ['example']],
  [/\bid$/, ['42']],
];
const ANY = ['Example', 'example', 'a', '1', 'AB'];
const MAX_LENGTH = 10_000;

export function exampleText(parts: JsonSchemaObject[], name: string): string {
  const limit = (keyword: 'minLength' | 'maxLength') =>
    parts.map((part) => part[keyword]).filter((n): n is number => typeof n === 'number');
  const least = Math.min(Math.max(0, ...limit('minLength')), MAX_LENGTH);
  const most = Math.min(...limit('maxLength'));
  const patterns = parts.map((part) => part.pattern).filter((p) => typeof p === 'string');
  resetPatternTime();
  const tests = patterns.flatMap(tester);
  const fits = (text: string) =>
    [...text].length >= least && [...text].length <= most && tests.every((one) => one.test(text));
  return candidates(parts, name, patterns, least).find(fits) ?? ''.padEnd(least, 'x');
}

function candidates(parts: JsonSchemaObject[], name: string, patterns: string[], least: number): string[] {
  const formats = parts.flatMap((part) => [part.contentEncoding, part.format]).map((f) => FORMATS[String(f)]);
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\W]+/g, ' ')
    .toLowerCase();
  const named = NAMES.filter(([pattern]) => pattern.test(words)).flatMap(([, texts]) => texts);
  const standard = parts.map((part) => part.default);
  const sampled = patterns.flatMap((p) => [0, 1, 2, 4, least].map((repeats) => sample(p, repeats)));
  const plain = [...ANY.slice(0, 2), ...sampled, ...ANY.slice(2)];
  const all = [
    ...(/^(to|until)$/.test(words) && formats.includes(FORMATS.date) ? ['2030-03-11'] : []),
    ...formats,
    ...standard,
    ...named,
    ...plain,
  ].filter((text): text is string => typeof text === 'string' && text !== '');
  return [
    ...all,
    ...[...all, 'x'].map((text) => text.padEnd(least, text)),
    ...all.map((text) => text.slice(0, 8)),
    'a',
  ];
}

/** A pattern that is none is the validator's to complain of. */
function tester(pattern: string): { test(value: string): boolean }[] {
  try {
    return [boundedRegExp(pattern, 'u')];
  } catch {
    return [];
  }
}
