/** An error in the words of people. */
export interface Problem {
  /** What happened. */
  readonly title: string;
  /** What to do. */
  readonly advice?: string;
  /** What was asked for isn't there: trying again doesn't help. */
  readonly isMissing: boolean;
}

const UNKNOWN = 'Something went wrong. Try again.';

/** In place of what the API says of things that aren't there, which names ids and the next request. */
const MISSING: Readonly<Record<string, Omit<Problem, 'isMissing'>>> = {
  agent_not_found: { title: 'This key was deleted' },
  batch_not_found: {
    title: 'There is no such batch',
    advice: 'It belongs to another account, or its address is misspelt.',
  },
  character_not_found: {
    title: 'There is no such character',
    advice: 'It was deleted, or its address is misspelt.',
  },
  collection_not_found: {
    title: 'There is no such collection',
    advice: 'It was deleted, it isn’t yours, or its address is misspelt.',
  },
  dataset_not_found: {
    title: 'There is no such dataset',
    advice: 'It was deleted, it isn’t yours, or its address is misspelt.',
  },
  job_not_found: {
    title: 'There is no such job',
    advice: 'It belongs to another account, or its address is misspelt.',
  },
  link_not_found: { title: 'This link has ended, or was revoked' },
  media_not_found: {
    title: 'This picture or clip is gone',
    advice: 'It was deleted, or it isn’t yours.',
  },
  preset_not_found: { title: 'This preset was deleted' },
  project_not_found: {
    title: 'There is no such project',
    advice: 'It was deleted, it isn’t yours, or its address is misspelt.',
  },
  provider_not_found: {
    title: 'There is no such node',
    advice: 'It was taken out of the configuration. Choose another one.',
  },
  training_run_not_found: {
    title: 'There is no such training run',
    advice: 'It was deleted, it isn’t yours, or its address is misspelt.',
  },
  webhook_not_found: {
    title: 'There is no such webhook',
    advice: 'It was deleted, it isn’t yours, or its address is misspelt.',
  },
  workflow_not_found: {
    title: 'There is no such workflow',
    advice: 'It was removed, or its address is misspelt.',
  },
};

/** How messages of the API begin that say only what is missing. Others say where it was named, or where it is. */
const ONLY_MISSING = 'There is no ';

/** What the API says of an empty text, in the words of requests. */
const EMPTY_TEXT = 'Send at least 1 character.';
const CANNOT_BE_EMPTY = 'This can’t be empty.';

/** What the API says of refused fields, in the words of forms. */
export const inFormWords = (text: string): string => text.replaceAll(EMPTY_TEXT, CANNOT_BE_EMPTY);

const REQUEST = /(?:GET|POST|PUT|PATCH|DELETE) [^\s;]+/;

/** What people can use of an error: the API names the next request in some answers, which means nothing to them. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof Error)) return { title: UNKNOWN, isMissing: false };
  const missing = MISSING[textOf(error, 'code') ?? ''];
  if (missing && error.message.startsWith(ONLY_MISSING)) return { ...missing, isMissing: true };
  const title = withoutRequests(inFormWords(error.message)) || UNKNOWN;
  const advice = adviceOf(textOf(error, 'hint'));
  return { title, isMissing: false, ...(advice !== undefined && { advice }) };
}

/** Whether what a query shows isn't there any more: somebody else may have deleted it meanwhile. */
export const isGone = ({ error }: { readonly error: Error | null }): boolean =>
  error !== null && problemOf(error).isMissing;

function textOf(error: Error, field: 'code' | 'hint'): string | undefined {
  const value: unknown = field in error ? error[field as keyof Error] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Without the sentences that name a request. */
export const withoutRequests = (text: string): string =>
  text
    .split(/(?<=\.) /)
    .filter((sentence) => !REQUEST.test(sentence))
    .join(' ');

/** A hint may begin with the request to send next. */
function adviceOf(hint: string | undefined): string | undefined {
  const words = hint?.replace(/^(?:GET|POST|PUT|PATCH|DELETE) [^\s;]+(?:; )?/, '') ?? '';
  return words === '' ? undefined : words.charAt(0).toUpperCase() + words.slice(1);
}
