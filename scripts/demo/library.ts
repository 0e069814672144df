/** A second API for the demo: a small library, described in OpenAPI, and its server on loopback, which keeps what it receives. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const DESCRIPTION = `openapi: 3.1.0
info: { title: Biblioteca, version: '1.0', description: A neighbourhood library. }
servers: [{ url: 'https://biblioteca.example' }]
paths:
  /books:
    get:
      operationId: listBooks
      summary: List the books
      parameters: [{ name: author, in: query, schema: { type: string }, description: Part of the author's name. }]
      responses: { '200': { description: The books. } }
  /books/{isbn}:
    parameters: [{ name: isbn, in: path, required: true, schema: { type: string } }]
    delete:
      operationId: withdrawBook
      summary: Take a book out of the catalogue
      responses: { '204': { description: It is gone. } }
  /books/{isbn}/purge:
    parameters: [{ name: isbn, in: path, required: true, schema: { type: string } }]
    post:
      operationId: purgeBook
      summary: Destroy a book's record
      responses: { '204': { description: It is gone. } }
  /loans:
    post:
      operationId: createLoan
      summary: Lend a book
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [isbn, reader]
              properties:
                isbn: { type: string, description: Which book. }
                reader: { type: string, description: Who takes it. }
                days: { type: integer, minimum: 1, maximum: 60, description: For how long. }
      responses: { '201': { description: It is lent. } }
`;

const BOOKS = [
  { isbn: '9788437604947', title: 'Cien años de soledad', author: 'Gabriel García Márquez' },
  { isbn: '9788420412146', title: 'Don Quijote de la Mancha', author: 'Miguel de Cervantes' },
  { isbn: '9788433973610', title: 'Nada', author: 'Carmen Laforet' },
];

export interface Library {
  url: string;
  /** Each request that came: its first line, and its body where there is one. */
  received: { line: string; body: string }[];
  close(): Promise<void>;
}

export async function openLibrary(): Promise<Library> {
  const received: Library['received'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      received.push({ line: `${request.method} ${request.url}`, body });
      const lends = request.method === 'POST';
      const author = new URL(request.url ?? '', 'http://library').searchParams.get('author') ?? '';
      const books = BOOKS.filter((book) => book.author.includes(author));
      response.writeHead(lends ? 201 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(lends ? { loan: 1, ...(JSON.parse(body) as object) } : { books }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
