import { Button } from '@mantine/core';
import { distinctNames } from '../../api/character-names';
import { useCharacters } from '../../api/characters';
import { useProviders } from '../../api/providers';
import { useWorkflows } from '../../api/workflows';
import { FilterPill, type FilterOption } from '../../ui/FilterPill';
import { SearchField } from '../../ui/SearchField';
import { CancelQueued } from './CancelQueued';
import { isFiltered, JOB_STATUSES, type JobStatus } from './model';
import { useJobsSearch } from './use-jobs-search';
import { jobsWords as words } from './words';
import styles from './JobFilters.module.css';

const STATES = JOB_STATUSES.map((value) => ({ value, label: words.states[value] }));

const CLEARED = {
  status: undefined,
  workflow: undefined,
  provider: undefined,
  character: undefined,
  batch: undefined,
  q: undefined,
};

const optionsOf = (
  items: readonly { readonly id: string; readonly name: string }[] | undefined,
): FilterOption[] =>
  (items ?? [])
    .map(({ id, name }) => ({ value: id, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label));

/** Words, state, workflow, node and character: all of them stand in the address. */
export function JobFilters() {
  const [search, change] = useJobsSearch();
  const workflows = useWorkflows();
  const providers = useProviders();
  const characters = useCharacters();
  const people = characters.data?.pages.flatMap(({ items }) => items);
  const hasPeople = characters.isLoading || (people?.length ?? 0) > 0;
  return (
    <>
      <SearchField
        label={words.filters.search}
        value={search.q ?? ''}
        onChange={(q) => change({ q }, { replace: true })}
      />
      <FilterPill
        label={words.filters.status}
        options={STATES}
        value={search.status}
        onChange={(status) => change({ status: status as JobStatus | undefined })}
      />
      <FilterPill
        label={words.filters.workflow}
        options={optionsOf(workflows.data)}
        value={search.workflow}
        onChange={(workflow) => change({ workflow })}
      />
      <FilterPill
        label={words.filters.provider}
        options={optionsOf(providers.data)}
        value={search.provider}
        onChange={(provider) => change({ provider })}
      />
      {hasPeople && (
        <FilterPill
          label={words.filters.character}
          options={optionsOf(people && distinctNames(people))}
          value={search.character}
          onChange={(character) => change({ character })}
        />
      )}
      {isFiltered(search) && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => change(CLEARED)}>
          {words.filters.clear}
        </Button>
      )}
      <span className={styles.end}>
        <CancelQueued />
      </span>
    </>
  );
}
