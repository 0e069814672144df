/** The formats that the description uses; the rest of the JSON Schema vocabulary is ajv's. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

export const FORMATS: Record<string, true | ((value: string) => boolean)> = {
  date: isDate,
  /** RFC 3339, section 5.6. */
  'date-time': (value) => /[Tt]/.test(value[10] ?? '') && isDate(value.slice(0, 10)) && TIME.test(value.slice(11)),
  email: (value) => /^[^\s@<>"]+@[^\s@.<>"]+(\.[^\s@.<>"]+)+$/.test(value),
  uri: (value) => /^[a-z][a-z0-9+.-]*:/i.test(value) && URL.canParse(value),
  'uri-reference': (value) => URL.canParse(value, 'https://base.example'),
  password: true,
  binary: true,
};

function isDate(value: string): boolean {
  const [, year, month, day] = DATE.exec(value) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.toISOString().slice(0, 10) === value;
}
