import { describe, expect, test } from 'vitest';
import { CODE_LIFE_MS, Codes } from '../../../src/runtime/gate/codes.ts';

const seen = (subject: string) => ({ subject, whole: `${subject}, as it was` });
const A = seen('a');

function codesAt() {
  const clock = { now: 0 };
  const codes = new Codes(() => clock.now);
  const issue = (what = A, caller = 'me') => codes.issue(what, caller) ?? 'none';
  return { clock, codes, issue };
}

describe('confirmation codes', () => {
  test('live 600 seconds', () => expect(CODE_LIFE_MS).toBe(600_000));

  test('are 11 URL-safe characters, no two alike', () => {
    const { issue } = codesAt();
    const all = Array.from({ length: 90 }, () => issue());
    for (const code of all) expect(code).toMatch(/^[A-Za-z0-9_-]{11}$/);
    expect(all.map((code) => Buffer.from(code, 'base64url').length)).toEqual(Array(90).fill(8));
    expect(new Set(all).size).toBe(90);
  });

  test('say what they were issued for, once', () => {
    const { codes, issue } = codesAt();
    const code = issue();
    expect(codes.spend(code)).toEqual(A);
    expect(codes.spend(code)).toBeUndefined();
  });

  const TIMES: [at: number, good: boolean][] = [
    [0, true],
    [599_999, true],
    [600_000, false],
    [600_001, false],
  ];
  test.each(TIMES)('after %i ms: %s', (at, good) => {
    const { clock, codes, issue } = codesAt();
    clock.now = 12_345.678;
    const code = issue();
    clock.now += at;
    expect(codes.spend(code)).toEqual(good ? A : undefined);
  });

  test('an expired one is spent by being tried', () => {
    const { clock, codes, issue } = codesAt();
    const code = issue();
    clock.now = 600_000;
    codes.spend(code);
    clock.now = 0;
    expect(codes.spend(code)).toBeUndefined();
  });

  test('are known to the process that issued them alone', () => {
    const code = codesAt().issue();
    expect(codesAt().codes.spend(code)).toBeUndefined();
  });

  test('nothing but the very text is one', () => {
    const { codes, issue } = codesAt();
    const code = issue();
    for (const wrong of [
      undefined,
      null,
      '',
      ` ${code}`,
      `${code}=`,
      `${code}\n`,
      [code],
      { code },
      Buffer.from(code),
      5,
      true,
    ]) {
      expect(codes.spend(wrong)).toBeUndefined();
    }
    expect(codes.spend(code)).toEqual(A);
  });

  test('a flood pushes out its own oldest, and nobody else’s', () => {
    const { codes, issue } = codesAt();
    const others = issue(A, 'other');
    const first = issue();
    for (let i = 0; i < 99; i++) issue();
    expect(codes.outstanding).toBe(101);
    const last = issue();
    expect(codes.outstanding).toBe(101);
    expect(codes.spend(first)).toBeUndefined();
    expect(codes.spend(last)).toEqual(A);
    expect(codes.spend(others)).toEqual(A);
  });

  test('a flood of callers is refused, and told so; what expires makes room', () => {
    const { clock, codes, issue } = codesAt();
    const first = issue(A, 'first');
    for (let i = 1; i < 10_000; i++) issue(A, `caller ${i}`);
    expect(codes.outstanding).toBe(10_000);
    expect(codes.issue(A, 'late')).toBeUndefined();
    expect(codes.outstanding).toBe(10_000);
    // The one who is at its own limit still replaces only its own.
    expect(codes.spend(first)).toEqual(A);
    clock.now = 600_000;
    expect(codes.issue(A, 'late')).toBeDefined();
    expect(codes.outstanding).toBe(1);
  });
});
