import { Button } from '@mantine/core';
import { useTrainingHealth } from '../../../api/providers';
import { useIsAdmin } from '../../../api/session';
import { CopyBlock } from '../../../ui/CopyBlock';
import { WHICH_CONFIG_FILE } from '../../../ui/config-file';
import { SIMULATOR_COMMAND, SNIPPET, trainingWords } from '../words';
import styles from './SetUpTraining.module.css';

const { setUp: words } = trainingWords;

interface SetUpTrainingProps {
  /** Looks again whether there is one now. */
  readonly onCheck?: () => unknown;
}

/** How to connect a training toolkit, for those who can; whom to ask, for others. */
export function SetUpTraining({ onCheck }: SetUpTrainingProps) {
  const isAdmin = useIsAdmin();
  const { isFetching, refetch } = useTrainingHealth();
  const check = async () => {
    await refetch();
    await onCheck?.();
  };
  return (
    <section className={styles.setUp}>
      <h2 className={styles.title}>{words.title}</h2>
      <p>{words.text}</p>
      {isAdmin ? (
        <>
          <p>{words.config}</p>
          <CopyBlock text={SNIPPET} label={words.snippet} />
          <p className={styles.note}>
            {words.read} {WHICH_CONFIG_FILE}
          </p>
          <p>{words.try}</p>
          <CopyBlock text={SIMULATOR_COMMAND} label={words.command} />
        </>
      ) : (
        <p>{words.ask}</p>
      )}
      <div>
        <Button loading={isFetching} onClick={() => void check()}>
          {words.check}
        </Button>
      </div>
    </section>
  );
}
