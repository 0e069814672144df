/** The one resource: `<prefix>://guide`, what the instructions say, in full. It is read as it is listed; there is no other. */
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import type { Service } from '../service.ts';
import { guide, guideUri } from './instructions.ts';

/** Serves the guide on a connection. Its server declares `resources`. */
export function serveGuide(
  server: Server,
  { catalogue, mode, discover }: Pick<Service, 'catalogue' | 'mode' | 'discover'>,
): void {
  const uri = guideUri(catalogue);
  const mimeType = 'text/markdown';
  server.setRequestHandler('resources/list', () => ({
    resources: [{ uri, name: 'guide', title: 'How to use these tools', mimeType }],
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }) => {
    if (params.uri === uri) return { contents: [{ uri, mimeType, text: guide(catalogue, mode, discover) }] };
    throw new ResourceNotFoundError(params.uri, `There is no such resource; ${uri} is the only one.`);
  });
}
