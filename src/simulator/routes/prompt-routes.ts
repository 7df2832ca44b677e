import { setTimeout as sleep } from 'node:timers/promises';
import { jsonAnswer, type Answer } from '../http/answer';
import { readJsonBody } from '../http/request-body';
import type { QueueItem } from '../queue/queue-item';
import {
  isOld,
  NotAPrompt,
  validatePrompt,
  type PromptVerdict,
} from '../validation/prompt-validation';
import { validationError } from '../validation/validation-errors';
import { isCanonicalUuid } from '../wire/canonical-uuid';
import { asObject, type WireObject, type WireValue } from '../wire/json';
import { requireObject, str, toFloat, truthy } from '../wire/python';
import type { NodeRequest, RouteContext, Routes } from './route-context';

/** Keys of `extra_data` that are never shown again. */
const SENSITIVE = ['auth_token_comfy_org', 'api_key_comfy_org'];

/** `GET` and `POST /prompt`. */
export function promptRoutes(context: RouteContext): Routes {
  return {
    'GET /prompt': () => jsonAnswer({ exec_info: { queue_remaining: context.queue.remaining } }),
    'POST /prompt': async (request) => post(request, context),
  };
}

async function post(request: NodeRequest, context: RouteContext): Promise<Answer> {
  const body = requireObject(await readJsonBody(request));
  // The body has arrived by now; whether the client still waits makes no difference.
  if (context.faults.acceptLateMs > 0) await sleep(context.faults.acceptLateMs);
  const number = numberOfPost(body, context);
  if (!body.has('prompt')) return refuse(NO_PROMPT);
  const prompt = graphOf(body.get('prompt'));
  const promptId = promptIdOf(body.get('prompt_id'), context);
  if (promptId === undefined) return refuse(INVALID_PROMPT_ID);
  const verdict = await validatePrompt(prompt, body.get('partial_execution_targets'), {
    catalogue: context.catalogue,
    lists: await context.lists(),
    exists: async (name) => (await context.files.find(name)) !== undefined,
    version: context.version,
  });
  const extraData = extraDataOf(body, request.headers['comfy-usage-source']);
  if (verdict.error !== undefined) return refuse(verdict.error, verdict.nodeErrors);
  stamp(extraData, context);
  // A node that went down meanwhile accepts nothing.
  context.ending.throwIfAborted();
  return accept(
    { number, promptId, prompt, extraData, outputs: verdict.outputs },
    verdict,
    context,
  );
}

function accept(queued: QueueItem, verdict: PromptVerdict, context: RouteContext): Answer {
  context.runs.add(queued.promptId, 'accepted');
  // Throws for an equal number and id, which makes a 500; the prompt is queued nevertheless.
  if (!context.faults.loseJob()) context.queue.put(queued);
  return jsonAnswer({
    prompt_id: queued.promptId,
    number: queued.number,
    node_errors: verdict.nodeErrors,
  });
}

/** The client's own number, or the counter, which also counts posts that get refused. */
function numberOfPost(body: WireObject, context: RouteContext): number {
  const sentNumber = body.get('number');
  if (sentNumber !== undefined) return toFloat(sentNumber);
  const front = truthy(body.get('front'));
  const number = context.nextNumber();
  return front && number !== 0 ? -number : number;
}

/** A graph in API format by its outer shape; the editor's format has none of it. */
function graphOf(prompt: WireValue | undefined): WireObject {
  const graph = requireObject(prompt);
  for (const node of graph.values()) {
    const inputs = asObject(node).get('inputs');
    if (inputs !== undefined && !(inputs instanceof Map)) throw new NotAPrompt('no object');
  }
  return graph;
}

function promptIdOf(promptId: WireValue | undefined, context: RouteContext): string | undefined {
  if (isOld(context.version)) return promptId === undefined ? context.newId() : str(promptId);
  if (promptId === undefined || promptId === null) return context.newId();
  return isCanonicalUuid(promptId) ? promptId : undefined;
}

function extraDataOf(body: WireObject, usageSource: string | string[] | undefined): WireObject {
  const sentExtraData = body.get('extra_data');
  const extraData: WireObject =
    sentExtraData === undefined ? new Map<string, WireValue>() : requireObject(sentExtraData);
  const clientId = body.get('client_id');
  if (clientId !== undefined) extraData.set('client_id', clientId);
  if (typeof usageSource === 'string' && !extraData.has('comfy_usage_source')) {
    extraData.set('comfy_usage_source', usageSource);
  }
  return extraData;
}

function stamp(extraData: WireObject, context: RouteContext): void {
  for (const key of SENSITIVE) extraData.delete(key);
  if (!isOld(context.version)) extraData.set('create_time', Date.now());
}

function refuse(error: WireObject, nodeErrors: WireObject = new Map()): Answer {
  return jsonAnswer({ error, node_errors: nodeErrors }, 400);
}

const NO_PROMPT = validationError('no_prompt', 'No prompt provided', 'No prompt provided');

const INVALID_PROMPT_ID = validationError(
  'invalid_prompt_id',
  'prompt_id must be a valid UUID',
  'prompt_id must be a UUID string in canonical lowercase hyphenated form; omit it to let the server generate one',
);
