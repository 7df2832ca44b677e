import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteCharacter } from '../../../api/characters';
import type { Character } from '../../../api/types';
import { DeleteAction } from '../../../ui/DeleteAction';
import { notifyDone } from '../../../ui/notify';
import { charactersWords } from '../words';

/** Deletes the character, after asking. */
export function DeleteCharacter({ character }: { readonly character: Character }) {
  const words = charactersWords.page;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await deleteCharacter(character.id);
    notifyDone(words.deleted(character.name));
    await navigate({ to: '/characters' });
    queries.removeQueries({ queryKey: ['character', character.id] });
    void queries.invalidateQueries({ queryKey: ['characters'] });
  };
  return <DeleteAction words={words} title={words.deleteTitle(character.name)} remove={remove} />;
}
