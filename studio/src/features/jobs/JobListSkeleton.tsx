import { Skeleton } from '@mantine/core';
import styles from './JobList.module.css';

/** Rows of the same geometry as those of the list. */
export function JobListSkeleton() {
  return (
    <div className={styles.skeleton}>
      {Array.from({ length: 9 }, (_, index) => (
        <Skeleton key={index} height={48} radius="xs" />
      ))}
    </div>
  );
}
