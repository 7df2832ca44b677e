import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { selectTake, type Shot, type Take } from '../../../api/projects';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { ErrorState } from '../../../ui/ErrorState';
import { notifyError } from '../../../ui/notify';
import { takesByKind } from '../model';
import { projectsWords as words } from '../words';
import { TakeRow } from './TakeRow';
import styles from './Takes.module.css';

interface TakesProps {
  readonly shot: Shot;
  readonly takes: readonly Take[] | undefined;
  readonly error: Error | null;
  readonly onRetry: () => unknown;
}

/** All attempts at the shot by kind, newest first; each that is done can be chosen. */
export function Takes({ shot, takes, error, onRetry }: TakesProps) {
  const queries = useQueryClient();
  const [choosing, setChoosing] = useState<string>();
  if (takes === undefined && error !== null)
    return <ErrorState error={error} onRetry={() => void onRetry()} />;
  if (takes === undefined) return null;
  const choose = async (take: string) => {
    setChoosing(take);
    try {
      await selectTake(shot, take);
      await queries.invalidateQueries({ queryKey: ['project', shot.project_id] });
    } catch (reason) {
      notifyError(reason);
    } finally {
      setChoosing(undefined);
    }
  };
  return takesByKind(takes).map(([kind, numbered]) => (
    <DetailsSection key={kind} title={words.takes.groups[kind]}>
      <ul className={styles.takes}>
        {numbered.map(({ take, number }) => (
          <TakeRow
            key={take.id}
            shot={shot}
            take={take}
            number={number}
            isChoosing={choosing === take.id}
            canChoose={!shot.locked}
            onChoose={() => void choose(take.id)}
          />
        ))}
      </ul>
    </DetailsSection>
  ));
}
