import { useQueryClient } from '@tanstack/react-query';
import {
  deleteWebhook,
  forgetWebhook,
  refreshWebhooks,
  rotateWebhookSecret,
  type Webhook,
  type WebhookWithSecret,
} from '../../../api/webhooks';
import { ConfirmModal } from '../../../ui/ConfirmModal';
import { FormModal } from '../../../ui/FormModal';
import { notifyDone } from '../../../ui/notify';
import { MadeSecret } from './MadeSecret';
import { nameOf } from './model';
import { useOpenWebhook } from './use-open-webhook';
import { WebhookForm } from './WebhookForm';
import { webhookWords as words } from './words';

export type WebhookDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly webhook: Webhook }
  | { readonly kind: 'rotate' | 'remove'; readonly webhook: Webhook }
  | { readonly kind: 'created' | 'rotated'; readonly webhook: WebhookWithSecret };

export interface WebhookDialogsProps {
  readonly dialog: WebhookDialog | null;
  readonly onDialog: (dialog: WebhookDialog | null) => void;
}

/** The dialog that is open, if any. A new secret stays until it is closed on purpose. */
export function WebhookDialogs(props: WebhookDialogsProps) {
  return (
    <>
      <FormDialog {...props} />
      <RotateDialog {...props} />
      <RemoveDialog {...props} />
    </>
  );
}

type FormOrSecret = Exclude<WebhookDialog, { readonly kind: 'rotate' | 'remove' }>;

const TITLES = {
  create: words.newTitle,
  edit: words.editTitle,
  created: words.secretTitle,
  rotated: words.secretTitle,
} as const;

const isFormOrSecret = (dialog: WebhookDialog): dialog is FormOrSecret => dialog.kind in TITLES;

function FormDialog({ dialog, onDialog }: WebhookDialogsProps) {
  const shown = dialog && isFormOrSecret(dialog) ? dialog : null;
  const hasSecret = shown?.kind === 'created' || shown?.kind === 'rotated';
  return (
    <FormModal
      opened={shown !== null}
      onClose={() => onDialog(null)}
      title={shown && TITLES[shown.kind]}
      closeButtonProps={{ 'aria-label': words.close }}
      closeOnClickOutside={!hasSecret}
      closeOnEscape={!hasSecret}
      withCloseButton={!hasSecret}
      size={hasSecret ? 'lg' : 'md'}
    >
      {shown && <FormContent dialog={shown} onDialog={onDialog} />}
    </FormModal>
  );
}

interface FormContentProps extends Pick<WebhookDialogsProps, 'onDialog'> {
  readonly dialog: FormOrSecret;
}

function FormContent({ dialog, onDialog }: FormContentProps) {
  const { open } = useOpenWebhook();
  const close = () => onDialog(null);
  if (dialog.kind === 'create' || dialog.kind === 'edit')
    return (
      <WebhookForm
        webhook={dialog.kind === 'edit' ? dialog.webhook : undefined}
        onCreated={(webhook) => onDialog({ kind: 'created', webhook })}
        onClose={close}
      />
    );
  const { kind, webhook } = dialog;
  return (
    <MadeSecret
      secret={webhook.secret}
      isReplaced={kind === 'rotated'}
      onClose={() => {
        close();
        // There it can be tested.
        if (kind === 'created') open(webhook.id);
      }}
    />
  );
}

function RotateDialog({ dialog, onDialog }: WebhookDialogsProps) {
  const queryClient = useQueryClient();
  const webhook = dialog?.kind === 'rotate' ? dialog.webhook : undefined;
  const rotate = async () => {
    if (webhook === undefined) return;
    const rotated = await rotateWebhookSecret(webhook.id);
    onDialog({ kind: 'rotated', webhook: rotated });
    void refreshWebhooks(queryClient, webhook.id);
  };
  return (
    <ConfirmModal
      isOpen={webhook !== undefined}
      title={words.rotateTitle}
      text={words.rotateText}
      action={words.rotateSubmit}
      keep={words.keep}
      onClose={() => onDialog(null)}
      onConfirm={rotate}
    />
  );
}

function RemoveDialog({ dialog, onDialog }: WebhookDialogsProps) {
  const queryClient = useQueryClient();
  const { openId, close } = useOpenWebhook();
  const webhook = dialog?.kind === 'remove' ? dialog.webhook : undefined;
  const remove = async () => {
    if (webhook === undefined) return;
    await deleteWebhook(webhook.id);
    onDialog(null);
    if (openId === webhook.id) close();
    await forgetWebhook(queryClient, webhook.id);
    notifyDone(words.removedNow(nameOf(webhook)));
  };
  return (
    <ConfirmModal
      isOpen={webhook !== undefined}
      title={words.removeTitle}
      text={words.removeText}
      action={words.removeSubmit}
      keep={words.keep}
      onClose={() => onDialog(null)}
      onConfirm={remove}
    />
  );
}
