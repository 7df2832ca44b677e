import { Button } from '@mantine/core';
import { useHealth } from '../../api/providers';
import { ErrorState } from '../../ui/ErrorState';
import styles from './Settings.module.css';
import { healthWords } from './words';

/** The state of the service and its parts, in words. */
export function Health() {
  const { data, error, isFetching, refetch } = useHealth();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <p className={styles.health}>
        <span className={styles.dot} data-state={data.status} aria-hidden="true" />
        {healthWords[data.status]}
      </p>
      <dl className={styles.parts}>
        {Object.entries(data.parts).map(([name, { status, detail }]) => (
          <div key={name} className={styles.part}>
            <span className={styles.dot} data-state={status} aria-hidden="true" />
            <dt>{healthWords.parts[name] ?? name}</dt>
            <dd>{detail ?? healthWords.status[status]}</dd>
          </div>
        ))}
      </dl>
      <Button loading={isFetching} onClick={() => void refetch()}>
        {healthWords.check}
      </Button>
    </>
  );
}
