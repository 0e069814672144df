/** A confirmed write → its result, with the operation that it is on record as; or the refusal of one that cannot be recorded. */
import { canonicalJson } from '../gate/fingerprint.ts';
import type { SendResult } from '../http/send-result.ts';
import { refused, type ToolResult } from '../results.ts';
import type { Language } from '../words.ts';
import { JournalError } from './journal-error.ts';
import { jsonOf, type Recorded, type Recorder, recordWrite, type Write } from './record.ts';
import { thingIn } from './thing.ts';
import { JOURNAL_WORDS } from './words.ts';

/** @param settings the prefix of the settings' names. @throws what `leave` throws */
export async function writeOnRecord(
  write: Write,
  leave: () => Promise<SendResult>,
  recorder: Recorder,
  shape: (sent: SendResult) => ToolResult,
  settings: string,
  language: Language,
): Promise<ToolResult> {
  const words = JOURNAL_WORDS[language];
  let recorded: Recorded;
  try {
    recorded = await recordWrite(write, leave, recorder);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    const refusal = error.code === 'journal_refused';
    const message = refusal
      ? `Nothing was sent. ${error.message}`
      : words.unrecordable(error.message, `${settings}_JOURNAL`);
    return refused({ error: refusal ? 'already_undone' : error.code, message });
  }
  const { id, outcome, sent, unwritten } = recorded;
  const result = shape(sent);
  const { note } = write.plan;
  const lines = [
    outcome === 'unknown' ? words.unknown(id) : words.onRecord(id),
    ...(note !== undefined && outcome === 'done' ? [note] : []),
    ...(outcome === 'done' ? notRestored(sent, write, language) : []),
    ...(unwritten === undefined ? [] : [words.unwritten(unwritten)]),
  ];
  return {
    ...result,
    content: [...result.content, { type: 'text', text: lines.join('\n') }],
    _meta: { ...(result._meta as object | undefined), 'nuntius-mcp/operation': id, 'nuntius-mcp/outcome': outcome },
  };
}

/** What an undo was to bring back, and the API's answer says otherwise. */
function notRestored(sent: SendResult, { plan }: Write, language: Language): string[] {
  const answer = sent.kind === 'response' ? thingIn(jsonOf(sent)) : undefined;
  if (plan.wanted === undefined || answer === undefined) return [];
  const differ = Object.entries(plan.wanted).filter(
    ([name, value]) =>
      Object.hasOwn(answer, name) && canonicalJson(answer[name] ?? null) !== canonicalJson(value ?? null),
  );
  return differ.length === 0 ? [] : [JOURNAL_WORDS[language].notRestored(differ.map(([name]) => name).join(', '))];
}
