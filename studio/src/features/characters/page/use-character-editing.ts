import { KinoraError } from '@kinora/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CharacterPatch, patchCharacter } from '../../../api/characters';
import type { Character } from '../../../api/types';
import { notifyError } from '../../../ui/notify';

export interface CharacterEditing {
  /** Only the creator and admins change a character. */
  readonly isReadOnly: boolean;
  readonly isBusy: boolean;
  /** Sends these fields and no others. Answers whether they were taken. */
  readonly save: (patch: CharacterPatch) => Promise<boolean>;
}

/** Changes of a character, field by field. */
export function useCharacterEditing({ id, editable }: Character): CharacterEditing {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (patch: CharacterPatch): Promise<boolean> => {
    setIsBusy(true);
    try {
      const changed = await patchCharacter(id, patch);
      queries.setQueryData(['character', id], changed);
      void queries.invalidateQueries({ queryKey: ['characters'] });
      return true;
    } catch (error) {
      if (error instanceof KinoraError && error.code === 'character_read_only')
        void queries.invalidateQueries({ queryKey: ['character', id] });
      notifyError(error);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isReadOnly: !editable, isBusy, save };
}
