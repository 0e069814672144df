import { expect, test } from 'vitest';
import { addDays, dayOf, instantAt, iso, weekdayOf } from '../../src/sandbox/local-time.ts';

test.each([
  ['2030-01-15', '10:00', '2030-01-15T10:00:00+01:00'],
  ['2030-07-15', '10:00', '2030-07-15T10:00:00+02:00'],
  // Clocks go forward on 31 March 2030 at 02:00 and back on 27 October 2030 at 03:00.
  ['2030-03-31', '01:30', '2030-03-31T01:30:00+01:00'],
  ['2030-03-31', '09:00', '2030-03-31T09:00:00+02:00'],
  ['2030-10-27', '09:00', '2030-10-27T09:00:00+01:00'],
  ['2030-12-31', '23:59', '2030-12-31T23:59:00+01:00'],
])('%s %s in Madrid is %s', (day, time, want) => {
  expect(iso(instantAt(day, time))).toBe(want);
});

test('a day begins at midnight in Madrid', () => {
  expect(dayOf(Date.parse('2030-07-14T22:00:00Z'))).toBe('2030-07-15');
  expect(dayOf(Date.parse('2030-07-14T21:59:59Z'))).toBe('2030-07-14');
});

test('days are counted over ends of months and clock changes', () => {
  expect([addDays('2030-02-28', 1), addDays('2030-03-01', -1), addDays('2030-03-30', 2)]).toEqual([
    '2030-03-01',
    '2030-02-28',
    '2030-04-01',
  ]);
  expect([weekdayOf('2030-03-04'), weekdayOf('2030-03-10')]).toEqual(['monday', 'sunday']);
});
