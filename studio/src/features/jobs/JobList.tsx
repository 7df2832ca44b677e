import { useMemo } from 'react';
import { useJobHistory } from '../../api/jobs';
import { canLoadMore } from '../../ui/can-load-more';
import { ButtonLink } from '../../routing/links';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { Loading } from '../../ui/Loading';
import { JobListSkeleton } from './JobListSkeleton';
import { BatchBar } from './BatchBar';
import { filterOf, isFiltered, type JobsSearch, listEntries, statusesOf } from './model';
import styles from './JobList.module.css';
import { useUnfinished } from './use-unfinished';
import { useRowWords } from './use-row-words';
import { VirtualJobList } from './VirtualJobList';
import { jobsWords as words } from './words';

interface JobListProps {
  readonly search: JobsSearch;
  readonly onChange: (patch: Partial<JobsSearch>) => void;
}

/** Running jobs, waiting ones, then those that have ended, in one list. */
export function JobList({ search, onChange }: JobListProps) {
  const filter = filterOf(search);
  const statuses = statusesOf(search.status);
  const hasEnded = statuses.ended.length > 0;
  const { unfinished, ...lists } = useUnfinished(filter, statuses.unfinished);
  const history = useJobHistory(filter, statuses.ended);
  const entries = useMemo(
    () =>
      listEntries(
        unfinished,
        hasEnded ? (history.data?.pages.flatMap(({ items }) => items) ?? []) : [],
        words.sections,
      ),
    [unfinished, history.data, hasEnded],
  );
  const rowWords = useRowWords(search.batch);
  const error = history.error ?? lists.error;
  if (error !== null && entries.length === 0)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([lists.refetch(), history.refetch()])}
      />
    );
  // Unfinished jobs stand above the history, and would push it down if they came later.
  const isLoading = lists.isLoading || rowWords.isLoading;
  if (isLoading || (history.isLoading && entries.length === 0))
    return (
      <Loading>
        <JobListSkeleton />
      </Loading>
    );
  return (
    <div className={styles.list}>
      {search.batch !== undefined && <BatchBar id={search.batch} />}
      {entries.length === 0 ? (
        <NoJobs hasFilter={isFiltered(search)} />
      ) : (
        <VirtualJobList
          entries={entries}
          openId={search.job}
          isGrouped={search.batch === undefined}
          values={rowWords.values}
          onClose={() => onChange({ job: undefined })}
          isLoadingMore={history.isFetchingNextPage}
          hasFailed={history.isFetchNextPageError}
          onRetry={() => void history.fetchNextPage()}
          onEnd={() => {
            if (canLoadMore(history)) void history.fetchNextPage();
          }}
        />
      )}
    </div>
  );
}

function NoJobs({ hasFilter }: { readonly hasFilter: boolean }) {
  if (hasFilter)
    return (
      <EmptyState title={words.none.title} text={words.none.text}>
        <ButtonLink to="/jobs" search={{}}>
          {words.filters.clear}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState title={words.empty.title} text={words.empty.text}>
      <ButtonLink variant="filled" to="/generate">
        {words.empty.action}
      </ButtonLink>
    </EmptyState>
  );
}
