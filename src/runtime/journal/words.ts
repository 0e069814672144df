/** What is said of operations on record, in English and Spanish. */
import type { Language } from '../words.ts';
import type { NotUndoable } from './undoable.ts';

const en = {
  onRecord: (id: string) => `On record as operation ${id}.`,
  unknown: (id: string) =>
    `On record as operation ${id}, its outcome unknown. It was not sent again and will not be: do not repeat it before you have found out.`,
  unwritten: (reason: string) => `What came of it could not be recorded. ${reason}`,
  unrecordable: (reason: string, setting: string) =>
    `Nothing was sent: a write that cannot be recorded is refused. ${reason} Mend that, name another file in ${setting}, or set it to off to write without a record.`,
  partly: (fields: string) => `Cannot be undone here: ${fields}.`,
  undoOf: (id: string, tool: string, at: string) => `Undo of operation ${id} (${tool}, ${at}).`,
  conflicts: (fields: string) => `Left alone, since somebody changed it meanwhile: ${fields}.`,
  left: (fields: string) => `Not put back, since this cannot set it: ${fields}.`,
  notRestored: (fields: string) => `The API accepted this, but answers another value than before for: ${fields}.`,
  reasons: {
    not_recorded: 'No record of it is kept here, so it cannot be undone.',
    nothing_undoes_it: 'No operation of this API undoes it, and nothing is ever deleted here.',
    state_not_read:
      'The state before it was not read, so nobody knows what to put back. In the mode flag it is never read; in ask and strict it is.',
    fields_not_shown: 'The API does not show the values before it, so nobody knows what to put back.',
  } satisfies Record<NotUndoable, string>,
  argumentsUnknown: 'What the undoing operation needs is not on record.',
  asBefore: (fields: string) => `Nothing to undo: it has its old values again (${fields}).`,
  allConflicts: (fields: string) =>
    `It was changed again since, so nothing is put back (${fields}). Change it by hand if it must be.`,
  noOperation: (id: string) => `There is no operation ${id} of this account on record.`,
  nothing: 'No operation of this account is in effect.',
  notDone: (id: string, status: string) => `Operation ${id} is not in effect: its status is ${status}.`,
  undone: (id: string, by: string) => `Operation ${id} is undone already, or is being undone, by operation ${by}.`,
  noTool: (tool: string) => `The tool ${tool} is not in this catalogue.`,
  unreadableNow: 'The present state could not be read, so nobody knows what was changed since. Try again later.',
  fitsNot: (fields: string) => `The API would not take the old values: ${fields}.`,
};

const es: typeof en = {
  onRecord: (id) => `Registrada como operación ${id}.`,
  unknown: (id) =>
    `Registrada como operación ${id}, con resultado desconocido. No se ha vuelto a enviar ni se enviará: no la repita antes de averiguarlo.`,
  unwritten: (reason) => `No se pudo registrar el resultado. ${reason}`,
  unrecordable: (reason, setting) =>
    `No se ha enviado nada: lo que no se puede registrar no se escribe. ${reason} Corríjalo, indique otro archivo en ${setting} o póngalo en off para escribir sin registro.`,
  partly: (fields) => `No se puede deshacer desde aquí: ${fields}.`,
  undoOf: (id, tool, at) => `Deshace la operación ${id} (${tool}, ${at}).`,
  conflicts: (fields) => `Se deja como está, porque alguien lo cambió después: ${fields}.`,
  left: (fields) => `No se devuelve a su valor, porque esto no puede fijarlo: ${fields}.`,
  notRestored: (fields) => `La API lo aceptó, pero responde un valor distinto del de antes en: ${fields}.`,
  reasons: {
    not_recorded: 'Aquí no se guarda registro, así que no se puede deshacer.',
    nothing_undoes_it: 'Ninguna operación de esta API la deshace, y aquí nunca se borra nada.',
    state_not_read:
      'No se leyó el estado anterior, así que nadie sabe qué devolver. En el modo flag no se lee nunca; en ask y strict, sí.',
    fields_not_shown: 'La API no muestra los valores anteriores, así que nadie sabe qué devolver.',
  },
  argumentsUnknown: 'No consta lo que necesita la operación que deshace.',
  asBefore: (fields) => `Nada que deshacer: vuelve a tener sus valores anteriores (${fields}).`,
  allConflicts: (fields) =>
    `Se cambió otra vez después, así que no se devuelve nada (${fields}). Cámbielo a mano si hace falta.`,
  noOperation: (id) => `No consta ninguna operación ${id} de esta cuenta.`,
  nothing: 'No hay ninguna operación de esta cuenta en vigor.',
  notDone: (id, status) => `La operación ${id} no está en vigor: su estado es ${status}.`,
  undone: (id, by) => `La operación ${id} ya está deshecha, o se está deshaciendo, por la operación ${by}.`,
  noTool: (tool) => `La herramienta ${tool} no está en este catálogo.`,
  unreadableNow:
    'No se pudo leer el estado actual, así que nadie sabe qué cambió después. Inténtelo de nuevo más tarde.',
  fitsNot: (fields) => `La API no aceptaría los valores anteriores: ${fields}.`,
};

export const JOURNAL_WORDS: Record<Language, typeof en> = { en, es };
