import { Button, Group, Modal, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteCharacter } from '../../../api/characters';
import type { Character } from '../../../api/types';
import { IconAction } from '../../../ui/IconAction';
import { notifyDone, notifyError } from '../../../ui/notify';
import { charactersWords as words } from '../words';

/** Deletes the character, after asking. */
export function DeleteCharacter({ character }: { readonly character: Character }) {
  const { page } = words;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    try {
      await deleteCharacter(character.id);
      notifyDone(page.deleted(character.name));
      await navigate({ to: '/characters' });
      queries.removeQueries({ queryKey: ['character', character.id] });
      void queries.invalidateQueries({ queryKey: ['characters'] });
    } catch (error) {
      notifyError(error);
      setIsBusy(false);
    }
  };
  return (
    <>
      <IconAction icon={IconTrash} label={page.delete} onClick={() => setIsAsking(true)} />
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={page.deleteTitle(character.name)}
        closeButtonProps={{ 'aria-label': page.keep }}
      >
        <Text mb="lg">{page.deleteText}</Text>
        <Group justify="flex-end" gap="sm">
          <Button onClick={() => setIsAsking(false)}>{page.keep}</Button>
          <Button color="bad" variant="outline" loading={isBusy} onClick={() => void remove()}>
            {page.delete}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
