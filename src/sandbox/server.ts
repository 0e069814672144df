export async function startSandbox(_?: unknown): Promise<{ url: string; apiKey: string; close(): Promise<void> }> { throw new Error('not yet'); }
