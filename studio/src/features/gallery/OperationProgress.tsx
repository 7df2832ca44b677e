import { Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type Operation, useOperation } from '../../api/media-changes';
import { notifyError } from '../../ui/notify';
import styles from './OperationProgress.module.css';
import { notifyUndoable } from './undo-stack';
import type { RunningOperation } from './use-gallery-actions';
import { galleryWords } from './words';

interface OperationProgressProps {
  readonly operation: RunningOperation;
  readonly onEnd: () => void;
}

/** A change of many media that goes on in the background, until it has ended. */
export function OperationProgress({ operation, onEnd }: OperationProgressProps) {
  const client = useQueryClient();
  const { data } = useOperation(operation.id);
  const end = useEffectEvent(({ status }: Operation) => {
    if (status === 'completed') notifyUndoable(client, operation.done, operation.undoToken);
    else notifyError(new Error(galleryWords.operationFailed));
    onEnd();
  });
  useEffect(() => {
    if (data && data.status !== 'running') end(data);
  }, [data]);
  if (data === undefined) return null;
  const done = data.changed + data.failed_count;
  const label = `${galleryWords.changing[data.action]}: ${galleryWords.working(done, data.total)}`;
  return (
    <div className={styles.panel}>
      <span>{label}</span>
      <Progress
        value={data.total === 0 ? 100 : (done / data.total) * 100}
        size="xs"
        color="var(--text)"
        aria-label={label}
      />
    </div>
  );
}
