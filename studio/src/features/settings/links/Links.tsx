import { useState } from 'react';
import { type MediaLink, useLinks } from '../../../api/media-links';
import { OwnerChoice } from '../OwnerChoice';
import { RecordList } from '../RecordList';
import { LinkRow } from './LinkRow';
import { RevokeLink } from './RevokeLink';
import { linkListWords as words } from './words';

/** The links of the caller, and for administrators those of all keys. */
export function Links() {
  const [ofAll, setOfAll] = useState(false);
  const [revoked, setRevoked] = useState<MediaLink>();
  return (
    <>
      <OwnerChoice label={words.whose} ofAll={ofAll} onChange={setOfAll} />
      <RecordList query={useLinks({ ofAll })} none={[words.none, words.noneHint]}>
        {(link) => <LinkRow key={link.id} link={link} hasOwner={ofAll} onRevoke={setRevoked} />}
      </RecordList>
      <RevokeLink link={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}
