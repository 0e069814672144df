import type { z } from 'zod';

/** What is wrong, in one line, of zod's first issue; `nearest` finds the known key for an unknown one. */
export function issueText(issue: z.core.$ZodIssue | undefined, nearest: (key: string) => string | undefined): string {
  if (issue === undefined) return 'it is not valid';
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const meant = nearest(key);
    return `there is no key ${JSON.stringify(key)} here${meant === undefined ? '' : `; the nearest known one is “${meant}”`}`;
  }
  return issue.message.replace(/^Invalid (input|option): /, '');
}
