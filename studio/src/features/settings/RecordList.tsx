import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { PagedList, type PagedQuery } from '../../ui/PagedList';
import styles from './List.module.css';

interface RecordListProps<Item> {
  readonly query: PagedQuery<Item>;
  /** What it says while there are none. */
  readonly none: readonly string[];
  readonly children: (item: Item) => ReactNode;
}

/** A list of the settings, one row for each record. */
export function RecordList<Item>({ query, none, children }: RecordListProps<Item>) {
  return (
    <PagedList
      query={query}
      skeleton={<Skeleton height={72} radius="xs" />}
      empty={
        <div className={styles.none}>
          {none.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      }
    >
      {(items) => <ul className={styles.list}>{items.map((item) => children(item))}</ul>}
    </PagedList>
  );
}
