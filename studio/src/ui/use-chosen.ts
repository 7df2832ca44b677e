import { useState } from 'react';

/**
 * A value that is chosen rather than typed: shows the one under way until it is answered, and then the stored one.
 * @param store answers once the stored value is in the cache, or is not changed
 */
export function useChosen<Value>(
  stored: Value,
  store: (value: Value) => Promise<unknown> | undefined,
): [shown: Value, choose: (value: Value) => Promise<void>] {
  const [underWay, setUnderWay] = useState<{ readonly value: Value }>();
  const choose = async (value: Value) => {
    const mine = { value };
    setUnderWay(mine);
    try {
      await store(value);
    } finally {
      // The query cache notifies its components in a later task: by then, they have the new stored value.
      setTimeout(() => setUnderWay((latest) => (latest === mine ? undefined : latest)));
    }
  };
  return [underWay ? underWay.value : stored, choose];
}
