import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Dataset, DatasetItem } from '../../../api/datasets';
import styles from './Dataset.module.css';
import { ItemCard } from './ItemCard';
import { RemoveItems } from './RemoveItems';
import { datasetWords as words } from './words';

/** How many pictures are shown at once, and added by the button below them. */
const PAGE = 60;

interface ItemGridProps {
  readonly dataset: Dataset;
  readonly items: readonly DatasetItem[];
  readonly openName: string | undefined;
  readonly isReadOnly: boolean;
}

/** Pictures with their captions. Several can be selected and removed. */
export function ItemGrid({ dataset, items, openName, isReadOnly }: ItemGridProps) {
  const [limit, setLimit] = useState(PAGE);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ name }) => chosen.has(name)).map(({ name }) => name);
  const select = (name: string, isSelected: boolean) => {
    const next = new Set(chosen);
    if (isSelected) next.add(name);
    else next.delete(name);
    setChosen(next);
  };
  return (
    <>
      <ul className={styles.items} aria-label={words.items}>
        {items.slice(0, limit).map((item) => (
          <ItemCard
            key={item.name}
            dataset={dataset.id}
            item={item}
            isOpen={item.name === openName}
            isReadOnly={isReadOnly}
            isSelected={chosen.has(item.name)}
            onSelect={(isSelected) => select(item.name, isSelected)}
          />
        ))}
      </ul>
      {items.length > limit && (
        <div>
          <Button onClick={() => setLimit(limit + PAGE)}>{words.more}</Button>
        </div>
      )}
      {selected.length > 0 && !isReadOnly && (
        <div
          className={styles.selection}
          role="region"
          aria-label={words.selected(selected.length)}
        >
          <span className={styles.count}>{words.selected(selected.length)}</span>
          <Button variant="subtle" color="gray" onClick={() => setChosen(new Set())}>
            {words.clear}
          </Button>
          <RemoveItems
            dataset={dataset.id}
            names={selected}
            onRemoved={() => setChosen(new Set())}
          />
        </div>
      )}
    </>
  );
}
