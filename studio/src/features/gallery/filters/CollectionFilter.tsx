import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createCollection, useCollections } from '../../../api/collections';
import { notifyDone, notifyError } from '../../../ui/notify';
import { useSubmitting } from '../../../ui/use-submitting';
import { countFilters, toFilter, withoutFilters, withoutGroup } from '../model';
import { galleryWords } from '../words';
import type { FilterBodyProps } from './filter-body-props';
import { type FilterOption, FilterOptions } from './FilterOptions';
import styles from './filters.module.css';

/** Chooses a collection, or makes one of the words and filters. */
export function CollectionFilter({ search, onChange }: FilterBodyProps) {
  const { data: collections = [] } = useCollections();
  const [name, setName] = useState('');
  const client = useQueryClient();
  const others = withoutGroup(search, 'collection');
  const canSave = countFilters(others) > 0 || search.q !== undefined;
  const options = collections.map(({ id, name: label, count, kind }): FilterOption => ({
    value: id,
    label: kind === 'saved' ? `${label} · ${galleryWords.saved}` : label,
    ...(count !== undefined && { count }),
    state: id === search.collection ? 'on' : 'off',
  }));
  const save = async () => {
    const { id } = await createCollection(name.trim(), toFilter(others));
    await client.invalidateQueries({ queryKey: ['collections'] });
    notifyDone(galleryWords.collectionCreated(name.trim()));
    onChange({ ...withoutFilters(search), collection: id });
  };
  const { isBusy, submit } = useSubmitting(save, { onError: notifyError });
  return (
    <div className={styles.list}>
      <FilterOptions
        label={galleryWords.filterGroup.collection}
        options={options}
        onChoose={(id) =>
          onChange(id === search.collection ? others : { ...others, collection: id })
        }
      />
      {canSave ? (
        <form className={styles.list} onSubmit={submit}>
          <TextInput
            label={galleryWords.saveSearch}
            placeholder={galleryWords.collectionName}
            value={name}
            maxLength={200}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            {galleryWords.createCollection}
          </Button>
        </form>
      ) : (
        <p className={styles.hint}>{galleryWords.saveSearchAdvice}</p>
      )}
    </div>
  );
}
