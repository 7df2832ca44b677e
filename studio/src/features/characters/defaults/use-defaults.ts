import { useState } from 'react';
import type { Character } from '../../../api/types';
import { type Setting, fittedValue } from '../../generate/public';
import type { CharacterEditing } from '../page/use-character-editing';
import { charactersWords } from '../words';
import {
  accepts,
  defaultRows,
  hasDefault,
  flattened,
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
  /** Settings that were added, until they have a value. */
  const [added, setAdded] = useState<readonly string[]>([]);
  const waiting = added.filter((name) => !hasDefault(stored, name));
  if (waiting.length < added.length) setAdded(waiting);
  const forget = (name: string) => setAdded((before) => before.filter((one) => one !== name));
  return {
    rows: defaultRows(stored, settings, waiting),
    added: waiting,
    add: (name: string) => {
      setAdded([...waiting, name]);
      const start = settings.find((setting) => setting.name === name)?.startValue;
      if (start === undefined) return;
      void save(({ defaults }) =>
        hasDefault(defaults, name) ? {} : { defaults: withDefault(defaults, name, start) },
      ).then((isSaved) => {
        if (!isSaved) forget(name);
      });
    },
    /**
     * Answers whether the value was taken.
     * @param showRefusal shows why it wasn't, and answers whether it did
     */
    set: (
      { name, setting }: DefaultRow,
      typed: unknown,
      showRefusal: (error: unknown) => boolean,
    ): Promise<boolean> => {
      const value = setting ? fittedValue(setting, typed) : typed;
      const wasStored = hasDefault(stored, name);
      return save(({ defaults }) => {
        // If others removed or replaced the value, the row is unmounted and must not store its own value again.
        const isGone = wasStored && setting && !accepts(setting, flattened(defaults)[name]);
        return isGone ? {} : { defaults: withDefault(defaults, name, value) };
      }, showRefusal);
    },
    removeDefault: ({ name, label }: DefaultRow): void => {
      let before: Character['defaults'] = {};
      void remove({
        text: words.removed(label),
        change: ({ defaults }) => {
          before = defaults;
          return hasDefault(defaults, name) ? { defaults: withoutDefault(defaults, name) } : {};
        },
        undo: ({ defaults }) =>
          hasDefault(defaults, name)
            ? {}
            : { defaults: withDefault(defaults, name, flattened(before)[name]) },
      }).then(() => forget(name));
    },
  };
}
