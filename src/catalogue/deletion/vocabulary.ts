/** The words by which an operation says that it deletes, and those that take it back. Data; docs/deletion.md gives the reasons. */

const set = (words: string) => new Set(words.trim().split(/\s+/));

/** On a write, one of these as a word of its own always counts, whatever stands around it. */
export const PLAIN = set('delete destroy purge erase wipe trash');

/** Deletions where they are the operation's action. */
export const DELETING = set(`
  delete destroy purge erase wipe trash expunge obliterate shred nuke prune discard redact truncate evict
  anonymize anonymise pseudonymize pseudonymise
  eliminate eliminar elimina eliminen borrar borra borre suprimir suprime purgar destruir
  supprimer supprime supprimez effacer efface detruire
  loschen losche loscht loeschen loesche loescht vernichten
  excluir exclui apagar apaga deletar deleta
  eliminare cancella cancellare
  verwijderen verwijder radera slett slette usun usunac
`);

/** Deletions only of certain things: by the verb, the things. */
export const DELETING_THINGS = new Map<string, Set<string>>([
  [
    'drop',
    set('database db table collection index indexe schema column view partition keyspace bucket tenant data all'),
  ],
  ['flush', set('all db database data queue message table')],
  ['terminate', set('instance machine vm server environment cluster workspace container database droplet tenant')],
  ['reset', set('factory database data everything')],
  ['forget', set('me user customer contact person visitor subject data patient member')],
]);

/** Emptying deletes what was inside, except where that is derived or passing state. */
export const EMPTYING = set('clear empty vaciar vacia vider vide leeren');
export const PASSING = set(`
  cache cached filter flag status mark badge notification override default selection session cookie timer pause lock typing alarm
  alert error unread cursor checkpoint fault throttle block schedule state border format formatting highlight breakpoint presence
  mode read warning incident condition breach maintenance cooldown limit rate backoff field fields text response body payload
`);

/** What a GET or HEAD must not do, because nobody would be asked. */
export const TAKING_AWAY = set('remove revoke uninstall terminate clear kick deactivate');

/** Verbs that stand in front as the name of a thing: `commentsRedact`, `order discard`. */
export const NAMES = set(`
  order comment message note issue label report request log tag share watch store review record view link call track test export import
  hold invite post like star plan stage index charge map quote dispute
`);

/** Deletion as a thing: `POST /account/deletion`. */
export const DELETIONS = set(`
  deletion deletions erasure erasures eviction expungement anonymization anonymisation redaction
  eliminacion borrado supresion loschung loeschung exclusao cancellazione verwijdering
`);

/** After a word of deletion, these make it a setting or a report: `deletion policy`, `delete status`. */
export const ABOUT = set(`
  status protection policy policies rule rules setting settings config configuration configurations log logs history report reports
  event events audit permission permissions preview reason reasons count info webhook webhooks lock flag window period hook hooks
  notification notifications code coding coded marker markers token tokens detail details schedule schedules alert alerts
`);
/** On a read, so do these: a job or a request that is looked at. */
export const ABOUT_READ = set(
  'job jobs request requests task tasks operation operations queue confirmation candidates',
);

/** Before a word of deletion, these undo it or only look at it. */
export const GUARDING = set(`
  undo undelete cancel abort stop prevent revert reverse reject deny decline restore recover unarchive rollback disable enable
  get list read retrieve fetch find search query show view preview download count check describe watch poll export validate verify
  estimate simulate is has can exists lookup browse scroll select subscribe restaurar recuperar obtener listar buscar ver
`);

/** `mark as deleted`, `move to trash`. */
export const MOVING = set('mark set flag move send put mover marcar');
export const GONE = set('deleted trashed trash bin recycle recyclebin eliminado borrado papelera corbeille papierkorb');

/** The same in scripts that have no Latin letters. */
export const OTHER_SCRIPTS =
  /删除|刪除|清空|抹除|削除|消去|삭제|удалить|удаление|удаляет|видалити|видалення|διαγραφή|διαγράφει|מחק|מחיקה|حذف|हटाएं|मिटाएं|ลบ/iu;

/**
 * What an operation must hold somewhere to say that it deletes: most hold none of it, and need no closer reading. Endings are
 * left off (`eras` for erase, erasing). For ASCII only: letters of other scripts become these words by transliteration.
 */
export const TRACES = new RegExp(
  [...DELETING, ...DELETING_THINGS.keys(), ...EMPTYING, ...TAKING_AWAY, ...DELETIONS, ...GONE]
    .map((word) => word.replace(/e$/, ''))
    .join('|'),
  'i',
);
