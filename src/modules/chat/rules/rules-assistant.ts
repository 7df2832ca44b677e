import { type JsonRecord, recordsOf } from '../../../platform/json';
import { recommendedWorkflow } from '../../workflows/public/recommended-workflow';
import type { DescribedWorkflow } from '../../workflows/public/workflow-records';
import type { ToolCalls } from '../tool-calls';
import { describeAction, type Reply } from './describe';
import { type Intent, understand } from './understand';

const EXAMPLES = [
  'make a picture of a lighthouse',
  'animate it so that the light turns',
  'find pictures of a lighthouse',
  'status',
  'cancel the last job',
];

const ABILITIES = `I make pictures and clips, find them, and follow and cancel jobs. For example:\n${EXAMPLES.map(
  (example) => `- ${example}`,
).join('\n')}`;

/** What is answered without a tool. */
type Talk = Extract<Intent, { kind: 'help' | 'thanks' | 'unknown' }>;

const TALK: Readonly<Record<Talk['kind'], string>> = {
  help: ABILITIES,
  thanks: 'You’re welcome.',
  unknown: `I don’t understand that. ${ABILITIES}`,
};

const isTalk = (intent: Intent): intent is Talk => intent.kind in TALK;

/** Records in a list of the chat. */
const LIST = 8;
/** Pictures that one message may ask for. */
const MAX_COUNT = 20;
/** Running jobs that one message cancels. */
const MAX_CANCELLED = 200;
const MORE_RUN = 'That is not all: send “cancel everything” again after this.';
const NOTHING_TO_CANCEL = 'None of your jobs is waiting or running.';
const DEFAULT_MOTION = 'slow natural movement';

/** Answers a message by rules, without a language model. */
export async function answerByRules(
  message: string,
  calls: ToolCalls,
  workflows: Workflows,
): Promise<Reply> {
  const intent = understand(message);
  if (isTalk(intent)) return plain(TALK[intent.kind]);
  return new RulesAssistant(calls, workflows).answer(intent);
}

/** Reads what the caller may use. */
type Workflows = () => Promise<readonly DescribedWorkflow[]>;

const plain = (text: string, suggestions: readonly string[] = EXAMPLES): Reply => ({
  text,
  suggestions,
});

const MODES = { image: 't2i', video: 't2v' } as const;

class RulesAssistant {
  constructor(
    private readonly calls: ToolCalls,
    private readonly workflows: Workflows,
  ) {}

  async answer(intent: Exclude<Intent, Talk>): Promise<Reply> {
    switch (intent.kind) {
      case 'workflows':
        return this.call('get_workflows', {});
      case 'status':
        return this.call('get_jobs', intent.job ? { prompt_ids: [intent.job] } : { limit: LIST });
      case 'find':
        return this.find(intent);
      case 'cancel_all':
        return this.cancelAll();
      case 'cancel':
        return this.cancel(intent.job);
      case 'again':
        return this.again();
      case 'animate':
        return this.animate(intent);
      case 'make':
        return this.make(intent);
    }
  }

  private async find({ type, words }: Intent & { kind: 'find' }): Promise<Reply> {
    const filters = { ...(type ? { type } : {}), ...(words === '' ? {} : { q: words }) };
    return this.call('search_media', { ...filters, limit: LIST });
  }

  private async cancel(job: string | null): Promise<Reply> {
    const id = job ?? (await this.latest('get_jobs', { status: 'queued,running' }, 'prompt_id'));
    return id === null ? plain(NOTHING_TO_CANCEL) : this.call('cancel_jobs', { prompt_ids: [id] });
  }

