import { KinoraError } from '@kinora/client';
import { notifyError } from '../../ui/notify';
import { storyWords } from './story-words';

/** The error in words for people where the API speaks of requests. */
export function inWords(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (!(error instanceof KinoraError)) return error;
  const text = (storyWords.problems as Readonly<Record<string, string>>)[error.code];
  return text === undefined ? error : new Error(text);
}

export const notifyProblem = (error: unknown): void => notifyError(inWords(error));
