/** How the person behind this very request can be asked: decided by what the client declared on the connection, or on the request. */
import type { ElicitResult, Server, ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_CAPABILITIES_META_KEY, inputRequired, SdkError, SdkErrorCode } from '@modelcontextprotocol/server';
import type { Answer, Asking } from '../gate/decision.ts';
import type { Words } from '../words.ts';

/** The one request of a question; also the key of its answer. */
const KEY = 'confirm';
const PROGRESS_EVERY_MS = 10_000;

export interface AskOptions {
  words: Words;
  /** How long a form waits for the person, in milliseconds. */
  timeoutMs: number;
}

export function askingOf(server: Server, context: ServerContext, options: AskOptions): Asking {
  const { envelope, inputResponses, requestState } = context.mcpReq;
  // The era is the connection's: an envelope that a client of 2025 sends along says nothing.
  const isModern = (server.getNegotiatedProtocolVersion() ?? '') >= '2026-07-28';
  const capabilities = isModern
    ? (envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]
    : server.getClientCapabilities();
  if (!canShowForms(capabilities)) return { way: 'none' };
  if (!isModern) return { way: 'during', ask: (question) => askDuringCall(context, question, options) };
  const state = requestState();
  const response = inputResponses !== undefined && Object.hasOwn(inputResponses, KEY) ? inputResponses[KEY] : undefined;
  return {
    way: 'retry',
    ...(state !== undefined && { state }),
    ...(response !== undefined && { answer: answerOf(response) }),
  };
}

/** The result that asks the client to ask (protocol 2026-07-28, basic/patterns/mrtr). */
export function inputRequiredResult(question: string, state: string, words: Words) {
  return inputRequired({ inputRequests: { [KEY]: inputRequired.elicit(form(question, words)) }, requestState: state });
}

/** `elicitation: {}` means forms (2025-11-25, client/elicitation); a client of URLs alone cannot show one. */
function canShowForms(capabilities: unknown): boolean {
  const elicitation = (capabilities as { elicitation?: Record<string, unknown> } | undefined)?.elicitation;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

function form(message: string, words: Words) {
  const value = { type: 'boolean' as const, title: words.box, description: words.boxHelp, default: false };
  return { message, requestedSchema: { type: 'object' as const, properties: { value } } };
}

async function askDuringCall(
  context: ServerContext,
  question: string,
  { words, timeoutMs }: AskOptions,
): Promise<Answer> {
  const { signal } = context.mcpReq;
  const stop = keepWaiting(context, words);
  try {
    // `send`, not `elicitInput`: it goes with this very call (over HTTP, on its own stream), and a form that is filled in
    // otherwise than asked comes back as it is.
    const request = { method: 'elicitation/create' as const, params: form(question, words) };
    const response = await context.mcpReq.send(request, { timeout: timeoutMs, signal });
    return signal.aborted ? 'cancelled' : answerOf(response);
  } catch (error) {
    if (signal.aborted) return 'cancelled';
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return 'timed_out';
    return 'unaskable';
  } finally {
    stop();
  }
}

/** Clients give up on a call that says nothing; progress tells them that it goes on (2025-11-25, basic/utilities/progress). */
function keepWaiting({ mcpReq }: ServerContext, words: Words): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const tell = () => {
    const params = { progressToken, progress: ++progress, message: words.waiting };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  tell();
  const timer = setInterval(tell, PROGRESS_EVERY_MS);
  return () => clearInterval(timer);
}

/** Only an accepted form whose box is ticked, exactly `true`, is a yes. What cannot be read is no answer. */
function answerOf(response: unknown): Answer {
  const { action, content } = (
    typeof response === 'object' && response !== null ? response : {}
  ) as Partial<ElicitResult>;
  if (action === 'decline') return 'declined';
  if (action === 'cancel') return 'dismissed';
  if (action !== 'accept') return 'unaskable';
  return content?.value === true ? 'ticked' : 'unticked';
}
