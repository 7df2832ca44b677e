import { useLayoutEffect, useRef, useState } from 'react';
import { fitting } from './model';

const GAP = 4;

/**
 * Which of the children fit beside the last one, which always stays. Children that don't fit must keep their width:
 * they are taken out of the row and hidden, not removed.
 * @param ranks of all but the last child; the highest gives way first
 */
export function useFitting(ranks: readonly number[]) {
  const ref = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState<readonly boolean[]>([]);
  const key = ranks.join();
  useLayoutEffect(() => {
    const row = ref.current;
    if (!row) return;
    const measure = () => {
      const children = [...row.children] as HTMLElement[];
      const last = children.pop();
      const items = key.split(',').map((rank, index) => ({
        rank: Number(rank),
        width: children[index]?.offsetWidth ?? 0,
      }));
      const next = fitting(items, GAP, row.clientWidth - (last?.offsetWidth ?? 0));
      setFits((before) => (String(before) === String(next) ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    for (const child of row.children) observer.observe(child);
    return () => {
      observer.disconnect();
    };
  }, [key]);
  return { ref, fits };
}
