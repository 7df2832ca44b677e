import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Agent, type AgentKey, useAgents } from '../../../api/agents';
import { ErrorState } from '../../../ui/ErrorState';
import styles from '../List.module.css';
import { keyWords } from '../words';
import { KeyDialogs, type KeyDialog } from './KeyDialogs';
import { KeyRow } from './KeyRow';

const MORE = 'Show more';

/** All keys, and what administrators do with them. */
export function Keys({ ownId }: { readonly ownId: string | null }) {
  const [dialog, setDialog] = useState<KeyDialog | null>(null);
  const reveal = (made: AgentKey) => setDialog({ kind: 'made', made });
  return (
    <>
      <KeyList ownId={ownId} onDialog={setDialog} />
      <KeyDialogs dialog={dialog} ownId={ownId} onMade={reveal} onClose={() => setDialog(null)} />
    </>
  );
}

interface KeyListProps {
  readonly ownId: string | null;
  readonly onDialog: (dialog: KeyDialog) => void;
}

function KeyList({ ownId, onDialog }: KeyListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useAgents();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const agents: readonly Agent[] = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {data && agents.length === 0 && <NoKeys />}
      {agents.length > 0 && (
        <ul className={styles.list}>
          {agents.map((agent) => (
            <KeyRow key={agent.id} agent={agent} isOwn={agent.id === ownId} onDialog={onDialog} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button onClick={() => onDialog({ kind: 'create' })}>{keyWords.create}</Button>
        {hasNextPage && <Button onClick={() => void fetchNextPage()}>{MORE}</Button>}
      </div>
    </>
  );
}

function NoKeys() {
  return (
    <div className={styles.none}>
      <p>{keyWords.none}</p>
      <p>{keyWords.noneHint}</p>
      <p>{keyWords.noneFile}</p>
    </div>
  );
}
