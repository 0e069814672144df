import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/generated/catalogue.ts';
import { type Selection, selectTools } from '../../src/runtime/select.ts';

const names = (selection: Selection) => selectTools(catalogue, selection).tools.map(({ name }) => name);

test.each<[selection: Selection, want: string[]]>([
  [{ tools: ['nuntius_tags_*'] }, ['nuntius_tags_create', 'nuntius_tags_list']],
  [{ tools: ['tags_*'] }, ['nuntius_tags_create', 'nuntius_tags_list']],
  [{ tools: ['TAGS_*'], only: 'Lectura' }, ['nuntius_tags_list']],
  [{ tools: ['tags_*', '!*_create'] }, ['nuntius_tags_list']],
  [{ tools: ['tags_{list,create}', 'status_get'] }, ['nuntius_status_get', 'nuntius_tags_create', 'nuntius_tags_list']],
  [{ tools: ['*_me'] }, ['nuntius_users_me']],
])('%j', (selection, want) => {
  expect(names(selection)).toEqual(want);
});

test('by tag, in any case', () => {
  const [tag = ''] = catalogue.tools.find(({ name }) => name === 'nuntius_leads_list')?.tags ?? [];
  const want = catalogue.tools.filter((tool) => tool.tags?.includes(tag)).map(({ name }) => name);
  expect(names({ tags: [tag.toUpperCase()] })).toEqual(want);
  expect(want).not.toHaveLength(catalogue.tools.length);
});

describe('what chooses nothing is refused', () => {
  test.each<[selection: Selection, message: RegExp]>([
    [
      { tools: ['nuntius_leds_list'] },
      /^--tools: nuntius_leds_list matches no tool\. Did you mean "nuntius_leads_list"\?$/,
    ],
    [{ tools: ['lead_*'] }, /^--tools: lead_\* matches no tool\. Did you mean "leads_\*"\?$/],
    [{ tools: ['nuntius_leeds_*'] }, /Did you mean "nuntius_leads_\*"\?$/],
    [{ tools: ['leads_*', 'zzz*'] }, /^--tools: zzz\* matches no tool\. There are: /],
    [{ tags: ['Ledas'] }, /^--tags: there is no tag "Ledas"\. Did you mean "Leads"\?$/i],
    [{ tools: ['leads_create'], only: 'Lectura' }, /^no tool is left/],
  ])('%j', (selection, message) => {
    expect(() => names(selection)).toThrow(message);
  });
});

test('nothing chosen is everything', () => {
  expect(selectTools(catalogue, {}).tools).toEqual(catalogue.tools);
});
