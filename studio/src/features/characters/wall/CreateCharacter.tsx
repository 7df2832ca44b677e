import { Button, SegmentedControl, Stack, TextInput, Input } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type CharacterCategory, createNewCharacter } from '../../../api/characters';
import { CreateAction } from '../../../routing/CreateAction';
import { FormError } from '../../../ui/FormError';
import { idFromName } from '../../../ui/id-from-name';
import { useSubmitting } from '../../../ui/use-submitting';
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
  const id = ownId ?? idFromName(name);
  const { isBusy, error, submit } = useSubmitting(async () => {
    const character = await createNewCharacter({ id, name, category, kind: 'human' });
    if (character === null) throw new Error(words.new.taken(id));
    void queries.invalidateQueries({ queryKey: ['characters'] });
    await navigate({ to: '/characters/$id', params: { id: character.id }, replace: true });
  });
  return (
    <form onSubmit={submit}>
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
