/** Every word of the page that is ours, in English and Spanish. */
import type { Language } from '../runtime/words.ts';
import type { Field, LimitName } from './fields.ts';

/** `5 – 480`, `at least 5`, `at most 480`. */
function range(least: string, most: string, from: string, to: string): string {
  if (least === '') return `${to} ${most}`;
  if (most === '') return `${from} ${least}`;
  return least === most ? least : `${least}–${most}`;
}

export const numeral = (n: number, language: Language) => n.toLocaleString(language === 'es' ? 'es-ES' : 'en-GB');

const en = {
  language: 'English',
  file: 'index.html',
  pageTitle: (api: string) => `${api}: tools for an AI assistant`,
  lead: (tools: number) =>
    tools === 1
      ? 'The one thing that an AI assistant can do with this API.'
      : `The ${numeral(tools, 'en')} things that an AI assistant can do with this API.`,
  reads: 'Reads. The assistant may call it at any time.',
  writes: 'Writes. Nothing is sent until a person has confirmed it.',
  noDeletion: 'Nothing here can delete.',
  version: 'Version',
  address: 'Address',
  textVersion: 'As text',
  skip: 'Skip to the tools',
  search: 'Search the tools',
  searchHint: 'Name, purpose, argument …',
  type: 'Type',
  all: 'All',
  tags: 'Topics',
  allTags: 'All topics',
  untagged: 'Other',
  /** `{n}` of `{of}` tools fit. */
  shown: '{n} of {of} tools',
  shownAll: '{of} tools',
  found: 'Found',
  nothing: 'No tool fits. Try fewer words, or',
  clear: 'show all tools',
  theme: 'Colours',
  themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
  keys: 'Keys',
  keyNames: [
    ['/', 'search'],
    ['↑ ↓', 'move'],
    ['Enter', 'open'],
    ['Esc', 'close'],
  ] as [string, string][],
  linkTo: 'Link to this tool',
  arguments: 'Arguments',
  noArguments: 'It takes none.',
  required: 'required',
  optional: 'optional',
  places: {
    path: 'path',
    query: 'query',
    header: 'header',
    cookie: 'cookie',
    body: 'body',
    'whole-body': 'whole body',
    gate: 'confirmation',
  } satisfies Record<NonNullable<Field['place']>, string>,
  membersOf: (name: string) => (name === '' ? 'Members' : `Members of ${name}`),
  others: 'any other name',
  alternative: (n: number) => `form ${n}`,
  recurs: 'Its members are those of what it stands in.',
  deep: 'It has members deeper than this page shows.',
  limits: {
    format: (v) => v,
    encoding: (v) => v,
    number: (least, most) => range(least, most, 'at least', 'at most'),
    above: (v) => `more than ${v}`,
    below: (v) => `less than ${v}`,
    multiple: (v) => `a multiple of ${v}`,
    length: (least, most) =>
      least === '1' && most === '' ? 'not empty' : `${range(least, most, 'at least', 'at most')} characters`,
    pattern: () => 'pattern',
    items: (least, most) => `${range(least, most, 'at least', 'at most')} items`,
    unique: () => 'no item twice',
    members: (least, most) => `${range(least, most, 'at least', 'at most')} members`,
    values: () => 'one of',
    default: () => 'default',
    deprecated: () => 'deprecated',
    secret: () => 'secret: shown hidden',
  } as Record<LimitName, (least: string, most: string) => string>,
  each: 'each',
  example: 'Example call',
  noExample: 'Its arguments are too particular for an example.',
  copy: 'Copy',
  copied: 'Copied',
  seen: 'What the person sees',
  refusal:
    'In the mode flag, the default, the assistant gets this summary and shows it. Only a second call, with confirm: true, is sent.',
  asked: 'In the modes ask and strict, the client itself asks:',
  before: 'What is there now is read first; a line whose value changes says before → after. Read by',
  undo: 'What undoes it:',
  unconfirmed: 'This write needs no confirmation: an overlay says so.',
  operation: 'Operation',
  operations: 'Operations',
  omitted: 'Left out, and why',
  omittedLead: (n: number) =>
    n === 1 ? 'One operation of the API is no tool.' : `${numeral(n, 'en')} operations of the API are no tools.`,
  nothingOmitted: 'Nothing: every operation of the API is a tool.',
  noScript: 'Search, and the details of so large a catalogue, need JavaScript. Everything also stands in',
  reasons: (reason: string) => reason,
  madeBy: 'Made from the API’s OpenAPI description by',
};

export type Words = typeof en;

/** The generator's reasons, in the order in which their parts are put in Spanish. */
const REASONS: [RegExp, string][] = [
  [/^the method (\S+) is never a tool$/, 'el método $1 nunca es una herramienta'],
  [/^left out by the overlay$/, 'lo omite el overlay'],
  [/^broken at (\S+): /, 'mal descrita en $1: '],
  [/^deletes: DELETE is never a tool$/, 'borra: DELETE nunca es una herramienta'],
  [/^deletes: the operationId (".*") says so$/, 'borra: lo dice el operationId $1'],
  [/^deletes: the path (".*") says so$/, 'borra: lo dice la ruta $1'],
  [/^deletes: the path (".*") removes the item itself$/, 'borra: la ruta $1 quita el elemento mismo'],
  [/^deletes: the summary (".*") says so$/, 'borra: lo dice el resumen $1'],
  [
    /^takes something away on (\w+), where nobody is asked: the (?:operationId|path) (".*") says so$/,
    'quita algo con $1, donde no se pregunta a nadie: lo dice $2',
  ],
];

