import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { makeSpeech, type ProjectTree, type Shot, useTakes } from '../../../api/projects';
import { Problem } from '../Problem';
import { speechWords as words } from '../speech-words';
import { useSubmitting } from '../../../ui/use-submitting';
import styles from './Speech.module.css';

interface MakeSpeechProps {
  readonly project: ProjectTree;
  readonly shot: Shot;
  /** Lines were typed that the service doesn't know yet. */
  readonly isUnsaved: boolean;
}

/** Has the lines of the shot spoken. */
export function MakeSpeech({ project, shot, isUnsaved }: MakeSpeechProps) {
  const queries = useQueryClient();
  const { isBusy, error, run } = useSubmitting(async () => {
    await makeSpeech(shot);
    await queries.invalidateQueries({ queryKey: ['project', project.id] });
  });
  const newest = useTakes(shot).data?.find(({ kind }) => kind === 'speech');
  return (
    <>
      <Problem error={error} />
      {newest?.status === 'failed' && (
        <p className={styles.problem}>
          {[words.failed, newest.error?.message].filter(Boolean).join(' ')}
        </p>
      )}
      <Button
        variant="filled"
        loading={isBusy}
        disabled={isUnsaved || shot.locked}
        onClick={() => void run()}
      >
        {shot.speech === null ? words.make : words.another}
      </Button>
      {isUnsaved && <p className={styles.note}>{words.unsaved}</p>}
    </>
  );
}
