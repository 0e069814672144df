/** Method and path → operation and path values. A fixed segment goes before a parameter (OpenAPI 3.1, 4.8.8.2). */
import { Problem } from '../problem.ts';
import type { SandboxOperation } from './operation.ts';

export interface Match {
  operation: SandboxOperation;
  /** Decoded, by parameter name. */
  path: Record<string, string>;
}

export class Router {
  readonly #operations: SandboxOperation[];

  constructor(operations: readonly SandboxOperation[]) {
    const parameters = (o: SandboxOperation) => o.segments.filter((s) => typeof s !== 'string').length;
    this.#operations = [...operations].sort((a, b) => parameters(a) - parameters(b));
  }

  /** @param path raw, without the query @throws Problem 404, or 405 with `Allow` */
  match(method: string, path: string): Match {
    const segments = path.split('/');
    const here = this.#operations.flatMap((operation) => {
      const values = matchSegments(operation.segments, segments);
      return values ? [{ operation, path: values }] : [];
    });
    const found = here.find((m) => m.operation.method === method);
    if (found) return found;
    if (here.length === 0)
      throw new Problem('no_such_path', `There is nothing at ${path}. Paths start with /public/v1/.`);
    const allowed = [...new Set(here.map((m) => m.operation.method))].join(', ');
    throw new Problem('method_not_allowed', `${method} is not allowed here; ${allowed} is.`, {
      headers: { Allow: allowed },
    });
  }

  /**
   * The operation whose answer carries the ETag of what `operation` changes: GET on its path, or on the nearest
   * path above it (the tags of a contact are part of the contact).
   */
  readerOf(operation: SandboxOperation): SandboxOperation | undefined {
    for (let path = operation.path; path.includes('{'); path = path.slice(0, path.lastIndexOf('/'))) {
      const reader = this.#operations.find((o) => o.method === 'GET' && o.path === path && o.success.etag);
      if (reader) return reader;
    }
    return undefined;
  }
}

function matchSegments(template: SandboxOperation['segments'], segments: string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [i, part] of template.entries()) {
    const segment = segments[i] ?? '';
    if (typeof part === 'string') {
      if (part !== segment) return undefined;
      continue;
    }
    const value = decode(segment);
    if (!value) return undefined;
    values[part.parameter] = value;
  }
  return values;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