const es: Words = {
  language: 'Español',
  file: 'es.html',
  pageTitle: (api) => `${api}: herramientas para un asistente de IA`,
  lead: (tools) =>
    tools === 1
      ? 'Lo único que un asistente de IA puede hacer con esta API.'
      : `Las ${numeral(tools, 'es')} cosas que un asistente de IA puede hacer con esta API.`,
  reads: 'Lee. El asistente puede llamarla en cualquier momento.',
  writes: 'Escribe. No se envía nada hasta que una persona lo confirma.',
  noDeletion: 'Nada de lo que hay aquí puede borrar.',
  version: 'Versión',
  address: 'Dirección',
  textVersion: 'Como texto',
  skip: 'Ir a las herramientas',
  search: 'Buscar herramientas',
  searchHint: 'Nombre, uso, argumento …',
  type: 'Tipo',
  all: 'Todas',
  tags: 'Temas',
  allTags: 'Todos los temas',
  untagged: 'Otras',
  shown: '{n} de {of} herramientas',
  shownAll: '{of} herramientas',
  found: 'Encontradas',
  nothing: 'Ninguna herramienta encaja. Pruebe con menos palabras, o',
  clear: 'ver todas las herramientas',
  theme: 'Colores',
  themes: { auto: 'Como el sistema', light: 'Claro', dark: 'Oscuro' },
  keys: 'Teclas',
  keyNames: [
    ['/', 'buscar'],
    ['↑ ↓', 'moverse'],
    ['Intro', 'abrir'],
    ['Esc', 'cerrar'],
  ],
  linkTo: 'Enlace a esta herramienta',
  arguments: 'Argumentos',
  noArguments: 'No toma ninguno.',
  required: 'obligatorio',
  optional: 'opcional',
  places: {
    path: 'ruta',
    query: 'consulta',
    header: 'cabecera',
    cookie: 'cookie',
    body: 'cuerpo',
    'whole-body': 'cuerpo entero',
    gate: 'confirmación',
  },
  membersOf: (name) => (name === '' ? 'Miembros' : `Miembros de ${name}`),
  others: 'cualquier otro nombre',
  alternative: (n) => `forma ${n}`,
  recurs: 'Sus miembros son los de aquello en lo que está.',
  deep: 'Tiene miembros más hondos de lo que muestra esta página.',
  limits: {
    format: (v) => v,
    encoding: (v) => v,
    number: (least, most) => range(least, most, 'al menos', 'como mucho'),
    above: (v) => `más de ${v}`,
    below: (v) => `menos de ${v}`,
    multiple: (v) => `múltiplo de ${v}`,
    length: (least, most) =>
      least === '1' && most === '' ? 'no vacío' : `${range(least, most, 'al menos', 'como mucho')} caracteres`,
    pattern: () => 'patrón',
    items: (least, most) => `${range(least, most, 'al menos', 'como mucho')} elementos`,
    unique: () => 'ningún elemento dos veces',
    members: (least, most) => `${range(least, most, 'al menos', 'como mucho')} miembros`,
    values: () => 'uno de',
    default: () => 'por omisión',
    deprecated: () => 'en desuso',
    secret: () => 'secreto: se muestra oculto',
  },
  each: 'cada uno',
  example: 'Llamada de ejemplo',
  noExample: 'Sus argumentos son demasiado particulares para un ejemplo.',
  copy: 'Copiar',
  copied: 'Copiado',
  seen: 'Lo que ve la persona',
  refusal:
    'En el modo flag, el que hay por omisión, el asistente recibe este resumen y lo muestra. Solo se envía una segunda llamada, con confirm: true.',
  asked: 'En los modos ask y strict, pregunta el propio cliente:',
  before: 'Antes se lee lo que hay; la línea de un valor que cambia dice antes → después. Lo lee',
  undo: 'Lo que la deshace:',
  unconfirmed: 'Esta escritura no necesita confirmación: lo dice un overlay.',
  operation: 'Operación',
  operations: 'Operaciones',
  omitted: 'Lo que se omite, y por qué',
  omittedLead: (n) =>
    n === 1
      ? 'Una operación de la API no es una herramienta.'
      : `${numeral(n, 'es')} operaciones de la API no son herramientas.`,
  nothingOmitted: 'Nada: cada operación de la API es una herramienta.',
  noScript: 'La búsqueda, y los detalles de un catálogo tan grande, necesitan JavaScript. Todo está también en',
  reasons: (reason) => REASONS.reduce((text, [english, spanish]) => text.replace(english, spanish), reason),
  madeBy: 'Hecho a partir de la descripción OpenAPI de la API con',
};

export const PAGE_WORDS: Record<Language, Words> = { en, es };
