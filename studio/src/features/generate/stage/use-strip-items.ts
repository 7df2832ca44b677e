import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../../api/client';
import { useUnfinishedJobs } from '../../../api/live-jobs';
import type { Job } from '../../../api/types';
import { stripItems } from './strip-items';
import { useRecent } from './use-recent';

interface Seen {
  readonly id: string;
  readonly prompt: string;
}

/** As many ended jobs keep their square. */
const MAX_ENDED = 24;

/** The squares of the strip. A job that ends keeps its square until its result takes it. */
export function useStripItems() {
  const states = useUnfinishedJobs();
  const recent = useRecent();
  const unfinished = useMemo(() => states.map(({ job }) => job), [states]);
  const ended = useEndedJobs(
    useMemo(() => unfinished.map(({ prompt_id: id, prompt }) => ({ id, prompt })), [unfinished]),
  );
  const jobs = useQueries({
    queries: ended.map(({ id }) => ({
      queryKey: ['job', id],
      queryFn: () => api.get('/api/jobs/{prompt_id}', { params: { path: { prompt_id: id } } }),
    })),
    combine: dataOf,
  });
  const { tiles } = recent;
  const items = useMemo(
    () =>
      stripItems({
        unfinished,
        ended: ended.map(({ id, prompt }, index) => ({
          prompt_id: id,
          prompt,
          job: jobs[index],
        })),
        tiles,
      }),
    [unfinished, ended, jobs, tiles],
  );
  return { items, recent, waiting: unfinished.length };
}

const dataOf = (results: readonly { readonly data: Job | undefined }[]) =>
  results.map(({ data }) => data);

/** Jobs that were unfinished when last looked at and are no longer, newest first. */
function useEndedJobs(unfinished: readonly Seen[]): readonly Seen[] {
  const [state, setState] = useState<{ unfinished: readonly Seen[]; ended: readonly Seen[] }>({
    unfinished,
    ended: [],
  });
  if (state.unfinished === unfinished) return state.ended;
  const ids = new Set(unfinished.map(({ id }) => id));
  const gone = state.unfinished.filter(({ id }) => !ids.has(id)).reverse();
  const ended = gone.length === 0 ? state.ended : [...gone, ...state.ended].slice(0, MAX_ENDED);
  setState({ unfinished, ended });
  return ended;
}
