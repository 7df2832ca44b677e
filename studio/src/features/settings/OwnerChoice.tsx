import { SegmentedControl } from '@mantine/core';
import { useAgents } from '../../api/agents';
import { useIsAdmin, useSession } from '../../api/session';
import { settingsWords as words } from './words';

interface OwnerChoiceProps {
  /** What is listed. */
  readonly label: string;
  readonly ofAll: boolean;
  readonly onChange: (ofAll: boolean) => void;
}

/** Whether a list shows one's own things or those of all keys, for administrators if there are other keys. */
export function OwnerChoice({ label, ofAll, onChange }: OwnerChoiceProps) {
  const isAdmin = useIsAdmin();
  const ownId = useSession().data?.agent?.id;
  const { data } = useAgents({ enabled: isAdmin });
  const hasOthers = data?.pages.some(({ items }) => items.some(({ id }) => id !== ownId));
  if (!isAdmin || hasOthers !== true) return null;
  return (
    <SegmentedControl
      aria-label={label}
      data={[
        { value: 'own', label: words.own },
        { value: 'all', label: words.ofAll },
      ]}
      value={ofAll ? 'all' : 'own'}
      onChange={(value) => onChange(value === 'all')}
    />
  );
}
