import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../../api/client';
import { useOwnUnfinishedJobs } from '../../../api/own-jobs';
import type { Job } from '../../../api/types';
import { endedJobs, type SeenJob, type SeenJobs, stripItems } from './strip-items';
import { useRecent } from './use-recent';

/** The squares of the strip. A job that ends keeps its square until its result takes it. */
export function useStripItems() {
  const states = useOwnUnfinishedJobs();
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

/** Jobs that ended while the page was open, newest first. */
function useEndedJobs(unfinished: readonly SeenJob[]): readonly SeenJob[] {
  const [state, setState] = useState<SeenJobs>({ unfinished, ended: [] });
  if (state.unfinished === unfinished) return state.ended;
  const ended = endedJobs(state, unfinished);
  setState({ unfinished, ended });
  return ended;
}
