/** The words that names are made of, as data: which are verbs, which mean the same, which carry no meaning. */

const set = (words: string) => new Set(words.trim().split(/\s+/));

/** Verbs that no API uses as a thing's name: at the end of a path they are the action. */
export const VERBS = set(`
  abandon abort accept accumulate acknowledge ack activate add adjust advance aggregate allocate allow analyze analyse append apply
  approve archive ask assign associate assume attach authenticate authorize authorise ban begin bind block bootstrap browse build buy
  calculate cancel capture change checkin checkout choose clear clone close collect combine commit compact compare compile complete
  compose compute configure confirm connect consume convert copy create crosspost deactivate deauthorize debug decline decode
  decrement decrypt deny deploy deprovision deregister describe destroy detach detect determine disable disassociate discard
  disconnect dismiss display distribute download drain duplicate edit eject embed emit enable encode encrypt enqueue enroll
  ensure enter escalate evaluate exchange exclude execute exist exists expand expire extend extract fail favorite fetch fill finalize
  finalise find finish fix flush follow forget format forward freeze fulfill generate get give grant hangup hide identify ignore
  impersonate improve include increment ingest initialize initialise initiate inject inspect install instantiate introspect invalidate
  invite invoke join keep kick launch leave like list locate login logon logoff logout lookup make manage mark measure
  merge migrate modify move mute navigate negotiate notify observe obtain onboard open overwrite park parse patch pause pay perform
  persist ping pin poke poll populate prepare prioritize promote propose protect provision publish pull
  purchase purge push put query rank react reactivate read reassign rebuild recalculate receive reconcile reconnect record
  recover redact redeem redeliver redirect reduce refresh refund regenerate register reindex reject relate release reload remix remove
  rename render renew reopen reorder reorganize replace replay reply reprioritize reprocess republish reroute rerun rerequest reschedule
  resend reserve reset resize resolve respond restart restore restrict resubmit resume retrieve retry return revert revise revoke
  rollback rotate run save scan schedule scroll search select sell send set show shutdown sign signin signout signup simulate
  skip snooze solve sort start stop stream submit subscribe suggest summarize suspend swap switch sync synchronise
  synchronize tail takeover terminate toggle trade transcode transcribe transform transition translate trash trigger trim truncate
  unarchive unassign unban unblock unbind undelete undo unfavorite unfollow unfreeze unfurl unhide uninstall unlink unlock unmark
  unmerge unmute unpin unpublish unregister unset unshare unstack unstar unsubscribe unsuspend untag unwatch update upgrade upsert
  use validate verify void vote wait wake warm watch wipe withdraw write zip
  actualizar agregar anadir archivar asignar buscar cancelar cerrar confirmar consultar convertir crear desactivar descargar duplicar
  editar enviar exportar guardar importar listar marcar modificar mostrar mover obtener pausar publicar reabrir reasignar registrar
  reprogramar responder subir ver
`);

/** Verbs that are as often a thing (an export, a report): an action only where nothing else is. */
export const VERBS_OR_THINGS = set(`
  answer audit authorization backup balance batch call charge check claim comment count cut delete dial dispatch dispute erase escrow estimate
  export filter flag fork hold import index insert issue label link lock log map mirror monitor note order place plan post
  preview print process queue quote rate release report request review route share snapshot sample stage stage store
  subscribe sum tag test track transfer transmit trace value visit record view scale star match upload split
`);

/** Verbs that read: GET can mean them. */
export const READING_VERBS = set(`
  get list read retrieve fetch show find search query lookup describe download export preview validate verify check count view
  browse scroll watch compare collect calculate estimate introspect inspect exists exist stream poll ping identify generate render
  resolve aggregate analyze summarize test tail scan locate match suggest quote connect login logout listar buscar obtener ver mostrar
  consultar descargar exportar
`);

/** One word for one thing: an API that says modify here and edit there updates. */
export const SYNONYMS = new Map<string, string>([
  ...['retrieve', 'fetch', 'read', 'show', 'view', 'display', 'return', 'obtener', 'ver', 'mostrar'].map(
    (v) => [v, 'get'] as const,
  ),
  ...['modify', 'edit', 'patch', 'actualizar', 'modificar', 'editar'].map((v) => [v, 'update'] as const),
  ...['put', 'overwrite'].map((v) => [v, 'replace'] as const),
  ['crear', 'create'],
  ['listar', 'list'],
  ['buscar', 'search'],
]);

/** Whole actions of controllers and repositories: `findAll`, `companiesOne`. */
export const COMPOUNDS = new Map<string, string>([
  ...['find all', 'get all', 'list all', 'all', 'index', 'find many', 'get many', 'read all', 'fetch all'].map(
    (c) => [c, 'list'] as const,
  ),
  ...['find one', 'get one', 'one', 'find by id', 'get by id', 'read by id', 'find unique', 'read one'].map(
    (c) => [c, 'get'] as const,
  ),
  ...['store', 'create one', 'new', 'add one'].map((c) => [c, 'create'] as const),
  ...['update one', 'update by id', 'partial update'].map((c) => [c, 'update'] as const),
]);

/** Words before a verb that belong to it: `bulkCreate`, `force-cancel`. */
export const MODIFIERS = set('bulk batch mass multi multiple force async auto soft hard partial re self quick');

/** Words that begin a tail (`updatePetWithForm`); the first group names what differs, the second only where. */
export const TELLING_PREPOSITIONS = set('by with without from to as using via into');
export const PREPOSITIONS = set(
  'by with without from to as using via into for in of on at over under across per between within about',
);
/** Verbs of a summary that say more about a GET than its shape does. */
export const SUMMARY_READS = set('list download export search');
/** Verbs that go with any thing: never its other name (`lists` are not what `list` made). */
export const PLAIN_VERBS = set('list get create update replace add set');

export const ARTICLES = set('a an the');

/** What says nothing about the operation at the front of an operationId. */
export const PRELUDE = set('deprecated legacy api public rest v1 v2 v3 v4 v5');

/** Path segments that lead to the API and are no part of it. */
export const NOISE_SEGMENT =
  /^(?:apis?|public|rest|v\d+(?:\.\d+)*|\d{4}-\d{2}-\d{2}|\{?(?:api-?)?version\}?|v\{[^}]*\}|_?apis?)$/i;

export const METHOD_WORDS = set('get post put patch delete head query options');

export function isAction(word: string | undefined): boolean {
  return word !== undefined && (VERBS.has(word) || VERBS_OR_THINGS.has(word) || METHOD_WORDS.has(word));
}
