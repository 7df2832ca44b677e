import { Checkbox, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsAdmin, useSession } from '../../../api/session';
import {
  createWebhook,
  refreshWebhooks,
  updateWebhook,
  type Webhook,
  type WebhookEvent,
  type WebhookFields,
  type WebhookWithSecret,
} from '../../../api/webhooks';
import { useSubmitting } from '../../../ui/use-submitting';
import { fieldErrors } from '../field-errors';
import { FormEnd } from '../FormEnd';
import styles from '../Settings.module.css';
import { webhookWords as words } from './words';

interface WebhookFormProps {
  /** The one that is changed; a new one without. */
  readonly webhook: Webhook | undefined;
  readonly onCreated: (created: WebhookWithSecret) => void;
  readonly onClose: () => void;
}

const EMPTY: WebhookFields = { url: '', events: ['job', 'output'], description: '' };

/** The address, description and events of a webhook. */
export function WebhookForm({ webhook, onCreated, onClose }: WebhookFormProps) {
  const queryClient = useQueryClient();
  const [values, setValues] = useState(() => (webhook ? fieldsOf(webhook) : EMPTY));
  const mayHearAll = useMayHearAll(webhook);
  const set = (changes: Partial<WebhookFields>) =>
    setValues((before) => ({ ...before, ...changes }));
  const { isBusy, error, submit } = useSubmitting(async () => {
    const { all_owners = false, ...fields } = values;
    const body = { ...fields, url: fields.url.trim(), ...(mayHearAll && { all_owners }) };
    if (webhook) {
      await updateWebhook(webhook.id, body);
      onClose();
      await refreshWebhooks(queryClient, webhook.id);
    } else {
      const created = await createWebhook(body);
      onCreated(created);
      await refreshWebhooks(queryClient, created.id);
    }
  });
  const errors = fieldErrors(error);
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        data-autofocus
        label={words.url}
        description={words.urlHint}
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/kinora"
        maxLength={2_000}
        value={values.url}
        error={errors.url}
        onChange={({ currentTarget }) => set({ url: currentTarget.value })}
      />
      <TextInput
        label={words.description}
        description={words.descriptionHint}
        dir="auto"
        maxLength={280}
        value={values.description}
        error={errors.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <EventsField values={values} error={errors.events} onChange={(events) => set({ events })} />
      {mayHearAll && (
        <Switch
          label={words.allOwners}
          description={words.allOwnersHint}
          checked={values.all_owners ?? false}
          onChange={({ currentTarget }) => set({ all_owners: currentTarget.checked })}
        />
      )}
      <FormEnd
        error={errors.form}
        cancel={words.cancel}
        submit={webhook ? words.submitEdit : words.submitNew}
        isSending={isBusy}
        isComplete={values.url.trim() !== '' && values.events.length > 0}
        onClose={onClose}
      />
    </form>
  );
}

const fieldsOf = ({ url, events, description, all_owners }: Webhook): WebhookFields => ({
  url,
  events,
  description,
  all_owners,
});

/** Only administrators hear the events of all keys, through webhooks of their own. */
function useMayHearAll(webhook: Webhook | undefined): boolean {
  const isAdmin = useIsAdmin();
  const ownId = useSession().data?.agent?.id ?? null;
  return isAdmin && (webhook === undefined || webhook.owner === ownId);
}

interface EventsFieldProps {
  readonly values: WebhookFields;
  readonly error: string | undefined;
  readonly onChange: (events: WebhookEvent[]) => void;
}

function EventsField({ values, error, onChange }: EventsFieldProps) {
  return (
    <Checkbox.Group label={words.eventsOf} error={error} value={values.events} onChange={onChange}>
      <div className={styles.choices}>
        {Object.entries(words.events).map(([kind, label]) => (
          <Checkbox
            key={kind}
            value={kind}
            label={label}
            className={styles.choice}
            iconColor="var(--on-accent)"
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
