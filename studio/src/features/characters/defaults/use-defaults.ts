import { KinoraError } from '@kinora/client';
import { useState } from 'react';
import type { Character } from '../../../api/types';
import { type Setting, fittedValue } from '../../generate/public';
import type { CharacterEditing } from '../page/use-character-editing';
import { charactersWords } from '../words';
import {
  defaultRows,
  hasDefault,
  flattened,
  refusals,
  type DefaultRow,
  withDefault,
  withoutDefault,
} from './model';

const { defaults: words } = charactersWords;

/** The defaults of a character, and changes of one at a time. */
export function useDefaults(
  stored: Character['defaults'],
  settings: readonly Setting[],
  { save, remove }: CharacterEditing,
) {
  /** The setting that was added last. Until it has a value, it is only here. */
  const [added, setAdded] = useState<string>();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const forget = (name: string) => setAdded((last) => (last === name ? undefined : last));
  return {
    rows: defaultRows(stored, settings, added),
    added,
    refused,
    add: (name: string) => {
      setAdded(name);
      const start = settings.find((setting) => setting.name === name)?.usual;
      if (start === undefined) return;
      void save(({ defaults }) =>
        hasDefault(defaults, name) ? {} : { defaults: withDefault(defaults, name, start) },
      ).then((isTaken) => {
        if (!isTaken) forget(name);
      });
    },
    /** Answers whether the value was taken. */
    set: ({ name, setting }: DefaultRow, typed: unknown): Promise<boolean> => {
      const value = setting ? fittedValue(setting, typed) : typed;
      setRefused({});
      return save(
        ({ defaults }) => ({ defaults: withDefault(defaults, name, value) }),
        (error) => {
          if (!(error instanceof KinoraError) || error.fields.length === 0) return false;
          setRefused(refusals(error.fields, name));
          return true;
        },
      );
    },
    /** @param isChanged what was typed is stored, or on its way */
    take: ({ name, label }: DefaultRow, isChanged: boolean): void => {
      if (!isChanged && !hasDefault(stored, name)) {
        forget(name);
        return;
      }
      let before: Character['defaults'] = {};
      void remove({
        text: words.removed(label),
        change: ({ defaults }) => {
          before = defaults;
          return hasDefault(defaults, name) ? { defaults: withoutDefault(defaults, name) } : {};
        },
        undo: ({ defaults }) =>
          hasDefault(before, name) && !hasDefault(defaults, name)
            ? { defaults: withDefault(defaults, name, flattened(before)[name]) }
            : {},
      }).then(() => forget(name));
    },
  };
}
