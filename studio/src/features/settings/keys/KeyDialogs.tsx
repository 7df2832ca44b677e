import { useQueryClient } from '@tanstack/react-query';
import {
  type Agent,
  type AgentKey,
  deleteAgent,
  refreshAgents,
  rotateAgentKey,
} from '../../../api/agents';
import { ConfirmModal } from '../../../ui/ConfirmModal';
import { FormModal } from '../../../ui/FormModal';
import { notifyDone } from '../../../ui/notify';
import { keyWords as words } from '../words';
import { KeyForm } from './KeyForm';
import { MadeKey } from './MadeKey';

type FormOrKey =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly agent: Agent }
  | { readonly kind: 'made'; readonly made: AgentKey };

export type KeyDialog =
  | FormOrKey
  | { readonly kind: 'rotate'; readonly agent: Agent }
  | { readonly kind: 'remove'; readonly agent: Agent };

interface KeyDialogsProps {
  readonly dialog: KeyDialog | null;
  readonly ownId: string | null;
  /** A key was made: it is shown once. */
  readonly onMade: (made: AgentKey) => void;
  readonly onClose: () => void;
}

/** The dialog that is open, if any. A new key stays until it is closed on purpose. */
export function KeyDialogs(props: KeyDialogsProps) {
  return (
    <>
      <FormDialog {...props} />
      <RotateDialog {...props} />
      <RemoveDialog {...props} />
    </>
  );
}

function FormDialog({ dialog, ownId, onMade, onClose }: KeyDialogsProps) {
  const shown = dialog?.kind === 'rotate' || dialog?.kind === 'remove' ? null : dialog;
  const isMade = shown?.kind === 'made';
  return (
    <FormModal
      opened={shown !== null}
      onClose={onClose}
      title={shown && titleOf(shown)}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={!isMade}
      closeOnEscape={!isMade}
      withCloseButton={!isMade}
      size={isMade ? 'lg' : 'md'}
    >
      {shown && <FormContent dialog={shown} {...{ ownId, onMade, onClose }} />}
    </FormModal>
  );
}

function titleOf(dialog: FormOrKey): string {
  switch (dialog.kind) {
    case 'create':
      return words.newTitle;
    case 'edit':
      return words.editTitle(dialog.agent.name);
    case 'made':
      return words.madeTitle(dialog.made.agent.name);
  }
}

function FormContent({
  dialog,
  ownId,
  onMade,
  onClose,
}: Omit<KeyDialogsProps, 'dialog'> & { readonly dialog: FormOrKey }) {
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
    case 'made':
      return <MadeKey made={dialog.made} onClose={onClose} />;
  }
}

function RotateDialog({ dialog, onMade, onClose }: KeyDialogsProps) {
  const queryClient = useQueryClient();
  const agent = dialog?.kind === 'rotate' ? dialog.agent : undefined;
  return (
    <ConfirmModal
      isOpen={agent !== undefined}
      title={agent && words.rotateTitle(agent.name)}
      text={words.rotateText}
      action={words.rotateSubmit}
      keep={words.cancel}
      onClose={onClose}
      onConfirm={async () => {
        if (agent === undefined) return;
        onMade(await rotateAgentKey(agent.id));
        await refreshAgents(queryClient);
      }}
    />
  );
}

function RemoveDialog({ dialog, onClose }: KeyDialogsProps) {
  const queryClient = useQueryClient();
  const agent = dialog?.kind === 'remove' ? dialog.agent : undefined;
  return (
    <ConfirmModal
      isOpen={agent !== undefined}
      title={agent && words.removeTitle(agent.name)}
      text={words.removeText}
      action={words.removeSubmit}
      keep={words.cancel}
      onClose={onClose}
      onConfirm={async () => {
        if (agent === undefined) return;
        await deleteAgent(agent.id);
        onClose();
        await refreshAgents(queryClient);
        notifyDone(words.removedNow(agent.name));
      }}
    />
  );
}
