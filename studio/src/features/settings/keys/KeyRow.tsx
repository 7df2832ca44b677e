import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type Agent, refreshAgents, updateAgent } from '../../../api/agents';
import { notifyDone, notifyError } from '../../../ui/notify';
import { Time } from '../../../ui/Time';
import { rightsText } from '../model';
import { RecordMenu } from '../RecordMenu';
import { keyWords as words } from '../words';
import type { KeyDialog } from './KeyDialogs';
import styles from '../List.module.css';

interface KeyRowProps {
  readonly agent: Agent;
  /** The key that this browser uses: it can't lock itself out. */
  readonly isOwn: boolean;
  readonly onDialog: (dialog: KeyDialog) => void;
}

/** One key: whose it is, what it may do, and when it was last used. */
export function KeyRow({ agent, isOwn, onDialog }: KeyRowProps) {
  return (
    <li className={styles.row} data-revoked={!agent.enabled || undefined}>
      <div className={styles.main}>
        <div className={styles.names}>
          <strong dir="auto">{agent.name}</strong>
          <span className="tabular">{agent.id}</span>
          {isOwn && <span className={styles.badge}>{words.you}</span>}
          {agent.is_admin && <span className={styles.badge}>{words.admin}</span>}
          {!agent.enabled && <span className={styles.revoked}>{words.revoked}</span>}
        </div>
        <div className={styles.facts}>
          {rightsText(agent)}
          {' · '}
          {agent.last_used_at === null ? (
            words.neverUsed
          ) : (
            <>
              {words.used} <Time iso={agent.last_used_at} />
            </>
          )}
        </div>
      </div>
      <KeyMenu agent={agent} isOwn={isOwn} onDialog={onDialog} />
    </li>
  );
}

function KeyMenu({ agent, isOwn, onDialog }: KeyRowProps) {
  const queryClient = useQueryClient();
  const setEnabled = async (enabled: boolean) => {
    try {
      await updateAgent(agent.id, { enabled });
      await refreshAgents(queryClient);
      const text = enabled ? words.enabledNow : words.revokedNow;
      notifyDone(text(agent.name), { undo: () => setEnabled(!enabled) });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <RecordMenu
      words={words}
      name={agent.name}
      turn={{
        icon: agent.enabled ? IconLock : IconLockOpen,
        label: agent.enabled ? words.revoke : words.enable,
        onClick: () => void setEnabled(!agent.enabled),
      }}
      locked={isOwn ? words.ownKey : undefined}
      onDialog={(kind) => onDialog({ kind, agent })}
    />
  );
}
