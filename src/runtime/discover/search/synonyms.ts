/** What people say → what APIs say. Data: a request is also searched for by these words, at less weight. */

/** The words of a line mean about the same. */
const ALIKE = `
create add make new register
update edit change modify set adjust
list all browse
get show read view retrieve details
search find look query
cancel stop abort void
archive store
send write post
reply answer respond
message text
customer client contact person
contact person people
user person people account
employee staff teammate team worker member
admin teammate
company business firm
lead prospect
appointment booking reservation meeting
availability slot free
issue ticket bug
conversation chat thread
issue tracker
pull pr
repository repo project
workflow action pipeline ci build
run execution build
label tag
invoice bill
payment charge pay
refund money
order purchase
subscription membership plan
item product article
inventory stock quantity
location shop store branch
team-member employee
shift rota roster
timecard clock timesheet
wage salary earn pay
vendor supplier
payout bank deposit
dispute chargeback
evidence proof
event track record
file document attachment
photo image picture
reminder remind
task todo
stage step
pipeline funnel
report summary statistics
member people
invite add
kick remove throw
collaborator colleague
star favorite
notification alert
assign charge
merge join combine
convert turn
complete finish done capture
confirm accept
reschedule move
schedule plan later
publish release
submit publish send
block ban
disable deactivate off
enable activate on
download export
setting preference
snippet gist
traffic visits views
attach link add
detach unlink remove
cash money
reward redeem
point score
evaluate calculate total
profile identity
current me
log history
permission access
group segment
terminal device reader
code key
password secret token credential
leak expose
comment note
info details profile
agenda calendar booking appointment
stop block
channel conversation room
said say written wrote message
name rename title
user everyone everybody
member inside belong
team workspace
workspace organization
status presence
plan schedule
money payment payout transfer
transaction expense spending
cost spend expense
recording transcript transcription
nickname nick
address location
permission access right collaborator
product catalog menu
snooze postpone defer
assign delegate transfer
shift timecard
balance remaining
delivery shipment shipping parcel
coupon promotion voucher discount
survey form questionnaire
webhook hook callback
deploy deployment release
folder directory
absence leave vacation
applicant candidate
guest attendee participant
fee charge rate
campaign mailing newsletter
contract agreement
label category
brand logo
backup snapshot
limit quota
warehouse depot
deal opportunity
stage pipeline
version revision
quote estimate proposal
goal target
revenue sales turnover
restart reboot
`;

/** Two words that are one thing, and the other way round. */
export const COMPOUNDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['pr', ['pull', 'request']],
  ['prs', ['pull', 'request']],
  ['repo', ['repository']],
  ['repos', ['repository']],
  ['ci', ['workflow', 'action']],
  ['todo', ['task']],
  ['whatsapp', ['message', 'whatsapp']],
  ['sms', ['message', 'sms']],
  ['pdf', ['file']],
  ['excel', ['export', 'csv']],
  ['smiley', ['reaction', 'emoji']],
  ['online', ['presence', 'online']],
  ['kinds', ['type']],
  ['kind', ['type']],
  ['newest', ['latest']],
  ['recent', ['latest', 'recent']],
  ['newsletters', ['subscription']],
  ['chargeback', ['dispute']],
  ['signed', ['sign', 'register']],
  ['holidays', ['away']],
  ['vacation', ['away']],
  ['bought', ['purchase', 'buy']],
  ['buy', ['purchase', 'buy']],
  ['hire', ['create', 'employee', 'member']],
  ['tracker', ['issue']],
  ['clients', ['customer', 'client']],
]);

