import { KinoraError } from '@kinora/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CharacterPatch, patchCharacter } from '../../../api/characters';
import type { Character } from '../../../api/types';
import { notifyDone, notifyUnsaved } from '../../../ui/notify';
import { tellSaved } from '../../../ui/save-status';
import { useQueue } from '../../../ui/use-queue';

export interface CharacterEditing {
  /** Only the creator and admins change a character. */
  readonly isReadOnly: boolean;
  readonly isBusy: boolean;
  /**
   * Sends these fields and no others. Answers whether they were taken.
   * @param showRefusal shows why they weren't, and answers whether it did; otherwise a message says so
   */
  readonly save: (
    change: CharacterPatch | CharacterChange,
    showRefusal?: (error: unknown) => boolean,
  ) => Promise<boolean>;
  /** Takes something away if it is there, says so, and offers to put it back. Answers whether it is gone. */
  readonly remove: (removal: Removal) => Promise<boolean>;
}

/** Makes new fields from the character as it is then, for those that are changed in part. */
type CharacterChange = (character: Character) => CharacterPatch;

export interface Removal {
  readonly text: string;
  readonly change: CharacterPatch | CharacterChange;
  readonly undo: CharacterPatch | CharacterChange;
}

const patchOf = (change: CharacterPatch | CharacterChange, now: Character): CharacterPatch =>
  typeof change === 'function' ? change(now) : change;

/** Changes of a character, field by field, one after another. */
export function useCharacterEditing(character: Character): CharacterEditing {
  const { id, editable } = character;
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const inTurn = useQueue();
  const send: CharacterEditing['save'] = async (change, showRefusal) => {
    setIsBusy(true);
    try {
      const now = queries.getQueryData<Character>(['character', id]) ?? character;
      const patch = patchOf(change, now);
      if (Object.keys(patch).length === 0) return true;
      const changed = await patchCharacter(id, patch);
      queries.setQueryData(['character', id], changed);
      void queries.invalidateQueries({ queryKey: ['characters'] });
      tellSaved();
      return true;
    } catch (error) {
      if (error instanceof KinoraError && error.code === 'character_read_only')
        void queries.invalidateQueries({ queryKey: ['character', id] });
      if (showRefusal?.(error) !== true) notifyUnsaved(error);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  const save: CharacterEditing['save'] = (...args) => inTurn(() => send(...args));
  const remove = async ({ text, change, undo }: Removal): Promise<boolean> => {
    let patch: CharacterPatch = {};
    const isGone = await save((now) => (patch = patchOf(change, now)));
    if (isGone && Object.keys(patch).length > 0) notifyDone(text, { undo: () => save(undo) });
    return isGone;
  };
  return { isReadOnly: !editable, isBusy, save, remove };
}
