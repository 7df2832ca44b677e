import { MultiSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import {
  type Agent,
  type AgentKey,
  createAgent,
  refreshAgents,
  updateAgent,
} from '../../../api/agents';
import { useWorkflows } from '../../../api/workflows';
import { idFromName } from '../../../ui/id-from-name';
import { useSubmitting } from '../../../ui/use-submitting';
import { keyWords as words } from '../words';
import { fieldErrors, type FieldErrors } from '../field-errors';
import { FormEnd } from '../FormEnd';
import styles from '../Settings.module.css';
import { distinctNames } from '../../../api/character-names';
import { useAllCharacters } from '../../../api/characters';

interface KeyFormProps {
  /** The one that is changed; a new one without. */
  readonly agent?: Agent;
  readonly isOwn?: boolean;
  readonly onMade: (made: AgentKey) => void;
  readonly onClose: () => void;
}

type Values = Pick<
  Agent,
  'id' | 'name' | 'is_admin' | 'allowed_workflows' | 'allowed_characters' | 'max_concurrent_jobs'
>;

const EMPTY: Values = {
  id: '',
  name: '',
  is_admin: false,
  allowed_workflows: [],
  allowed_characters: [],
  max_concurrent_jobs: null,
};

/** Name and rights of a key. */
export function KeyForm({ agent, isOwn = false, onMade, onClose }: KeyFormProps) {
  const queryClient = useQueryClient();
  const [values, setValues] = useState<Values>(agent ?? EMPTY);
  const { isBusy, error, submit } = useSubmitting(async () => {
    const { id, name, is_admin, ...limits } = values;
    if (agent) {
      await updateAgent(agent.id, { name, ...limits, ...(!isOwn && { is_admin }) });
      onClose();
    } else onMade(await createAgent({ id: id || idFromName(name), name, is_admin, ...limits }));
    await refreshAgents(queryClient);
  });
  const errors = fieldErrors(error);
  return (
    <form className={styles.form} onSubmit={submit}>
      <Names {...{ values, setValues, errors }} isNew={!agent} />
      <Rights {...{ values, setValues, errors, isOwn }} />
      <FormEnd
        error={errors.form}
        cancel={words.cancel}
        submit={agent ? words.submitEdit : words.submitNew}
        isSending={isBusy}
        isComplete={values.name.trim() !== ''}
        onClose={onClose}
      />
    </form>
  );
}

interface FieldsProps {
  readonly values: Values;
  readonly setValues: Dispatch<SetStateAction<Values>>;
  readonly errors: FieldErrors;
}

function Names({ values, setValues, errors, isNew }: FieldsProps & { readonly isNew: boolean }) {
  return (
    <>
      <TextInput
        data-autofocus
        label={words.name}
        dir="auto"
        maxLength={100}
        value={values.name}
        error={errors.name}
        onChange={({ currentTarget: { value: name } }) =>
          setValues((before) => ({ ...before, name }))
        }
      />
      {isNew && (
        <TextInput
          label={words.id}
          description={words.idHint}
          maxLength={64}
          placeholder={idFromName(values.name)}
          value={values.id}
          error={errors.id}
          onChange={({ currentTarget: { value: id } }) =>
            setValues((before) => ({ ...before, id }))
          }
        />
      )}
    </>
  );
}

function Rights({ values, setValues, errors, isOwn }: FieldsProps & { readonly isOwn: boolean }) {
  const { data: workflows = [] } = useWorkflows();
  const { data: characters = [] } = useAllCharacters();
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  return (
    <>
      <Switch
        label={words.isAdmin}
        description={isOwn ? words.ownKey : words.isAdminHint}
        disabled={isOwn}
        checked={values.is_admin}
        onChange={({ currentTarget }) => set({ is_admin: currentTarget.checked })}
      />
      {!values.is_admin && (
        <>
          <MultiSelect
            label={words.workflows}
            placeholder={values.allowed_workflows.length === 0 ? words.all : undefined}
            searchable
            data={workflows.map(({ id, name }) => ({ value: id, label: name }))}
            value={values.allowed_workflows}
            error={errors.allowed_workflows}
            onChange={(allowed_workflows) => set({ allowed_workflows })}
          />
          <MultiSelect
            label={words.characters}
            placeholder={values.allowed_characters.length === 0 ? words.all : undefined}
            searchable
            data={distinctNames(characters).map(({ id, name }) => ({ value: id, label: name }))}
            value={values.allowed_characters}
            error={errors.allowed_characters}
            onChange={(allowed_characters) => set({ allowed_characters })}
          />
        </>
      )}
      <NumberInput
        label={words.jobs}
        placeholder={words.anyNumber}
        min={1}
        allowDecimal={false}
        value={values.max_concurrent_jobs ?? ''}
        error={errors.max_concurrent_jobs}
        onChange={(value) => set({ max_concurrent_jobs: typeof value === 'number' ? value : null })}
      />
    </>
  );
}
