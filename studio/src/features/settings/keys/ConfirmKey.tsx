import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Agent,
  type AgentKey,
  deleteAgent,
  refreshAgents,
  rotateAgentKey,
} from '../../../api/agents';
import { notifyDone, notifyError } from '../../../ui/notify';
import { keyWords as words } from '../words';
import styles from '../Settings.module.css';

interface ConfirmProps {
  readonly text: string;
  readonly submit: string;
  readonly run: () => Promise<void>;
  readonly onClose: () => void;
}

function Confirm({ text, submit, run, onClose }: ConfirmProps) {
  const [isRunning, setIsRunning] = useState(false);
  const confirm = async () => {
    setIsRunning(true);
    try {
      await run();
    } catch (error) {
      notifyError(error);
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <div className={styles.form}>
      <p className={styles.note}>{text}</p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button color="bad" loading={isRunning} onClick={() => void confirm()}>
          {submit}
        </Button>
      </div>
    </div>
  );
}

/** Asks before the key of an agent is replaced. */
export function RotateKey({
  agent,
  onMade,
  onClose,
}: {
  readonly agent: Agent;
  readonly onMade: (made: AgentKey) => void;
  readonly onClose: () => void;
}) {
  const queryClient = useQueryClient();
  return (
    <Confirm
      text={words.rotateText}
      submit={words.rotateSubmit}
      run={async () => {
        onMade(await rotateAgentKey(agent.id));
        await refreshAgents(queryClient);
      }}
      onClose={onClose}
    />
  );
}

/** Asks before an agent is deleted. */
export function RemoveKey({
  agent,
  onClose,
}: {
  readonly agent: Agent;
  readonly onClose: () => void;
}) {
  const queryClient = useQueryClient();
  return (
    <Confirm
      text={words.removeText}
      submit={words.removeSubmit}
      run={async () => {
        await deleteAgent(agent.id);
        onClose();
        await refreshAgents(queryClient);
        notifyDone(words.removedNow(agent.name));
      }}
      onClose={onClose}
    />
  );
}
