import { expect, test } from 'vitest';
import { LANGUAGES, WORDS } from '../../../src/runtime/words.ts';

const said = (value: unknown): string => (typeof value === 'function' ? value('a', 'b') : String(value));

test('every sentence is there in both languages, and no two are the same text', () => {
  expect(LANGUAGES).toEqual(['en', 'es']);
  const keys = Object.keys(WORDS.en) as (keyof typeof WORDS.en)[];
  expect(Object.keys(WORDS.es)).toEqual(keys);
  for (const key of keys) {
    const [en, es] = [said(WORDS.en[key]), said(WORDS.es[key])];
    expect(en.trim(), key).not.toBe('');
    if (key !== 'question') expect(es, key).not.toBe(en);
  }
});

test('the sentences of the design, byte for byte', () => {
  expect(WORDS.en.confirmationRequired).toBe(
    'This action requires confirmation. Review the summary and call again with confirm: true.',
  );
  expect(WORDS.en.codeInvalid).toBe(
    'This confirmation code is unknown, expired, already used, or was issued for different changes. Call again without confirmation to get a new preview.',
  );
  expect(WORDS.en.planChanged).toContain('The plan changed between the preview and the answer');
});

test('whatever writes nothing says so', () => {
  const nothing = {
    en: /[Nn]othing was (written|sent)|nothing was sent again|Call again without confirmation|call again with confirm/,
    es: /[Nn]o se ha (escrito|vuelto a enviar) nada|Llame de nuevo sin confirmación|llame de nuevo con confirm/,
  };
  const keys = Object.keys(WORDS.en).filter((k) =>
    /^(confirmationRequired|code|tooMany|plan|state|declined|boxNot|dismissed|timedOut|unaskable|couldNot|cancelled|forgotten)/.test(
      k,
    ),
  ) as (keyof typeof WORDS.en)[];
  expect(keys.length).toBeGreaterThan(15);
  for (const language of LANGUAGES) {
    for (const key of keys) {
      if (key === 'codesDisabled' || key.startsWith('code')) continue;
      expect(said(WORDS[language][key]), `${language} ${key}`).toMatch(nothing[language]);
    }
  }
});

test('what takes a code names its life, and asks for the person first', () => {
  for (const key of ['codeOffered', 'codeOfferedDismissed', 'codeOfferedTimeout', 'codeOfferedUnaskable'] as const) {
    expect(WORDS.en[key]).toMatch(/Nothing was written\. Show .* Only if they agree, .*, within 10 minutes\.$/);
    expect(WORDS.es[key]).toMatch(/No se ha escrito nada\. .* Solo si está de acuerdo, .*, antes de 10 minutos\.$/);
  }
});
