const UNIT = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `2026-05-31`, `2026-05-31T10:00:00Z`, or so long ago: `30m`, `12h`, `7d`. undefined: none of these. */
export function readSince(text: string, now: Date): Date | undefined {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * UNIT[unit as keyof typeof UNIT]);
  if (!/^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text)) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
