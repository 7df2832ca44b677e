import { nameSpeller } from '../../../platform/nearest-names';
import type { InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { namesOf } from './input-specs';
import { memoized } from '../json/memoize';

/** Suggestions are made for this many missing things of a kind; longer lists wouldn't be read. */
export const MAX_SUGGESTED = 20;

/** Minimum similarity, because nodes have so many classes that some are always a little similar. */
const MIN_CLASS_SIMILARITY = 0.6;

const classSpeller = memoized((info: ObjectInfo) =>
  nameSpeller(Object.keys(info), MIN_CLASS_SIMILARITY),
);

const choiceSpeller = memoized((choices: readonly string[]) => nameSpeller(choices));

/** The most similar classes of a node, best first. The index of a catalogue is cached. */
export const nearestClasses = (wanted: string, info: ObjectInfo): readonly string[] =>
  classSpeller(info)(wanted);

/**
 * The most similar choices of an input, best first; none for values that aren't texts. The index of a list is cached.
 */
export const nearestChoices = (wanted: unknown, spec: InputSpec): readonly string[] =>
  typeof wanted === 'string' ? choiceSpeller(namesOf(spec))(wanted) : [];
