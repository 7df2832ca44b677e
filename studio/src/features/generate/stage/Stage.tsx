import { useMediaQuery } from '@mantine/hooks';
import { type TouchEvent, useRef } from 'react';
import { TopBar } from '../../top-bar/public';
import { RESULT_ID } from '../result-id';
import { ActionBar } from './ActionBar';
import { RecentRow } from './RecentRow';
import styles from './Stage.module.css';
import { StageResult } from './StageResult';
import { StageTitle } from './StageTitle';
import { useChooseNeighbour } from './use-choose';
import { useStageActions } from './use-stage-actions';
import { useStageView } from './use-stage-view';

/** A finger that moves so far sideways goes to the next result, in CSS pixels. */
const SWIPE = 56;

/** The result in view, with what can be done with it. */
export function Stage() {
  const view = useStageView();
  const actions = useStageActions(view);
  const isPhone = useMediaQuery('(max-width: 599px)', undefined, {
    getInitialValueInEffect: false,
  });
  const swipe = useSwipe(useChooseNeighbour());
  return (
    <>
      <TopBar kind="prompt">
        <StageTitle view={view} />
      </TopBar>
      <div id={RESULT_ID} className={styles.view} tabIndex={-1} {...(isPhone && swipe)}>
        <StageResult view={view} onAgain={actions.again} />
      </div>
      <ActionBar view={view} actions={actions} isPhone={isPhone} />
      {isPhone && <RecentRow />}
    </>
  );
}

function useSwipe(go: (step: 1 | -1) => void) {
  const start = useRef<number>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      start.current = touches.length === 1 ? touches[0]?.clientX : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const end = changedTouches[0]?.clientX;
      if (start.current === undefined || end === undefined) return;
      const moved = end - start.current;
      if (Math.abs(moved) > SWIPE) go(moved < 0 ? 1 : -1);
    },
  };
}
