import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error';
import { type CharacterPatch, patchCharacter } from '../../../api/characters';
import type { Character } from '../../../api/types';
import { notifyError } from '../../../ui/notify';

export interface CharacterEditing {
  /** The service refused this caller: only the creator and admins write. */
  readonly isReadOnly: boolean;
  readonly isBusy: boolean;
  /** Sends these fields and no others. Answers whether they were taken. */
  readonly save: (patch: CharacterPatch) => Promise<boolean>;
}

/** Changes of a character, field by field. */
export function useCharacterEditing({ id }: Pick<Character, 'id'>): CharacterEditing {
  const queries = useQueryClient();
  const [isReadOnly, setIsReadOnly] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const save = async (patch: CharacterPatch): Promise<boolean> => {
    setIsBusy(true);
    try {
      const changed = await patchCharacter(id, patch);
      queries.setQueryData(['character', id], changed);
      void queries.invalidateQueries({ queryKey: ['characters'] });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'character_read_only') setIsReadOnly(true);
      notifyError(error);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isReadOnly, isBusy, save };
}