/** Whole phrases, and the words that they are searched for by. */
export const PHRASES: readonly [RegExp, string, weight?: number][] = [
  [/^\W*who\b|\bquien(es)?\b|\beveryone\b|\beverybody\b|\bpeople\b/, 'user member', 0.35],
  [/\bmy\b|\bmine\b|\bmis?\b/, 'authenticated me own', 0.3],
  [/\b(lately|recently|the last (few )?(days|time))\b|\bultimamente\b/, 'recent', 0.7],
  [/^\W*what('s| is) (in|inside)\b|\bque hay en\b/, 'item', 0.6],
  [/\bevery (day|week|month|year)\b|\bcada (dia|semana|mes|ano)\b/, 'scheduled recurring', 0.7],
  [/\b(spent|spend|spending)\b|\bgast(e|o|amos|ado)\b/, 'transaction expense cost', 0.5],
  [/\bhow many\b|\bcuant[oa]s\b/, 'count total', 0.3],
  [
    /\bwho am i\b|\bquien soy\b|\blogged in\b|\bmy (own )?(account|profile)\b|\bmi (cuenta|perfil)\b/,
    'authenticated current user me',
  ],
  [/\b(is|are) .*\b(up|down|working|alive|running)\b/, 'status'],
  [/\btop up\b/, 'load balance activity'],
  [/\bin charge\b/, 'assignee'],
  [/\bthumbs (up|down)\b/, 'reaction'],
  [/\bhas .*\b(finished|completed|done)\b|\bha terminado\b/, 'job status'],
  [/\b(commit|push|write|read) (access|rights?)\b|\bpermisos?\b/, 'collaborator permission', 0.7],
  [/\b(hand|pass) .*\b(over|on)\b|\btake over\b|\bpasar?(le|sela)? .* a\b/, 'assign transfer manage', 0.6],
  [/\bput .*\boff\b|\bpush .*\bback\b|\b(aplaza|pospon|retrasa)\w*/, 'snooze reschedule', 0.8],
  [/\b(opening|business|office) hours\b|\bhorarios?\b/, 'location hours', 0.6],
  [/\bclock(ed|ing)? (in|out)\b|\bficha(r|je)\b/, 'shift timecard', 0.8],
  [/\b(get|give|send|pay) .*\bback\b/, 'refund return', 0.3],
  [/\blet .*\bknow\b|\btell (him|her|them|the)\b|\bavisa(r|le)?\b/, 'send message notify', 0.5],
  [/\bturn .*\bon\b|\bswitch .*\bon\b/, 'enable', 0.6],
  [/\bturn .*\boff\b|\bswitch .*\boff\b/, 'disable', 0.6],
  [/\bbring .*\bback\b/, 'restore', 0.6],
  [/\bsign(ed)? up\b/, 'create register', 0.5],
  [/\bgo(es|ing)? live\b|\bput .*\bonline\b/, 'publish', 0.6],
  [/\b(get|be|getting) (told|notified)\b|\bnotify me\b|\bwhen(ever)? .*\bhappens?\b/, 'webhook', 1.5],
  [/\b(older|previous|earlier) (copy|copies|versions?)\b/, 'version', 0.8],
  [/\bget in touch\b|\breach out\b/, 'send message contact', 0.5],
];

/** Words that say which ones, when or how, seldom what: they count for little. */
export const QUALIFIERS = new Set(
  `latest newest recent recently last first next previous old oldest pending waiting open unread unpaid left main whole entire complete
  current present early late lately still right private public called named week weeks month months day days hour hours year years minute
  minutes monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
  november december euros dollars euro dollar one two three four five nine ten many much long lot
  get show see view list read find search look display give check tell want work works working thing things kind way info
  lunes martes miercoles jueves viernes sabado domingo semana mes hora horas dia pendiente pendientes reciente recientes nuevo nueva
  ver muestra mostrar listar lista buscar busca consultar obtener`.split(/\s+/),
);

/** English words that carry no meaning of their own in a request. */
export const ENGLISH_STOPWORDS = new Set(
  `a about after again am an and any anybody anyone are as at back be been being but by called can could did do does doing don done't
  down for from get's go had has have having he her here hers him his how i i'd i'm if in into is isn't it it's its just let let's like
  ll many may me might mine much must my need no nobody nor not now of off on once one only or our ours out over own please re s saying she should
  so some somebody someone something still such t than that that's the their them then there there's these they this those through to
  today tomorrow too under until up upon us very want was we we'd were what what's when where which while who who's whom why will with
  without would yesterday yet you you're your yours`.split(/\s+/),
);

/** `word → words that may be meant by it`, without itself. */
export const SYNONYMS: ReadonlyMap<string, readonly string[]> = read(ALIKE);

function read(lines: string): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const line of lines.trim().split('\n')) {
    const alike = line.trim().split(/\s+/);
    for (const word of alike)
      words.set(word, [...new Set([...(words.get(word) ?? []), ...alike.filter((w) => w !== word)])]);
  }
  return words;
}
