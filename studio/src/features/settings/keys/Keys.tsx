import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAgents } from '../../../api/agents';
import { RecordList } from '../RecordList';
import { keyWords as words } from '../words';
import { KeyDialogs, type KeyDialog } from './KeyDialogs';
import { KeyRow } from './KeyRow';

/** All keys, and what administrators do with them. */
export function Keys({ ownId }: { readonly ownId: string | null }) {
  const [dialog, setDialog] = useState<KeyDialog | null>(null);
  return (
    <>
      <RecordList query={useAgents()} none={[words.none, words.noneHint, words.noneFile]}>
        {(agent) => (
          <KeyRow key={agent.id} agent={agent} isOwn={agent.id === ownId} onDialog={setDialog} />
        )}
      </RecordList>
      <Button onClick={() => setDialog({ kind: 'create' })}>{words.create}</Button>
      <KeyDialogs
        dialog={dialog}
        ownId={ownId}
        onMade={(made) => setDialog({ kind: 'made', made })}
        onClose={() => setDialog(null)}
      />
    </>
  );
}
