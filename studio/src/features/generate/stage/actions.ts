import {
  IconArrowsMaximize,
  IconBrush,
  IconColumns2,
  IconMovie,
  IconPlayerStop,
  type IconProps,
  IconRepeat,
  IconStar,
  IconStarFilled,
  IconVersions,
} from '@tabler/icons-react';
import type { ComponentType, MouseEvent } from 'react';
import type { Keys } from '../../../ui/keys';
import type { FollowUp } from './model';
import type { StageActions } from './use-stage-actions';
import type { StageView } from './use-stage-view';
import { actionWords } from './words';

export interface StageAction {
  readonly id: string;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  /** A single key. */
  readonly shortcut?: string;
  /** The highest gives way first where there is no room. */
  readonly rank: number;
  readonly isDisabled: boolean;
  readonly isPressed?: boolean;
  /** A line stands before it. */
  readonly beginsGroup?: boolean;
  readonly run: (event?: MouseEvent) => void;
}

/** The actions of the bar in their order. */
export function barActions(view: StageView, actions: StageActions): readonly StageAction[] {
  const can = abilities(view);
  const make = (id: FollowUp, icon: StageAction['icon'], shortcut: string, rank: number) => ({
    id,
    label: actionWords[id],
    icon,
    shortcut,
    rank,
    isDisabled: !can.followUp,
    run: (event?: MouseEvent) => {
      actions.followUp.begin(id, event?.shiftKey ?? false);
    },
  });
  return [
    {
      id: 'again',
      label: actionWords.again,
      icon: IconRepeat,
      shortcut: 'A',
      rank: 0,
      isDisabled: !can.again,
      run: actions.again,
    },
    {
      id: 'vary',
      label: actionWords.vary,
      icon: IconVersions,
      shortcut: 'V',
      rank: 1,
      isDisabled: !can.again,
      run: actions.vary,
    },
    make('edit', IconBrush, 'E', 4),
    make('clip', IconMovie, 'M', 5),
    make('upscale', IconArrowsMaximize, 'U', 7),
    view.state === 'unfinished' ? cancelAction(actions) : keepAction(can, actions),
    {
      id: 'compare',
      label: actionWords.compare,
      icon: IconColumns2,
      shortcut: 'C',
      rank: 6,
      isDisabled: !can.compare,
      run: actions.compare,
    },
  ];
}

/** In the place of Keep, while the job in view can be stopped. */
const cancelAction = (actions: StageActions): StageAction => ({
  id: 'cancel',
  label: actionWords.cancel,
  icon: IconPlayerStop,
  rank: 2,
  isDisabled: false,
  beginsGroup: true,
  run: actions.cancel,
});

const keepAction = (
  { keep, isKept }: ReturnType<typeof abilities>,
  actions: StageActions,
): StageAction => ({
  id: 'keep',
  label: actionWords.keep,
  shortcut: 'S',
  rank: 2,
  icon: isKept ? IconStarFilled : IconStar,
  isDisabled: !keep,
  isPressed: isKept,
  beginsGroup: true,
  run: actions.keep,
});

function abilities({ media, jobId, state }: StageView) {
  const result = state === 'done' ? media : undefined;
  return {
    again: jobId !== undefined,
    keep: result !== undefined,
    isKept: result?.favourite === true,
    compare: result?.type === 'image',
    followUp: result?.type === 'image' || result?.type === 'video',
  };
}

/** The keys of the actions; with Shift a follow-up lets its workflow be chosen. */
export function actionKeys(list: readonly StageAction[], actions: StageActions): Keys {
  const followUps: readonly [string, FollowUp][] = [
    ['Shift+E', 'edit'],
    ['Shift+M', 'clip'],
    ['Shift+U', 'upscale'],
  ];
  const enabled = list.filter(({ isDisabled }) => !isDisabled);
  const ids = new Set(enabled.map(({ id }) => id));
  return {
    ...Object.fromEntries(
      enabled.flatMap(({ shortcut, run }) =>
        shortcut === undefined ? [] : [[shortcut.toLowerCase(), withoutEvent(run)]],
      ),
    ),
    ...Object.fromEntries(
      followUps
        .filter(([, id]) => ids.has(id))
        .map(([key, id]) => [
          key,
          () => {
            actions.followUp.begin(id, true);
          },
        ]),
    ),
  };
}

const withoutEvent = (run: StageAction['run']) => () => {
  run();
};
