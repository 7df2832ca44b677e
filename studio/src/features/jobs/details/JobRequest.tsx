import { useState } from 'react';
import { useJobRequest } from '../../../api/jobs';
import { CopyBlock } from '../../../ui/CopyBlock';
import { Disclosure } from '../../../ui/Disclosure';
import { ErrorState } from '../../../ui/ErrorState';
import { jobsWords as words } from '../words';
import styles from './JobRequest.module.css';

/** The stored request, fetched once it is opened. */
export function JobRequest({ id }: { readonly id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure title={words.details.request} isOpen={isOpen} onToggle={setIsOpen}>
      <StoredRequest id={id} />
    </Disclosure>
  );
}

function StoredRequest({ id }: { readonly id: string }) {
  const request = useJobRequest(id);
  if (request.error !== null) return <ErrorState error={request.error} />;
  if (request.data === undefined) return null;
  const { body, unavailable } = request.data;
  return (
    <div className={styles.request}>
      {unavailable.length > 0 && (
        <div className={styles.unavailable}>
          {words.details.unavailable}
          <ul>
            {unavailable.map(({ loc, why }) => (
              <li key={loc.join('.')}>{why}</li>
            ))}
          </ul>
        </div>
      )}
      <CopyBlock text={JSON.stringify(body, null, 2)} label={words.details.request} />
    </div>
  );
}
