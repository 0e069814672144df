export function deletionReason(o: { method: string; path: string; operationId?: string; summary?: string }): string | undefined {
  if (o.method === 'DELETE') return 'deletes';
  return /(^|[._/\- ])(delete|destroy|purge|erase|wipe|trash)($|[._/\- ])|gdpr-delete|(^|[a-z0-9])Delete($|[A-Z])|^delete[A-Z]/.test(`${o.operationId ?? ''} ${o.path.split('/').filter((x) => !x.startsWith('{')).pop()}`) ? 'deletes' : undefined;
}
export function isOverrideHeader(name: string): boolean { return /^x-(http-)?method(-override)?$|^_method$|^method_override$/i.test(name); }
