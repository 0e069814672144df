/**
 * What is said to an assistant (ask the person, call again …) → what is said to the person who typed the command. Refusals by
 * their stable codes; advice on an answer of the API by its phrases.
 */
import type { Language } from '../runtime/words.ts';

const REFUSED: Record<Language, Readonly<Record<string, string>>> = {
  en: {
    declined: 'You said no. Nothing was written.',
    dismissed: 'There was no answer. Nothing was written.',
    cancelled: 'Interrupted before there was an answer. Nothing was written.',
    plan_changed:
      'It was changed while the question stood there. Nothing was written. Run the command again to see it as it is now.',
    invalid_arguments: 'Nothing was sent: these arguments do not fit.',
  },
  es: {
    declined: 'Ha dicho que no. No se ha escrito nada.',
    dismissed: 'No hubo respuesta. No se ha escrito nada.',
    cancelled: 'Interrumpido antes de que hubiera respuesta. No se ha escrito nada.',
    plan_changed:
      'Cambió mientras se le preguntaba. No se ha escrito nada. Repita el comando para verlo como está ahora.',
    invalid_arguments: 'No se ha enviado nada: estos argumentos no encajan.',
  },
};

/** undefined where the refusal's own message says it to a person as well. */
export function refusedToPerson(refusal: Readonly<Record<string, unknown>>, language: Language): string | undefined {
  const { error, reason } = refusal;
  const said = REFUSED[language];
  const key = error === 'declined' && typeof reason === 'string' && Object.hasOwn(said, reason) ? reason : error;
  return typeof key === 'string' && Object.hasOwn(said, key) ? said[key] : undefined;
}

const PHRASES: readonly [said: RegExp, toPerson: string][] = [
  [/Ask the person who runs this server to check its /g, 'Check the '],
  [/Ask the person who runs this server to check /g, 'Check '],
  [/; ask the person who runs this server\./g, '; its documentation says which.'],
  [/See tools\/list for/g, 'See nuntius-mcp tools for'],
  [/; calling again will not help\./g, '.'],
  [/ and call again\./g, ' and run the command again.'],
  [/, then call again\./g, ', then run the command again.'],
];

const APPLIED: Record<Language, string> = { en: 'Done, as you confirmed.', es: 'Hecho, tal como confirmó.' };

export function toPerson(text: string, language: Language): string {
  if (text.startsWith('status: applied. ')) return APPLIED[language];
  const [, more] = /^There is more: call again with the same arguments and (.*)\.$/.exec(text) ?? [];
  if (more !== undefined)
    return `There is more: the same command with ${more.replace(/(^|, )([^=]+)=/g, ' --$2 ').trim()}`;
  return PHRASES.reduce((said, [phrase, instead]) => said.replace(phrase, instead), text);
}
