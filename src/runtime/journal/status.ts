/** What is told of an operation: what came of it; `sending` while its process runs; `undone` when another took it back. */
export const STATUSES = ['done', 'refused', 'failed', 'unknown', 'sending', 'undone'] as const;
export type Status = (typeof STATUSES)[number];
