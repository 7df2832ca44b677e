import type { Agent, AgentKey } from '../../../api/agents';
import { keyWords as words } from '../words';
import { FormModal } from '../../../ui/FormModal';
import { KeyForm } from './KeyForm';
import { MadeKey } from './MadeKey';
import { RemoveKey, RotateKey } from './ConfirmKey';

export type KeyDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'rotate' | 'remove'; readonly agent: Agent }
  | { readonly kind: 'made'; readonly made: AgentKey };

interface KeyDialogsProps {
  readonly dialog: KeyDialog | null;
  readonly ownId: string | null;
  /** A key was made: it is shown once. */
  readonly onMade: (made: AgentKey) => void;
  readonly onClose: () => void;
}

/** The dialog that is open, if any. A new key stays until it is closed on purpose. */
export function KeyDialogs({ dialog, ownId, onMade, onClose }: KeyDialogsProps) {
  const isMade = dialog?.kind === 'made';
  return (
    <FormModal
      opened={dialog !== null}
      onClose={onClose}
      title={dialog && titleOf(dialog)}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={!isMade}
      closeOnEscape={!isMade}
      withCloseButton={!isMade}
      size={isMade ? 'lg' : 'md'}
    >
      {dialog && <DialogContent {...{ dialog, ownId, onMade, onClose }} />}
    </FormModal>
  );
}

function DialogContent({
  dialog,
  ownId,
  onMade,
  onClose,
}: Omit<KeyDialogsProps, 'dialog'> & { readonly dialog: KeyDialog }) {
  switch (dialog.kind) {
    case 'create':
      return <KeyForm onMade={onMade} onClose={onClose} />;
    case 'edit':
      return (
        <KeyForm
          agent={dialog.agent}
          isOwn={dialog.agent.id === ownId}
          onMade={onMade}
          onClose={onClose}
        />
      );
    case 'rotate':
      return <RotateKey agent={dialog.agent} onMade={onMade} onClose={onClose} />;
    case 'remove':
      return <RemoveKey agent={dialog.agent} onClose={onClose} />;
    case 'made':
      return <MadeKey made={dialog.made} onClose={onClose} />;
  }
}

function titleOf(dialog: KeyDialog): string {
  switch (dialog.kind) {
    case 'create':
      return words.newTitle;
    case 'edit':
      return words.editTitle(dialog.agent.name);
    case 'rotate':
      return words.rotateTitle(dialog.agent.name);
    case 'remove':
      return words.removeTitle(dialog.agent.name);
    case 'made':
      return words.madeTitle(dialog.made.agent.name);
  }
}
