import { Skeleton } from '@mantine/core';
import styles from './Lists.module.css';

/** The space of rows that load. */
export function RowsSkeleton() {
  return (
    <div className={styles.rows}>
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} height={72} mb="sm" radius="sm" />
      ))}
    </div>
  );
}
