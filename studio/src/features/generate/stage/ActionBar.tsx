import { UnstyledButton } from '@mantine/core';
import { useKeys } from '../../../ui/keys';
import { ShareLink } from '../../links/public';
import { useCtrlKeys } from '../form/use-shortcuts';
import { actionKeys, barActions, type StageAction } from './actions';
import styles from './ActionBar.module.css';
import { FollowUpChooser } from './FollowUpChooser';
import { MoreMenu } from './MoreMenu';
import { useFitting } from './use-fitting';
import type { StageActions } from './use-stage-actions';
import type { StageView } from './use-stage-view';
import { actionWords } from './words';

interface ActionBarProps {
  readonly view: StageView;
  readonly actions: StageActions;
  readonly isPhone: boolean;
}

/** The actions shown on phones; the others are in the menu. */
const ON_PHONE = new Set(['again', 'vary', 'keep', 'cancel']);

/** What can be done with the result in view, by button and by key. What has no room is in the menu. */
export function ActionBar({ view, actions, isPhone }: ActionBarProps) {
  const list = barActions(view, actions);
  const { shared, close } = actions.sharing;
  useKeys({
    ...actionKeys(list, actions),
    d: actions.download,
    Delete: actions.remove,
  });
  // While typing, too, where the single keys rest.
  useCtrlKeys({ 'Shift+Enter': actions.again });
  const bar = isPhone ? (
    <PhoneBar list={list} view={view} actions={actions} />
  ) : (
    <WideBar list={list} view={view} actions={actions} />
  );
  return (
    <>
      {bar}
      <FollowUpChooser followUp={actions.followUp} />
      {shared && <ShareLink media={shared} onClose={close} />}
    </>
  );
}

interface BarProps {
  readonly list: readonly StageAction[];
  readonly view: StageView;
  readonly actions: StageActions;
}

function WideBar({ list, view, actions }: BarProps) {
  const { ref, fits } = useFitting(list.map(({ rank }) => rank));
  const overflowed = list.filter((_, index) => fits[index] === false);
  return (
    <div className={styles.bar} role="toolbar" aria-label={actionWords.bar}>
      <div className={styles.items} ref={ref}>
        {list.map((action, index) => (
          <span
            key={action.id}
            className={`${styles.item} ${fits[index] === false ? styles.overflowed : ''}`}
          >
            {action.beginsGroup && <span className={styles.separator} />}
            <ActionButton action={action} />
          </span>
        ))}
        <MoreMenu view={view} actions={actions} overflowed={overflowed} />
      </div>
    </div>
  );
}

function PhoneBar({ list, view, actions }: BarProps) {
  const isShown = ({ id }: StageAction) => ON_PHONE.has(id);
  return (
    <div className={styles.bar} role="toolbar" aria-label={actionWords.bar}>
      {list.filter(isShown).map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
      <MoreMenu
        view={view}
        actions={actions}
        overflowed={list.filter((action) => !isShown(action))}
        isLabelled
      />
    </div>
  );
}

function ActionButton({ action }: { readonly action: StageAction }) {
  const { icon: Icon, label, shortcut, isDisabled, isPressed, run } = action;
  return (
    <UnstyledButton
      className={`${styles.button} ${action.beginsGroup ? styles.steady : ''}`}
      disabled={isDisabled}
      aria-pressed={isPressed}
      aria-keyshortcuts={shortcut}
      onClick={run}
    >
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      {label}
      {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
    </UnstyledButton>
  );
}
