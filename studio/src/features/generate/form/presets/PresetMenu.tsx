import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { createPreset, type Preset, usePresets } from '../../../../api/presets';
import { loadWorkflow } from '../../../../api/workflows';
import { FormError } from '../../../../ui/FormError';
import { IconAction } from '../../../../ui/IconAction';
import { omit } from '../../../../ui/omit';
import { notifyDone, notifyError } from '../../../../ui/notify';
import { useSubmitting } from '../../../../ui/use-submitting';
import { emptyForm, toRequest } from '../../model';
import { fromRequest } from '../../restore';
import { formWords } from '../../words';
import { errorStore, formStore, notRestoredStore, useFormPart } from '../form-state';
import { CurlButton } from './CurlButton';
import { PresetRow } from './PresetRow';
import styles from './Presets.module.css';

/** Presets of the workflow, and what else can be done with the whole form. */
export function PresetMenu() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="top-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <IconAction
          icon={IconBookmark}
          label={formWords.presets}
          className={styles.button}
          variant="default"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={formWords.presets}>
        {isOpen && <PresetList onDone={() => setIsOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function PresetList({ onDone }: { readonly onDone: () => void }) {
  const workflow = useFormPart((state) => state.workflow);
  const { data, error } = usePresets();
  const presets = data?.filter((preset) => preset.workflow === workflow) ?? [];
  return (
    <div className={styles.list}>
      <h3 className={styles.title}>{formWords.presetsTitle}</h3>
      {data === undefined
        ? error && <FormError error={error} />
        : presets.length === 0 && <p className={styles.none}>{formWords.presetsNone}</p>}
      {presets.map((preset) => (
        <PresetRow
          key={preset.id}
          preset={preset}
          onApply={() => void apply(preset).then(onDone).catch(notifyError)}
        />
      ))}
      <SavePreset />
      <hr className={styles.line} />
      <CurlButton />
      <UnstyledButton
        className={styles.action}
        onClick={() => {
          resetAll();
          onDone();
        }}
      >
        {formWords.resetAll}
      </UnstyledButton>
    </div>
  );
}

function SavePreset() {
  const [name, setName] = useState('');
  const save = async () => {
    await createPreset({
      name: name.trim(),
      workflow: formStore.get().workflow,
      values: values(),
    });
    notifyDone(formWords.presetSaved(name.trim()));
    setName('');
  };
  const { isBusy, submit } = useSubmitting(save, { onError: notifyError });
  return (
    <form className={styles.save} onSubmit={submit}>
      <TextInput
        data-autofocus
        value={name}
        maxLength={100}
        placeholder={formWords.presetName}
        aria-label={formWords.presetName}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
        {formWords.presetSave}
      </Button>
    </form>
  );
}

/** The settings without what belongs to one picture: its words and where it runs. */
function values(): Record<string, unknown> {
  return omit(toRequest(formStore.get()).body, 'workflow', 'provider', 'prompt');
}

/** Sets what the preset holds, everything else to its default; words stay. */
async function apply(preset: Preset): Promise<void> {
  const before = formStore.get();
  const workflow = await loadWorkflow(preset.workflow);
  const body = {
    workflow: preset.workflow,
    provider: before.provider,
    prompt: before.prompt,
    ...preset.values,
  };
  const stored = { type: workflow.kind, body, unavailable: [] };
  const { state, notRestored } = fromRequest(stored, workflow, { keepSeed: true });
  formStore.set({ ...state, count: before.count, lastSeed: before.lastSeed });
  errorStore.set({});
  notRestoredStore.set(notRestored);
  notifyDone(formWords.presetApplied(preset.name), { undo: () => formStore.set(before) });
}

/** Everything but the words and the cast to its default. */
function resetAll(): void {
  const before = formStore.get();
  const { workflow, type, prompt, cast } = before;
  formStore.set({ ...emptyForm(workflow, type), prompt, cast });
  errorStore.set({});
  notRestoredStore.set([]);
  notifyDone(formWords.resetDone, { undo: () => formStore.set(before) });
}
