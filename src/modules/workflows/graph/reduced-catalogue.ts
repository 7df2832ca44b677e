import { ownValue } from '../../../platform/json';
import type { NodeClassInfo, ObjectInfo } from '../../providers/public/comfy-types';
import { memoizedByList } from '../json/memoize';

const ABSENT = {};

/**
 * Reduces catalogues to some classes. Nodes that describe these classes alike, which share the descriptions, get the same
 * object, so that what is derived from it is computed once for all of them.
 */
export function reducedTo(names: readonly string[]): (info: ObjectInfo) => ObjectInfo {
  const reduced = memoizedByList((classes: readonly object[]): ObjectInfo =>
    Object.fromEntries(
      names.flatMap((name, at) =>
        classes[at] === ABSENT ? [] : [[name, classes[at] as NodeClassInfo]],
      ),
    ),
  );
  return (info) => reduced(names.map((name) => ownValue(info, name) ?? ABSENT));
}
