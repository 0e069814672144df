import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { painted } from '../../src/cli/question.ts';
import { coloursOf, widthOf } from '../../src/cli/terminal.ts';

const preview = [
  'Change lead ‘Ana López’?',
  '  quality: warm → hot',
  '  address.city: Sevilla',
  '  … and 3 more (sha256 0123)',
  'This cannot be undone here.',
  'PATCH /leads/1 (x_leads_update)',
].join('\n');

describe('the preview on a terminal', () => {
  it('has what goes in red and what comes in green', () => {
    const mark = (name: string) => (text: unknown) => `<${name}>${text}</${name}>`;
    const colours = { bold: mark('b'), red: mark('r'), green: mark('g'), dim: mark('d') } as never;
    expect(painted(preview, colours).split('\n')).toEqual([
      '<b>Change lead ‘Ana López’?</b>',
      '  quality: <r>warm</r> → <g>hot</g>',
      '  address.city: <g>Sevilla</g>',
      '  … and 3 more (sha256 0123)',
      'This cannot be undone here.',
      '<d>PATCH /leads/1 (x_leads_update)</d>',
    ]);
  });

  it('says the same without colours', () => expect(painted(preview, picocolors.createColors(false))).toBe(preview));
});

describe('colours', () => {
  const table: [isTTY: boolean, settings: Record<string, string>, want: boolean][] = [
    [true, {}, true],
    [true, { TERM: 'xterm' }, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ];
  it.each(table)('terminal %j, %j: %j', (isTTY, settings, want) =>
    expect(coloursOf({ isTTY }, settings).isColorSupported).toBe(want),
  );

  it('the width is a terminal’s alone', () => {
    expect(widthOf({ isTTY: true, columns: 80 })).toBe(80);
    expect(widthOf({ isTTY: true, columns: 0 })).toBeUndefined();
    expect(widthOf({ isTTY: false, columns: 80 })).toBeUndefined();
  });
});
