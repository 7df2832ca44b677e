import { Button } from '@mantine/core';
import { useHealth } from '../../api/providers';
import { useSession } from '../../api/session';
import { Fact, Facts } from '../../ui/Facts';
import { Time } from '../../ui/Time';
import styles from './Settings.module.css';
import { settingsWords as words } from './words';

/** Which version runs, and where its documentation is. */
export function About() {
  const version = useSession().data?.version;
  const startedAt = useHealth().data?.started_at;
  return (
    <>
      <Facts>
        <Fact name={words.version} mono>
          {version}
        </Fact>
        <Fact name={words.running}>{startedAt !== undefined && <Time iso={startedAt} />}</Fact>
      </Facts>
      <div className={styles.links}>
        <Button component="a" href="/docs" target="_blank" rel="noopener">
          {words.docs}
        </Button>
        <Button component="a" href="/api/guide" target="_blank" rel="noopener">
          {words.guide}
        </Button>
      </div>
    </>
  );
}
