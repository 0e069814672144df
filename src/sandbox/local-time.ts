/** Instants and days in Europe/Madrid, where the sandbox's business is. */

const ZONE = 'Europe/Madrid';
const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
const FORMAT = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** RFC 3339 with Madrid's offset and whole seconds: `2030-03-12T10:00:00+01:00`. @param instant ms since the epoch. */
export function iso(instant: number): string {
  const whole = Math.floor(instant / 1000) * 1000;
  const local = wallClock(whole);
  const minutes = Math.round((local - whole) / MINUTE);
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${new Date(local).toISOString().slice(0, 19)}${offset}`;
}

/** The day in Madrid: `2030-03-12`. @param instant ms since the epoch. */
export function dayOf(instant: number): string {
  return iso(instant).slice(0, 10);
}

/** The instant, in ms since the epoch, at which clocks in Madrid show this. @param day `2030-03-12` @param time `10:00` */
export function instantAt(day: string, time: string): number {
  const local = Date.parse(`${day}T${time}:00Z`);
  // The offset at the guess may be that of the other side of a clock change: look once more from the result.
  const guess = local - (wallClock(local) - local);
  return local - (wallClock(guess) - guess);
}

/** @param day `2030-03-12` */
export function weekdayOf(day: string): Weekday {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'sunday';
}

/** @param day `2030-03-12` @param days may be negative */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** What clocks in Madrid show, as if it were UTC, in ms. */
function wallClock(instant: number): number {
  const part: Record<string, string> = {};
  for (const { type, value } of FORMAT.formatToParts(instant)) part[type] = value;
  return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`);
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}
