import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { createPreset, deletePreset, type Preset, renamePreset } from '../../../../api/presets';
import { IconAction } from '../../../../ui/IconAction';
import { notifyDone, notifyError } from '../../../../ui/notify';
import { formWords } from '../../words';
import styles from './Presets.module.css';

interface PresetRowProps {
  readonly preset: Preset;
  readonly onApply: () => void;
}

/** A preset: its name applies it. It can be renamed and deleted. */
export function PresetRow({ preset, onApply }: PresetRowProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  if (isRenaming) return <RenameForm preset={preset} onEnd={() => setIsRenaming(false)} />;
  return (
    <div className={styles.row}>
      <UnstyledButton className={styles.apply} dir="auto" onClick={onApply}>
        {preset.name}
      </UnstyledButton>
      <IconAction
        icon={IconPencil}
        size="md"
        label={formWords.presetRename(preset.name)}
        onClick={() => setIsRenaming(true)}
      />
      <IconAction
        icon={IconTrash}
        size="md"
        label={formWords.presetDelete(preset.name)}
        onClick={() => void remove(preset)}
      />
    </div>
  );
}

function RenameForm({ preset, onEnd }: { readonly preset: Preset; readonly onEnd: () => void }) {
  const [name, setName] = useState(preset.name);
  const rename = async (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    try {
      if (name.trim() !== preset.name) await renamePreset(preset.id, name.trim());
      onEnd();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <form className={styles.rename} onSubmit={(event) => void rename(event)}>
      <TextInput
        ref={(field) => field?.focus()}
        value={name}
        maxLength={100}
        dir="auto"
        aria-label={formWords.presetRename(preset.name)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        {formWords.presetRenameSubmit}
      </Button>
    </form>
  );
}

async function remove(preset: Preset): Promise<void> {
  try {
    await deletePreset(preset.id);
    const { name, workflow, values } = preset;
    notifyDone(formWords.presetDeleted(name), {
      undo: () => createPreset({ name, workflow, values }),
    });
  } catch (error) {
    notifyError(error);
  }
}