  /** Batches go on making jobs, unless everything that waits is cancelled by its status. */
  private async cancelAll(): Promise<Reply> {
    // Two lists: the running ones are the oldest, which a list of all may not reach. One that starts meanwhile is in both.
    const queued = await this.jobs('queued');
    const running = await this.jobs('running');
    const jobs = [...running.items, ...queued.items];
    if (jobs.length === 0) return plain(NOTHING_TO_CANCEL);
    const isFed = queued.hasMore || jobs.some(({ batch }) => typeof batch === 'string');
    const prompt_ids = [...new Set(jobs.map(({ prompt_id }) => prompt_id))];
    const all = isFed ? { status: 'queued', prompt_ids } : { prompt_ids };
    const reply = await this.call('cancel_jobs', all);
    return running.hasMore ? { ...reply, text: `${reply.text}\n\n${MORE_RUN}`.trim() } : reply;
  }

  private async jobs(status: string) {
    const list = { status, limit: MAX_CANCELLED, detail: 'full' };
    const body = (await this.calls.call('get_jobs', list))?.body ?? {};
    return { items: recordsOf(body), hasMore: typeof body['next_cursor'] === 'string' };
  }

  private async again(): Promise<Reply> {
    const id = await this.latest('get_jobs', {}, 'prompt_id');
    return id === null
      ? plain('You have no job that could run again.')
      : this.call('rerun_job', { prompt_id: id, changes: { seed: null } });
  }

  private async animate({ path, prompt }: Intent & { kind: 'animate' }): Promise<Reply> {
    const image = path ?? (await this.latest('search_media', { type: 'image' }, 'path'));
    if (image === null) return plain('There is no picture yet that I could animate.');
    const workflow = await this.workflow('i2v', 'image');
    if (workflow === null) return noWorkflow('animate a picture');
    const motion = prompt === '' ? DEFAULT_MOTION : prompt;
    return this.call('make_video', { workflow, prompt: motion, image, provider: 'auto' });
  }

  private async make({ what, prompt, count }: Intent & { kind: 'make' }): Promise<Reply> {
    const workflow = await this.workflow(MODES[what]);
    if (workflow === null) return noWorkflow(what === 'image' ? 'make a picture' : 'make a clip');
    const request = { workflow, prompt, provider: 'auto' };
    if (count === 1) return this.call(`make_${what}`, request);
    const many = Math.min(count, MAX_COUNT);
    return this.call('make_batch', { base: { type: what, ...request }, count: many });
  }

  /** Runs or proposes a call, and describes what it did. */
  private async call(tool: string, args: JsonRecord): Promise<Reply> {
    await this.calls.call(tool, args);
    const action = this.calls.actions.at(-1);
    return action?.tool === tool ? describeAction(action) : plain('');
  }

  /** A field of the newest record of a list. */
  private async latest(tool: string, filter: JsonRecord, field: string): Promise<string | null> {
    const result = await this.calls.call(tool, { ...filter, limit: 1 });
    const value = recordsOf(result?.body ?? {})[0]?.[field];
    return typeof value === 'string' ? value : null;
  }

  /**
   * Of the workflows of this mode that a node can run and that need no other file than `input`, the one that the caller has
   * used last, else the one that the guide recommends.
   */
  private async workflow(mode: string, input?: string): Promise<string | null> {
    const fitting = (await this.workflows()).filter((one) => fits(one, mode, input));
    const [lastUsed] = fitting
      .filter(({ last_used_at }) => last_used_at !== null)
      .toSorted((a, b) => (String(a.last_used_at) < String(b.last_used_at) ? 1 : -1));
    return (lastUsed ?? recommendedWorkflow(fitting))?.id ?? null;
  }
}

function fits(
  { modes, params, runnable_on }: DescribedWorkflow,
  mode: string,
  input: string | undefined,
): boolean {
  const required = Object.entries(params).filter(([, param]) => param.required);
  const canRun = runnable_on.length > 0 && modes.includes(mode);
  return canRun && required.every(([name]) => name === 'prompt' || name === input);
}

const noWorkflow = (what: string): Reply =>
  plain(`No node that is online can ${what} now with a workflow that you may use.`, [
    'list workflows',
  ]);
