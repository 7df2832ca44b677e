import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { canLoadMore } from '../../../ui/can-load-more';
import { dayName } from '../../../ui/format';
import { useKeys } from '../../../ui/keys';
import { stepInGrid } from './model';
import { isShown, MAX_WAITING, type StripItem, subjectOfItem } from './strip-items';
import styles from './Strip.module.css';
import { StripTile } from './StripTile';
import { useChoose } from './use-choose';
import type { useRecent } from './use-recent';
import { useShownList } from './use-shown-list';
import { useStageView } from './use-stage-view';
import { useStripItems } from './use-strip-items';
import { type Cell, useStripRows } from './use-strip-rows';
import { stripWords } from './words';

/** More is loaded when fewer than this are left below. */
const ITEMS_AHEAD = 16;

/** Waiting jobs and recent results. */
export function Strip() {
  const { items, recent, waiting } = useStripItems();
  const { attach, scroll, columns, size, cells, height, scrollTo } = useStripRows(items.length);
  const choose = useChoose();
  const view = useStageView();
  const current = items.findIndex((item) => isShown(item, view));
  useShownList(recent.tiles);
  useArrowKeys(items.length, current, columns, (index) => {
    const item = items[index];
    if (item) choose(subjectOfItem(item));
    scrollTo(index);
  });
  useFocusFollows(scroll, items[current]?.key);
  useLoadsMore(recent, items.length - (cells.at(-1)?.index ?? 0));
  const square = ({ index, left, top }: Cell) => {
    const item = items[index];
    if (!item) return null;
    const transform = `translate(${left}px, ${top}px)`;
    return (
      <div key={item.key} className={styles.cell} style={{ width: size, height: size, transform }}>
        <StripTile
          item={item}
          isCurrent={index === current}
          isTabStop={index === Math.max(current, 0)}
          onChoose={() => {
            choose(subjectOfItem(item));
          }}
        />
      </div>
    );
  };
  return (
    <div className={styles.strip}>
      <h2 className={styles.head}>
        {stripWords.recent}
        <span className={styles.day}>{headText(items, cells[0]?.index ?? 0, waiting)}</span>
      </h2>
      <div className={styles.scroll} ref={attach}>
        <div className={styles.rows} style={{ height }}>
          {size > 0 && cells.map(square)}
        </div>
        {size > 0 && <End recent={recent} isEmpty={items.length === 0} />}
      </div>
    </div>
  );
}

interface EndProps {
  readonly recent: ReturnType<typeof useRecent>;
  readonly isEmpty: boolean;
}

/** What stands below the last square. */
function End({ recent, isEmpty }: EndProps) {
  if (recent.isFetchNextPageError)
    return (
      <UnstyledButton className={styles.more} onClick={() => void recent.fetchNextPage()}>
        {stripWords.loadMore}
      </UnstyledButton>
    );
  if (recent.data === undefined || recent.hasNextPage) return null;
  if (isEmpty) return <p className={styles.note}>{stripWords.empty}</p>;
  if (recent.tiles.length === 0) return null;
  return (
    <Link to="/gallery" className={styles.more}>
      {stripWords.openGallery}
    </Link>
  );
}

/** How many more wait; else the day of the results in view. */
function headText(items: readonly StripItem[], from: number, waiting: number): string {
  if (waiting > MAX_WAITING) return stripWords.more(waiting - MAX_WAITING);
  const first = items.slice(from).find(({ kind }) => kind === 'media');
  return first?.kind === 'media' ? dayName(first.tile.created_at) : '';
}

function useArrowKeys(
  count: number,
  current: number,
  columns: number,
  go: (index: number) => void,
): void {
  const move = ({ key }: KeyboardEvent) => {
    if (count > 0) go(current < 0 ? 0 : stepInGrid(key, current, columns, count));
  };
  useKeys({ ArrowLeft: move, ArrowRight: move, ArrowUp: move, ArrowDown: move });
}

/** Loads the next page before the end is in view. */
function useLoadsMore(recent: ReturnType<typeof useRecent>, left: number): void {
  const { fetchNextPage } = recent;
  const canLoad = canLoadMore(recent);
  useEffect(() => {
    if (left <= ITEMS_AHEAD && canLoad) void fetchNextPage();
  }, [left, canLoad, fetchNextPage]);
}

/** While the focus is in the strip, it is on the square that is shown. */
function useFocusFollows(list: HTMLElement | null, key: string | undefined): void {
  useEffect(() => {
    if (key === undefined || !list?.contains(document.activeElement)) return;
    list.querySelector<HTMLElement>('[aria-current="true"]')?.focus({ preventScroll: true });
  }, [list, key]);
}
