import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { type MediaLink, useLinks } from '../../../api/media-links';
import { PagedList } from '../../../ui/PagedList';
import { OwnerChoice } from '../OwnerChoice';
import styles from '../List.module.css';
import { LinkRow } from './LinkRow';
import { RevokeLink } from './RevokeLink';
import { linkListWords as words } from './words';

/** The links of the caller, and for administrators those of all keys. */
export function Links() {
  const [ofAll, setOfAll] = useState(false);
  const [revoked, setRevoked] = useState<MediaLink>();
  const links = useLinks({ ofAll });
  return (
    <>
      <OwnerChoice label={words.whose} ofAll={ofAll} onChange={setOfAll} />
      <PagedList
        query={links}
        skeleton={<Skeleton height={72} radius="xs" />}
        empty={
          <div className={styles.none}>
            <p>{words.none}</p>
            <p>{words.noneHint}</p>
          </div>
        }
      >
        {(items) => (
          <ul className={styles.list}>
            {items.map((link) => (
              <LinkRow key={link.id} link={link} hasOwner={ofAll} onRevoke={setRevoked} />
            ))}
          </ul>
        )}
      </PagedList>
      <RevokeLink link={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}
