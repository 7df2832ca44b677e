import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useIsConnectionLost } from '../../api/events/connection';
import { useSession } from '../../api/session';
import { IconAction } from '../../ui/IconAction';
import styles from './Notices.module.css';
import { useIsChunkMissing } from './use-is-chunk-missing';
import { noticesWords } from './words';

/** The bar above the page while the connection is lost, or when the service runs another version. */
export function ConnectionBanner() {
  const isLost = useIsConnectionLost();
  const isNewer = useIsNewerVersion();
  const [isPostponed, setIsPostponed] = useState(false);
  if (!isLost && (!isNewer || isPostponed)) return null;
  return (
    <div className={styles.banner}>
      {isLost ? (
        <>
          <IconCloudOff size={18} stroke={1.5} aria-hidden="true" />
          <span>{noticesWords.lost}</span>
        </>
      ) : (
        <>
          <IconRefresh size={18} stroke={1.5} aria-hidden="true" />
          <span>{noticesWords.newer}</span>
          <Button size="compact-sm" onClick={() => location.reload()}>
            {noticesWords.reload}
          </Button>
          <IconAction
            icon={IconX}
            label={noticesWords.later}
            size="md"
            onClick={() => setIsPostponed(true)}
          />
        </>
      )}
    </div>
  );
}

/** Whether the service runs another version than the one that this page was loaded from. */
function useIsNewerVersion(): boolean {
  const version = useSession().data?.version;
  const isChunkMissing = useIsChunkMissing();
  const [first, setFirst] = useState(version);
  if (first === undefined && version !== undefined) setFirst(version);
  return isChunkMissing || (first !== undefined && version !== first);
}
