import { Button, SegmentedControl, Stack, TextInput, Input } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { type CharacterCategory, createNewCharacter } from '../../../api/characters';
import { CreateAction } from '../../../routing/CreateAction';
import { FormError } from '../../../ui/FormError';
import { idFromName } from '../../../ui/id-from-name';
import { CATEGORIES } from '../model';
import { charactersWords as words } from '../words';

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: words.categories[value] }));

/** Asks for name and id, then opens the new character's page, where the rest is filled in. */
export function CreateCharacter() {
  return (
    <CreateAction label={words.create} words={words.new}>
      <NewCharacterForm />
    </CreateAction>
  );
}

function NewCharacterForm() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [ownId, setOwnId] = useState<string>();
  const [category, setCategory] = useState<CharacterCategory>('character');
  const [error, setError] = useState<Error>();
  const [isBusy, setIsBusy] = useState(false);
  const id = ownId ?? idFromName(name);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setError(undefined);
    try {
      const character = await createNewCharacter({ id, name, category, kind: 'human' });
      if (character === null) setError(new Error(words.new.taken(id)));
      else {
        void queries.invalidateQueries({ queryKey: ['characters'] });
        await navigate({ to: '/characters/$id', params: { id: character.id }, replace: true });
      }
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="lg">
        <TextInput
          label={words.new.name}
          value={name}
          maxLength={200}
          dir="auto"
          data-autofocus
          required
          withAsterisk={false}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={words.new.id}
          description={words.new.idHelp}
          value={id}
          required
          withAsterisk={false}
          onChange={(event) => setOwnId(event.currentTarget.value)}
        />
        <Input.Wrapper label={words.new.category} labelElement="div">
          <SegmentedControl
            fullWidth
            mt={6}
            data={CATEGORY_OPTIONS}
            value={category}
            onChange={(value) => setCategory(value)}
            aria-label={words.new.category}
          />
        </Input.Wrapper>
        {error !== undefined && <FormError error={error} />}
        <Button type="submit" variant="filled" loading={isBusy} disabled={!name.trim() || !id}>
          {words.new.submit(name.trim())}
        </Button>
      </Stack>
    </form>
  );
}
