import { Button, Drawer, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { distinctNames } from '../../api/character-names';
import { useAllCharacters } from '../../api/characters';
import { useProviders } from '../../api/providers';
import { useWorkflows } from '../../api/workflows';
import { FilterPill, type FilterOption } from '../../ui/FilterPill';
import { focusBeside } from '../../ui/focus-beside';
import { SearchField } from '../../ui/SearchField';
import { CancelQueued } from './CancelQueued';
import { filterOf, isFiltered, JOB_STATUSES, type JobStatus } from './model';
import { useJobsSearch } from './use-jobs-search';
import { jobsWords as words } from './words';
import styles from './JobFilters.module.css';

const STATES = JOB_STATUSES.map((value) => ({ value, label: words.states[value] }));

const CLEARED_FILTERS = {
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
  const isPhone = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false });
  return (
    <>
      <SearchField
        label={words.filters.search}
        value={search.q ?? ''}
        onChange={(q) => change({ q }, { replace: true })}
      />
      {isPhone ? <FiltersSheet /> : <Pills />}
      {!isPhone && isFiltered(search) && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget);
            change(CLEARED_FILTERS);
          }}
        >
          {words.filters.clear}
        </Button>
      )}
      <span className={styles.end}>
        <CancelQueued />
      </span>
    </>
  );
}

/** A button with all filters behind it, for windows without room for them. */
function FiltersSheet() {
  const [search, change] = useJobsSearch();
  const [isOpen, setIsOpen] = useState(false);
  const others = Object.keys(filterOf({ ...search, q: '' })).length;
  const count = others + (search.status === undefined ? 0 : 1);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{words.filters.all(count)}</Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        size="50%"
        title={words.filters.title}
        closeButtonProps={{ 'aria-label': words.filters.close }}
      >
        <div className={styles.sheet}>
          <Pills />
        </div>
        <Group justify="flex-end" mt="lg">
          <Button onClick={() => change(CLEARED_FILTERS)}>{words.filters.clear}</Button>
          <Button variant="filled" onClick={close}>
            {words.filters.show}
          </Button>
        </Group>
      </Drawer>
    </>
  );
}

function Pills() {
  const [search, change] = useJobsSearch();
  const workflows = useWorkflows();
  const providers = useProviders();
  const { data: people, isLoading } = useAllCharacters();
  const hasPeople = isLoading || (people?.length ?? 0) > 0;
  return (
    <>
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
    </>
  );
}
