import { Modal, UnstyledButton } from '@mantine/core';
import { quickestSeconds } from '../../../api/run-seconds';
import type { WorkflowItem } from '../../../api/types';
import { duration } from '../../../ui/format';
import styles from './FollowUpChooser.module.css';
import type { StageActions } from './use-stage-actions';
import { actionWords } from './words';

/** Lets the user choose which workflow takes the result in view. */
export function FollowUpChooser({ followUp }: { readonly followUp: StageActions['followUp'] }) {
  const { choice, open, close } = followUp;
  return (
    <Modal
      opened={choice !== undefined}
      onClose={close}
      title={choice && actionWords.chooseFor[choice.followUp]}
    >
      <div className={styles.list}>
        {choice?.workflows.map((workflow, index) => (
          <UnstyledButton
            key={workflow.id}
            className={styles.workflow}
            data-autofocus={index === 0 || undefined}
            onClick={() => {
              open(choice.followUp, workflow);
            }}
          >
            <span className={styles.name} dir="auto">
              {workflow.name}
            </span>
            <span className={styles.time}>{timeOf(workflow)}</span>
          </UnstyledButton>
        ))}
      </div>
    </Modal>
  );
}

function timeOf(workflow: WorkflowItem): string {
  const seconds = quickestSeconds(workflow);
  return seconds === Infinity ? '' : duration(seconds);
}
