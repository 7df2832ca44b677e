import { useState } from 'react';
import { DetailsPanel } from '../../../ui/DetailsPanel';
import { WebhookDetails } from './WebhookDetails';
import type { WebhookDialog } from './WebhookDialogs';
import { webhookWords as words } from './words';

interface WebhookPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** The panel with the details of a webhook. */
export function WebhookPanel({ id, onClose }: WebhookPanelProps) {
  // Not in the details, which are mounted again when the window becomes wide or narrow: a new secret would be lost.
  const [dialog, setDialog] = useState<WebhookDialog | null>(null);
  return (
    <DetailsPanel title={words.details} closeLabel={words.closeDetails} onClose={onClose}>
      <WebhookDetails id={id} dialog={dialog} onDialog={setDialog} />
    </DetailsPanel>
  );
}
