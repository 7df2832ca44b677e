import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../../api/session';
import { copyText } from '../../../../ui/copy';
import { notifyDone } from '../../../../ui/notify';
import { toRequest } from '../../model';
import { formWords } from '../../words';
import fieldStyles from '../fields/Field.module.css';
import { formStore } from '../form-state';
import { curlOf } from './curl';
import styles from './Presets.module.css';

/** Copies the request as a command. Where a page may not copy (plain HTTP), shows it selected. */
export function CurlButton() {
  const { data: session } = useSession();
  const [shown, setShown] = useState<string>();
  const copy = async () => {
    const needsKey = session?.require_api_key === true;
    const command = curlOf(toRequest(formStore.get()), location.origin, needsKey);
    if (await copyText(command)) notifyDone(formWords.curlCopied);
    else setShown(command);
  };
  return (
    <>
      <UnstyledButton className={styles.action} onClick={() => void copy()}>
        {formWords.curl}
      </UnstyledButton>
      {shown !== undefined && (
        <textarea
          readOnly
          rows={6}
          className={fieldStyles.text}
          aria-label={formWords.curlByHand}
          value={shown}
          ref={(area) => area?.select()}
        />
      )}
    </>
  );
}
