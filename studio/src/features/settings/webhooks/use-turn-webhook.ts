import { useQueryClient } from '@tanstack/react-query';
import { refreshWebhooks, updateWebhook, type Webhook } from '../../../api/webhooks';
import { notifyDone, notifyError } from '../../../ui/notify';
import { nameOf } from './model';
import { webhookWords as words } from './words';

/** Turns a webhook on or off, and offers to take that back. */
export function useTurnWebhook(webhook: Webhook) {
  const queryClient = useQueryClient();
  const turn = async (enabled: boolean): Promise<void> => {
    try {
      await updateWebhook(webhook.id, { enabled });
      await refreshWebhooks(queryClient, webhook.id);
      const text = enabled ? words.onNow : words.offNow;
      notifyDone(text(nameOf(webhook)), { undo: () => turn(!enabled) });
    } catch (error) {
      notifyError(error);
    }
  };
  return turn;
}
