/** No honest argument nests deeper; what does could exhaust the stack of whatever walks it. */
const MAX_DEPTH = 100;

/** Whether a value nests more than `left` levels of objects and arrays. Itself walks no deeper than that. */
export function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((member) => isTooDeep(member, left - 1));
}
