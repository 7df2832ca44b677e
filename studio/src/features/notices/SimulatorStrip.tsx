import { Modal, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useProviders } from '../../api/providers';
import { useSession } from '../../api/session';
import { CopyBlock } from '../../ui/CopyBlock';
import { IconAction } from '../../ui/IconAction';
import { storedFlag, useStoredFlag } from '../../ui/stored-flag';
import styles from './Notices.module.css';
import { noticesWords } from './words';

/** Each message is hidden separately. */
const isSimulatorHidden = storedFlag('kinora.simulator-note-hidden');
const isNoNodeHidden = storedFlag('kinora.no-node-note-hidden');

const SNIPPET = `{
  "providers": [
    { "id": "studio", "kind": "comfyui", "base_url": "http://192.168.1.20:8188", "default": true }
  ]
}`;

/** Explains the pictures of an install without a real node, or why there are none, and how to connect one. */
export function SimulatorStrip() {
  const isOnly = useSession().data?.simulator_only === true;
  const hasNone = useProviders().data?.length === 0;
  const isHidden = hasNone ? isNoNodeHidden : isSimulatorHidden;
  const wasDismissed = useStoredFlag(isHidden);
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!isOnly || wasDismissed) return null;
  return (
    <aside className={styles.strip}>
      <span className={styles.stripText}>
        {hasNone ? noticesWords.noNode : noticesWords.simulator}{' '}
        <UnstyledButton className={styles.connect} onClick={open}>
          {noticesWords.connect}
        </UnstyledButton>
      </span>
      <IconAction
        icon={IconX}
        label={noticesWords.dismiss}
        size="md"
        onClick={() => isHidden.set(true)}
      />
      <Modal opened={isOpen} onClose={close} title={noticesWords.connectTitle} size="lg">
        <p className={styles.connectText}>{noticesWords.connectText}</p>
        <CopyBlock text={SNIPPET} label={noticesWords.snippet} />
        <p className={styles.connectFile}>{noticesWords.connectFile}</p>
      </Modal>
    </aside>
  );
}
