import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { distinctNames } from '../../../api/character-names';
import { useAllCharacters } from '../../../api/characters';
import { bindCheckpoint, refreshLoras } from '../../../api/trained-loras';
import type { Checkpoint, Run } from '../../../api/training-runs';
import { TextLink } from '../../../routing/links';
import { ActionModal } from '../../../ui/ActionModal';
import { ExactNumber } from '../../../ui/ExactNumber';
import { FieldLabel } from '../../../ui/FieldLabel';
import { FormError } from '../../../ui/FormError';
import { notifyDone } from '../../../ui/notify';
import { OptionPicker } from '../../../ui/OptionPicker';
import { RangeSlider } from '../../../ui/RangeSlider';
import { useSubmitting } from '../../../ui/use-submitting';
import styles from './Run.module.css';
import { useWorkflowsFor, WorkflowPicker } from './WorkflowPicker';
import { runWords } from './words';

const { checkpoints: words } = runWords;

/** Usual strengths are on the slider; others can be typed. */
const SLIDER = { minimum: 0, maximum: 1.5, step: 0.05 };
const LIMITS = { minimum: -100, maximum: 100, step: 0.05 };

interface GiveToCharacterProps {
  readonly run: Run;
  readonly checkpoint: Checkpoint;
}

/** Gives a checkpoint to a character, which is drawn with it from then on. */
export function GiveToCharacter(props: GiveToCharacterProps) {
  return (
    <ActionModal
      size="compact-sm"
      label={words.give}
      name={words.giveOf(props.checkpoint.step)}
      title={words.giveTitle}
    >
      {(close) => <GiveForm {...props} onDone={close} />}
    </ActionModal>
  );
}

/** The characters that the caller may change, and the one that was chosen. */
function useCharacterChoice() {
  const { data } = useAllCharacters();
  const [character, choose] = useState<string | null>(null);
  const choices = data?.filter(({ editable }) => editable) ?? [];
  const name = choices.find(({ id }) => id === character)?.name ?? '';
  return { choices, character, name, choose, hasNone: data !== undefined && choices.length === 0 };
}

function CharacterPicker({ choice }: { readonly choice: ReturnType<typeof useCharacterChoice> }) {
  const id = useId();
  if (choice.hasNone)
    return (
      <p className={styles.hint}>
        {words.noCharacters}. <TextLink to="/characters">{words.toCharacters}</TextLink>
      </p>
    );
  return (
    <div>
      <FieldLabel label={words.character} htmlFor={id} />
      <OptionPicker
        id={id}
        label={words.character}
        options={distinctNames(choice.choices).map((one) => ({ value: one.id, label: one.name }))}
        value={choice.character}
        placeholder={words.chooseCharacter}
        searchLabel={words.findCharacter}
        emptyText={words.nothingFound}
        onChange={choice.choose}
      />
    </div>
  );
}

function GiveForm({ run, checkpoint, onDone }: GiveToCharacterProps & { onDone: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ids = useId();
  const choice = useCharacterChoice();
  const workflows = useWorkflowsFor(run.model || run.base_config);
  const [asked, setAsked] = useState<string>();
  const [strength, setStrength] = useState(1);
  const workflow = asked ?? workflows[0]?.id ?? null;
  const { character, name } = choice;
  const { isBusy, error, submit } = useSubmitting(async () => {
    if (character === null || workflow === null) return;
    const { replaced } = await bindCheckpoint(checkpoint, { character, workflow, strength });
    onDone();
    notifyDone(words.given(name, replaced), {
      action: {
        label: words.openCharacter,
        run: () => navigate({ to: '/characters/$id', params: { id: character } }),
      },
    });
    refreshLoras(queries);
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <Text className={styles.hint}>{words.giveText}</Text>
        <CharacterPicker choice={choice} />
        <WorkflowPicker workflows={workflows} value={workflow} onChange={setAsked} />
        <div>
          <FieldLabel label={words.strength} htmlFor={`${ids}-strength`}>
            <ExactNumber
              id={`${ids}-strength`}
              look="bare"
              label={words.strength}
              value={strength}
              range={LIMITS}
              onChange={(next) => setStrength(next ?? 1)}
            />
          </FieldLabel>
          <RangeSlider
            {...SLIDER}
            label={words.strengthSlider}
            value={strength}
            onChange={setStrength}
          />
        </div>
        {error !== undefined && <FormError error={error} />}
        <Button
          type="submit"
          variant="filled"
          loading={isBusy}
          disabled={character === null || workflow === null}
        >
          {words.giveSubmit(name)}
        </Button>
      </Stack>
    </form>
  );
}
