/** Every sentence that the gate says, in English and Spanish: what the person is asked, and what the client is answered. */

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const en = {
  confirmationRequired: 'This action requires confirmation. Review the summary and call again with confirm: true.',
  codeOffered:
    'Nothing was written. Show the preview to the person. Only if they agree, call again with the same arguments and this confirmation code, within 10 minutes.',
  codeOfferedDismissed:
    'The person closed the question without answering. Nothing was written. Show them the preview. Only if they agree, call again with the same arguments and this confirmation code, within 10 minutes.',
  codeOfferedTimeout:
    'The person did not answer in time. Nothing was written. Show them the preview. Only if they agree, call again with the same arguments and this confirmation code, within 10 minutes.',
  codeOfferedUnaskable:
    'This client could not ask the person. Nothing was written. Show them the preview. Only if they agree, call again with the same arguments and this confirmation code, within 10 minutes.',
  codeInvalid:
    'This confirmation code is unknown, expired, already used, or was issued for different changes. Call again without confirmation to get a new preview.',
  codesDisabled:
    'Confirmation codes are disabled here (strict): only the person can confirm, in a client that can ask them. Nothing was written.',
  tooManyCodes:
    'Too many confirmations are outstanding. Nothing was written. Answer or wait for those, then call again.',
  planChanged:
    'The plan changed between the preview and the answer. Nothing was written. Call again to get a new preview.',
  stateInvalid:
    'This answer belongs to no question that is open here: its state is altered, expired or foreign. Nothing was written. Call again to be asked anew.',
  declined: 'The person declined. Nothing was written. Do not ask again unless they say so.',
  boxNotTicked:
    'The person sent the form without ticking the box. Nothing was written. Do not ask again unless they say so.',
  dismissed: 'The person closed the question without answering. Nothing was written.',
  timedOut: 'The person did not answer in time. Nothing was written.',
  unaskable:
    'This write needs the answer of a person (strict), and this client cannot ask them. Nothing was written. Use a client that supports elicitation.',
  couldNotAsk:
    'This client could not ask the person, and this write needs their answer (strict). Nothing was written. Use a client that supports elicitation.',
  cancelled: 'The call was cancelled before the person answered. Nothing was written.',
  forgotten: 'This answer was used before. Its result is no longer kept; nothing was sent again.',
  applied: 'Applied, as the person confirmed.',
  box: 'Yes, do this',
  boxHelp: 'Nothing is sent unless this is ticked.',
  question: (action: string, thing: string) => (thing === '' ? `${action}?` : `${action}: ${thing}?`),
  send: (request: string, thing: string) => (thing === '' ? `Send ${request}?` : `Send ${request} (${thing})?`),
  more: (n: number, digest: string) => `… and ${n} more (sha256 ${digest})`,
  unchanged: 'unchanged',
  removed: 'removed',
  notSent: 'not sent',
  before: 'before',
  after: 'after',
  noUndo: 'This cannot be undone here.',
  noState: 'The present state could not be read.',
  cutValue: (length: number, digest: string) => `… (${length} characters, sha256 ${digest})`,
  hidden: (length: number) => `[hidden: ${length} characters]`,
  nothing: '(empty)',
  waiting: 'Waiting for the person to answer',
};

const es: typeof en = {
  confirmationRequired: 'Esta acción necesita confirmación. Revise el resumen y llame de nuevo con confirm: true.',
  codeOffered:
    'No se ha escrito nada. Muestre la vista previa a la persona. Solo si está de acuerdo, llame de nuevo con los mismos argumentos y este código de confirmación, antes de 10 minutos.',
  codeOfferedDismissed:
    'La persona cerró la pregunta sin contestar. No se ha escrito nada. Muéstrele la vista previa. Solo si está de acuerdo, llame de nuevo con los mismos argumentos y este código de confirmación, antes de 10 minutos.',
  codeOfferedTimeout:
    'La persona no contestó a tiempo. No se ha escrito nada. Muéstrele la vista previa. Solo si está de acuerdo, llame de nuevo con los mismos argumentos y este código de confirmación, antes de 10 minutos.',
  codeOfferedUnaskable:
    'Este cliente no pudo preguntar a la persona. No se ha escrito nada. Muéstrele la vista previa. Solo si está de acuerdo, llame de nuevo con los mismos argumentos y este código de confirmación, antes de 10 minutos.',
  codeInvalid:
    'Este código de confirmación es desconocido, ha caducado, ya se usó o se emitió para otros cambios. Llame de nuevo sin confirmación para obtener una nueva vista previa.',
  codesDisabled:
    'Aquí no se admiten códigos de confirmación (strict): solo puede confirmar la persona, en un cliente que pueda preguntarle. No se ha escrito nada.',
  tooManyCodes:
    'Hay demasiadas confirmaciones pendientes. No se ha escrito nada. Conteste o espere a que caduquen y llame de nuevo.',
  planChanged:
    'El plan cambió entre la vista previa y la respuesta. No se ha escrito nada. Llame de nuevo para obtener una nueva vista previa.',
  stateInvalid:
    'Esta respuesta no corresponde a ninguna pregunta abierta aquí: su estado está alterado, ha caducado o es ajeno. No se ha escrito nada. Llame de nuevo para que se vuelva a preguntar.',
  declined: 'La persona dijo que no. No se ha escrito nada. No vuelva a preguntar salvo que lo pida.',
  boxNotTicked:
    'La persona envió el formulario sin marcar la casilla. No se ha escrito nada. No vuelva a preguntar salvo que lo pida.',
  dismissed: 'La persona cerró la pregunta sin contestar. No se ha escrito nada.',
  timedOut: 'La persona no contestó a tiempo. No se ha escrito nada.',
  unaskable:
    'Esta escritura necesita la respuesta de una persona (strict) y este cliente no puede preguntarle. No se ha escrito nada. Use un cliente que admita elicitation.',
  couldNotAsk:
    'Este cliente no pudo preguntar a la persona, y esta escritura necesita su respuesta (strict). No se ha escrito nada. Use un cliente que admita elicitation.',
  cancelled: 'La llamada se canceló antes de que la persona contestara. No se ha escrito nada.',
  forgotten: 'Esta respuesta ya se usó. Su resultado ya no se conserva; no se ha vuelto a enviar nada.',
  applied: 'Hecho, tal como la persona confirmó.',
  box: 'Sí, hágalo',
  boxHelp: 'No se envía nada si no se marca.',
  question: (action, thing) => (thing === '' ? `¿${action}?` : `¿${action}: ${thing}?`),
  send: (request, thing) => (thing === '' ? `¿Enviar ${request}?` : `¿Enviar ${request} (${thing})?`),
  more: (n, digest) => `… y ${n} más (sha256 ${digest})`,
  unchanged: 'sin cambios',
  removed: 'se quita',
  notSent: 'no se envía',
  before: 'antes',
  after: 'después',
  noUndo: 'Esto no se puede deshacer desde aquí.',
  noState: 'No se pudo leer el estado actual.',
  cutValue: (length, digest) => `… (${length} caracteres, sha256 ${digest})`,
  hidden: (length) => `[oculto: ${length} caracteres]`,
  nothing: '(vacío)',
  waiting: 'Esperando la respuesta de la persona',
};

export type Words = typeof en;

export const WORDS: Record<Language, Words> = { en, es };
