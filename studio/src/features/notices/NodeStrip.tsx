import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useProviders } from '../../api/providers';
import { useSession } from '../../api/session';
import { focusBeside } from '../../ui/focus-beside';
import { IconAction } from '../../ui/IconAction';
import { storedFlag, useStoredFlag } from '../../ui/stored-flag';
import styles from './Notices.module.css';
import { noticesWords as words } from './words';

/** Each message is hidden separately. */
const isSimulatorHidden = storedFlag('kinora.simulator-note-hidden');
const isNoNodeHidden = storedFlag('kinora.no-node-note-hidden');

/** Explains the pictures of an install without a real node, or why there are none. Leads to how to connect one. */
export function NodeStrip() {
  const isOnly = useSession().data?.simulator_only === true;
  const hasNone = useProviders().data?.length === 0;
  const isHidden = hasNone ? isNoNodeHidden : isSimulatorHidden;
  const wasDismissed = useStoredFlag(isHidden);
  if (!isOnly || wasDismissed) return null;
  return (
    <aside className={styles.strip}>
      <span className={styles.stripText}>
        {hasNone ? words.noNode : words.simulator}{' '}
        <Link to="/nodes" className={styles.connect}>
          {words.connect}
        </Link>
      </span>
      <IconAction
        icon={IconX}
        label={words.dismiss}
        size="md"
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget.parentElement);
          isHidden.set(true);
        }}
      />
    </aside>
  );
}
