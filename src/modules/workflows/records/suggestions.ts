import { nameSpeller } from '../../../platform/nearest-names';
import type { InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { namesOf } from '../graph/input-specs';
import { once } from '../json/once';

/** Of more missing things of a kind than these nobody reads what else there is. */
export const MAX_SUGGESTED = 20;

/** Nodes have a thousand classes and more, some of which look a little like anything. */
const CLASS_LIKENESS = 0.6;

const classSpeller = once((info: ObjectInfo) => nameSpeller(Object.keys(info), CLASS_LIKENESS));

const choiceSpeller = once((choices: readonly string[]) => nameSpeller(choices));

/** The classes of a node that look most like the wanted one, best first. A catalogue is read once. */
export const nearestClasses = (wanted: string, info: ObjectInfo): readonly string[] =>
  classSpeller(info)(wanted);

/** The choices of an input that look most like a text, best first; none for anything else. A list is read once. */
export const nearestChoices = (wanted: unknown, spec: InputSpec): readonly string[] =>
  typeof wanted === 'string' ? choiceSpeller(namesOf(spec))(wanted) : [];
