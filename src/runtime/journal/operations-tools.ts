/**
 * The tools that show and undo what is on record, as they are listed, under names that no tool of the catalogue has. Data
 * only: what they do is loaded by the first call.
 */
import type { Catalogue, Tool } from '../../catalogue/index.ts';
import type { ConfirmMode } from '../gate/decision.ts';
import type { Settings } from '../settings.ts';
import { STATUSES } from './status.ts';

export interface OperationsTools {
  list: Tool;
  /** Not where nothing may be written. */
  undo?: Tool;
}

export function operationsTools(
  { api, tools }: Catalogue,
  { readOnly, confirm }: Pick<Settings, 'readOnly' | 'confirm'>,
): OperationsTools {
  const names = new Set(tools.map(({ name }) => name.toLowerCase()));
  const free = (name: string): string => (names.has(name) ? free(`${name}_journal`) : name);
  const list = free(`${api.prefix}_operations_list`);
  const undo = free(`${api.prefix}_operations_undo`);
  return readOnly
    ? { list: listing(list, undefined) }
    : { list: listing(list, undo), undo: undoing(undo, list, confirm) };
}

function listing(name: string, undoName: string | undefined): Tool {
  const undo = undoName === undefined ? '' : ` ${undoName} takes one back.`;
  return {
    name,
    title: 'List the writes on record',
    type: 'Lectura',
    method: 'GET',
    path: '/',
    description: `What was written with this account, newest first: operation, time, tool, values, how it was confirmed, and what came of it. status unknown: it was sent, and may have been done; findOutWith names the tool that can tell.${undo} Sends nothing to the API.\n\nTipo: Lectura`,
    inputSchema: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: [...STATUSES], description: 'Only operations with this status.' },
        tool: { type: 'string', description: 'Only operations of this tool.' },
        since: {
          type: 'string',
          description: 'Only from this moment on: 2026-05-31, 2026-05-31T10:00:00Z, or so long ago: 30m, 12h, 7d.',
          pattern: '^(\\d{4}-\\d{2}-\\d{2}(T.+)?|\\d{1,6}[mhd])$',
        },
        limit: { type: 'integer', minimum: 1, maximum: 200, description: 'At most so many; without it 20.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    arguments: ['status', 'tool', 'since', 'limit'].map((n) => ({
      name: n,
      in: 'query',
      wireName: n,
      required: false,
    })),
  };
}

function undoing(name: string, listName: string, mode: ConfirmMode): Tool {
  // Said beforehand, since the summary of an unconfirmed write has no room for it.
  const flag =
    mode === 'flag'
      ? ' Here (mode flag) the state before a write is not read, so an update that was made here cannot be taken back.'
      : '';
  return {
    name,
    title: 'Undo a write',
    type: 'Escritura',
    method: 'POST',
    path: '/',
    description: `Takes back a write that is on record (${listName}): puts the fields that it changed back to what they were, where they still have the value that it set; others are named and left alone. Without operation: this account's latest that is in effect. Confirmed like any other write. What cannot be undone is refused with the reason.${flag}\n\nTipo: Escritura`,
    inputSchema: {
      type: 'object',
      properties: {
        operation: {
          type: 'string',
          pattern: '^[0-9a-f]{12}$',
          description: `The operation's identifier, from the write's result or ${listName}.`,
        },
        confirm: { type: 'boolean', description: 'true only after the person agreed to the action summary.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    arguments: [{ name: 'operation', in: 'query', wireName: 'operation', required: false }],
  };
}
