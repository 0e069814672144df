/** Whether a request reads or writes, and what it does to the thing, as far as its words tell. A hint for ranking, nothing more. */

import type { Tool } from '../../../catalogue/index.ts';
import { READING_VERBS, VERBS } from '../../../catalogue/language/vocabulary.ts';
import { fold } from './spanish.ts';
import { inEnglish } from './terms.ts';

export type Action = 'list' | 'get' | 'search' | 'create' | 'update' | 'other';

export interface Intent {
  reads?: boolean;
  action?: Action;
  /** Many things are asked for, not one. */
  many: boolean;
}

const SEARCH = /^(search|find|look|locate|buscar?|busca|busco|encontrar|encuentra|localizar)\b/;
const LIST =
  /^(list|all|my|our|which|who (works|is in|are)|show (me )?(the|all|my)|lista|listar|listado|mis|nuestr[oa]s|tod[oa]s|hay)\b/;
const QUESTION =
  /^(what|which|who|whose|whom|where|when|how|is|are|was|were|did|does|do|has|have|can|any|every|everyone|info|information|details|latest|show|list|see|read|view|get|fetch|display|check|download|export|listen|que|cual|cuales|quien|quienes|cuando|donde|cuant[oa]s?|ver|leer|mostrar|muestra|consultar|obtener|informe|descargar|exportar)\b/;
/** To be told of what happens, somebody must first be subscribed. */
const TOLD = /^((get|be) (told|notified)|notify me|let me know|avisa(me)?)\b/;
const CREATE =
  /^(create|add|make|new|open|write|draft|register|start|set up|plan|organi[sz]e|note down|jot down|book|save|store|upload|publish|post|record|submit|hire|share|crear?|crea|organizar?|planear|nuev[oa]|anadir|agregar|dar de alta|alta|agenda|agendar|reservar|abrir|apunta|subir|sube|publicar|emitir)\b/;
const UPDATE =
  /^(update|change|edit|modify|fix|rename|set|correct|raise|lower|actualizar|cambiar?|cambia|editar|modificar|corregir|renombrar)\b/;
const MANY = /\b\w{3,}[^siu\W]s\b/;

export function intentOf(request: string): Intent {
  const text = fold(request)
    .replace(/^\W+/, '')
    .replace(/^(please|can you|could you|i want to|i need to|let's|por favor|quiero|necesito) /, '');
  const many = MANY.test(text);
  if (TOLD.test(text)) return { reads: false, action: 'create', many };
  if (SEARCH.test(text)) return { reads: true, action: 'search', many };
  if (LIST.test(text)) return { reads: true, action: 'list', many };
  if (QUESTION.test(text)) return { reads: true, many };
  if (CREATE.test(text)) return { reads: false, action: 'create', many };
  if (UPDATE.test(text)) return { reads: false, action: 'update', many };
  return startsWithWrite(text) ? { reads: false, many } : { many };
}

/** A command that is none of those above: `approve …`, `asigna …`. */
function startsWithWrite(text: string): boolean {
  const first = /^[a-z]+/.exec(text)?.[0] ?? '';
  return [first, ...inEnglish(first)].some((word) => VERBS.has(word) && !READING_VERBS.has(word));
}

/** What a tool does, by the last words of its name, else by its method and path. */
export function actionOf(tool: Tool): Action {
  const last = /_(list|get|search|create|update|replace|find|add)(?:_(?:all|one))?$/.exec(tool.name)?.[1];
  if (last === 'find') return 'search';
  if (last === 'replace') return 'update';
  if (last === 'add') return 'create';
  if (last !== undefined) return last as Action;
  if (/(^|\/)search\b/.test(tool.path)) return 'search';
  if (tool.type === 'Lectura') return /\}[^/]*$/.test(tool.path) ? 'get' : 'list';
  return 'other';
}
