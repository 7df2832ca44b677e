import { cutText } from '../../../platform/cut-text';
import { isRecord, type JsonRecord, recordOr, recordsOf } from '../../../platform/json';
import type { ChatAction } from '../entities/chat.entities';
import type { ProposedCall } from '../tool-calls';

/** What the assistant answers, and what may be sent next. */
export interface Reply {
  readonly text: string;
  readonly suggestions: readonly string[];
}

/** Characters of a prompt or a description in a list. */
const MAX_EXCERPT = 100;
/** Characters of a text in arguments; one that is longer must not push those after it out of sight. */
const MAX_ARGUMENT = 1_000;
/** Characters of arguments, which are shown whole unless they are longer. */
const MAX_ARGUMENTS = 4_000;

/** What a call did, in plain English. */
export function describeAction({ tool, arguments: args, ok, result }: ChatAction): Reply {
  if (!ok) return { text: `That didn’t work: ${failure(result)}`, suggestions: ['help'] };
  return (DESCRIPTIONS[tool] ?? anyCall)(result, args, tool);
}

/** The question before a call that costs or ends something, with its exact arguments. */
export function describeProposal({ tool, arguments: args }: ProposedCall, title: string): Reply {
  const json = JSON.stringify(args, shortText, 2);
  const shown =
    json.length > MAX_ARGUMENTS
      ? `${cutText(json, MAX_ARGUMENTS)}\n\nThis is only a part: \`pending\` has all of it.`
      : json;
  return {
    text: `${title}: shall I do that?\n\n${tool} ${shown}\n\nAnswer “yes” within 15 minutes, or “no”.`,
    suggestions: ['yes', 'no'],
  };
}

const shortText = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_ARGUMENT
    ? `${cutText(value, MAX_ARGUMENT)} (${value.length} characters)`
    : value;

type Description = (result: JsonRecord, args: JsonRecord, tool: string) => Reply;

const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  make_image: (result, args) => submitted(result, args, 'picture'),
  make_video: (result, args) => submitted(result, args, 'clip'),
  rerun_job: (result, { changes }) => ({
    text: `The job runs again${recordOr(changes)['seed'] === null ? ', with another seed' : ''}. ${jobLine(result)}`,
    suggestions: ['status'],
  }),
  make_batch: (result) => ({
    text: `I’m making ${countOf(Number(result['total']), 'file')}, as the batch ${textOf(result['id'])}.`,
    suggestions: ['status'],
  }),
  get_jobs: jobs,
  cancel_jobs: cancelled,
  search_media: found,
  get_workflows: (result) => ({
    text: lines(
      'These can be used:',
      recordsOf(result).map(({ id, kind }) => `${textOf(id)} (${textOf(kind)})`),
    ),
    suggestions: ['make a picture of a lighthouse'],
  }),
};

const anyCall: Description = (_result, _args, tool) => ({
  text: `Done: ${tool}.`,
  suggestions: ['status'],
});

function submitted(result: JsonRecord, args: JsonRecord, what: string): Reply {
  const { workflow, prompt } = args;
  return {
    text: `I’m making a ${what}: “${excerpt(prompt)}”, with the workflow ${textOf(workflow)}. ${jobLine(result)}`,
    suggestions: ['status', ...(what === 'picture' ? ['animate it'] : []), 'again'],
  };
}

const jobLine = ({ prompt_id, status }: JsonRecord): string =>
  `Its job is ${textOf(prompt_id)} (${textOf(status)}). Ask “status” to see how far it is.`;

function jobs(result: JsonRecord): Reply {
  const states = Array.isArray(result['items']) ? recordsOf(result) : [result];
  if (states.length === 0)
    return {
      text: 'You have no jobs yet.',
      suggestions: ['make a picture of a lighthouse'],
    };
  const isOver = states.every(({ status }) => status !== 'queued' && status !== 'running');
  return {
    text: lines('Your latest jobs:', states.map(jobState)),
    suggestions: isOver ? ['again', 'find pictures'] : ['status', 'cancel'],
  };
}

function jobState(job: JsonRecord): string {
  const { prompt, status, progress, error, prompt_id } = job;
  const fraction = isRecord(progress) ? progress['fraction'] : undefined;
  const percent = typeof fraction === 'number' ? ` ${Math.round(fraction * 100)} %` : '';
  const why = isRecord(error) ? ` (${excerpt(error['message'])})` : '';
  const outputs = recordsOf(job, 'outputs').flatMap(({ path }) => (path ? [urlOf(path)] : []));
  const files = outputs.length === 0 ? '' : `: ${outputs.join(', ')}`;
  const name = prompt === undefined ? textOf(prompt_id) : `“${excerpt(prompt)}”`;
  return `${name}: ${textOf(status)}${percent}${why}${files}`;
}

function cancelled(result: JsonRecord): Reply {
  const { cancelled: ids } = result;
  const count = Array.isArray(ids) ? ids.length : null;
  const failed = recordsOf(result, 'failed').length;
  const rest = failed === 0 ? '' : ` ${countOf(failed, 'job')} had ended already.`;
  return {
    text: (count === null ? 'It is cancelled.' : `Cancelled ${countOf(count, 'job')}.`) + rest,
    suggestions: ['status'],
  };
}

function found(result: JsonRecord, args: JsonRecord): Reply {
  const media = recordsOf(result);
  const { q } = args;
  const what = typeof q === 'string' && q !== '' ? ` for “${excerpt(q)}”` : '';
  if (media.length === 0)
    return { text: `I found nothing${what}.`, suggestions: ['show me the latest pictures'] };
  const list = media.map(({ path, type, description, prompt }) => {
    const words = textOf(description) || textOf(prompt);
    return `${urlOf(path)} (${textOf(type)})${words === '' ? '' : `: ${excerpt(words)}`}`;
  });
  const more = result['next_cursor'] ? ' There are more.' : '';
  return {
    text: lines(`I found ${countOf(media.length, 'file')}${what}:`, list) + more,
    suggestions: ['animate it'],
  };
}

/** `detail` of an error: a sentence, or a list of validation errors. */
function failure({ detail }: JsonRecord): string {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return 'The service refused it.';
  const errors = (detail as unknown[]).filter(isRecord);
  return errors
    .map(({ loc, msg }) => `${[loc].flat().slice(1).join('.')}: ${textOf(msg)}`)
    .join(' ');
}

const lines = (title: string, list: readonly string[]): string =>
  [title, ...list.map((line) => `- ${line}`)].join('\n');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const urlOf = (path: unknown): string => `/media/${textOf(path)}`;

function excerpt(value: unknown): string {
  return cutText(textOf(value).replace(/\s+/g, ' '), MAX_EXCERPT);
}

const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
