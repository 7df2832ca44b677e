import { Button } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { count } from '../../ui/format';
import { JobRow } from './JobRow';
import type { ListEntry } from './model';
import { useListKeys } from './use-list-keys';
import { jobsWords as words } from './words';
import styles from './JobList.module.css';

interface VirtualJobListProps {
  readonly entries: readonly ListEntry[];
  readonly openId: string | undefined;
  readonly isGrouped: boolean;
  /** What tells the jobs of one batch apart, by their id. */
  readonly values: ReadonlyMap<string, string>;
  readonly isLoadingMore: boolean;
  /** Earlier jobs could not be loaded. */
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** Heights in rem, so that they grow with the user's text size. */
const ROW_REM = 4;
const PHONE_ROW_REM = 5.5;
const LABEL_REM = 2.5;
/** Earlier jobs are fetched once so few rows are left. */
const FETCH_AHEAD = 20;
const MOVES: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: -Infinity,
  End: Infinity,
};

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Draws the rows that are in view. Arrow keys move between rows; the row of the cursor stays mounted. */
export function VirtualJobList({ entries, openId, isGrouped, ...props }: VirtualJobListProps) {
  const { values, isLoadingMore, hasFailed, onRetry, onEnd, onClose } = props;
  const scrollRef = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false });
  const [cursorKey, setCursorKey] = useState<string>();
  const jobs = entries.flatMap((entry, index) => (entry.kind === 'job' ? [index] : []));
  const cursor = Math.max(
    entries.findIndex(({ key }) => key === (cursorKey ?? openId)),
    jobs[0] ?? 0,
  );
  const rowRem = isPhone ? PHONE_ROW_REM : ROW_REM;
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: (index) => (entries[index]?.kind === 'job' ? rowRem : LABEL_REM) * remPx(),
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: 8,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), cursor])].sort((a, b) => a - b),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowRem, entries]);

  const items = virtualizer.getVirtualItems();
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= entries.length - FETCH_AHEAD;
  useEffect(() => {
    if (isNearEnd) onEnd();
  }, [isNearEnd, onEnd, entries.length]);

  const moveTo = (index: number) => {
    const key = entries[index]?.key;
    if (key === undefined) return;
    setCursorKey(key);
    virtualizer.scrollToIndex(index);
    requestAnimationFrame(() =>
      scrollRef.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] a`)?.focus(),
    );
  };
  useListKeys(scrollRef, (key) => {
    if (key === 'Escape') {
      if (openId !== undefined) onClose();
      return openId !== undefined;
    }
    const move = MOVES[key];
    if (move === undefined) return false;
    const at = jobs.indexOf(cursor);
    moveTo(jobs[Math.min(jobs.length - 1, Math.max(0, at + move))] ?? 0);
    return true;
  });

  return (
    <div ref={scrollRef} className={styles.scroll} data-scroll-restoration-id="jobs">
      <div
        role="list"
        aria-label={words.list}
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map((item) => {
          const entry = entries[item.index];
          if (entry === undefined) return null;
          const style = { height: item.size, transform: `translateY(${item.start}px)` };
          return entry.kind !== 'job' ? (
            <div key={item.key} role="listitem" className={styles.label} style={style}>
              <Label entry={entry} />
            </div>
          ) : (
            <JobRow
              key={item.key}
              job={entry.job}
              style={style}
              isOpen={entry.job.prompt_id === openId}
              isTabStop={item.index === cursor}
              isGrouped={isGrouped}
              values={values.get(entry.job.prompt_id)}
              onFocus={() => setCursorKey(entry.key)}
            />
          );
        })}
      </div>
      <p className={styles.more} role="status">
        {isLoadingMore && words.loadingMore}
        {hasFailed && !isLoadingMore && (
          <>
            {words.moreFailed} <Button onClick={onRetry}>{words.retry}</Button>
          </>
        )}
      </p>
    </div>
  );
}

function Label({ entry }: { readonly entry: Exclude<ListEntry, { kind: 'job' }> }) {
  if (entry.kind === 'more') return <span>{words.notListed(entry.count)}</span>;
  return (
    <>
      <h2>{entry.text}</h2>
      {entry.count !== undefined && <span>{count(entry.count)}</span>}
    </>
  );
}
