import { useMemo } from 'react';
import { useBatchRuns } from '../../api/batches';
import { useBatch } from '../../api/jobs';
import { runValues, valueText } from './model';
import { useAreNamesLoading, useParamsOf } from './use-names';

/** What tells the jobs of a batch apart, by their ids, and whether it or a name is still loading. */
export function useRowWords(batchId: string | undefined) {
  const areNamesLoading = useAreNamesLoading();
  const runs = useBatchRuns(batchId);
  const batch = useBatch(batchId);
  const { workflow } = batch.data?.base ?? {};
  const params = useParamsOf(workflow === undefined ? undefined : valueText(workflow));
  const values = useMemo(
    () => runValues(runs.data ?? [], (name) => params.data?.[name]?.label ?? name),
    [runs.data, params.data],
  );
  const isLoading = areNamesLoading || [runs, batch, params].some((query) => query.isLoading);
  return { values, isLoading };
}
