import { Menu, UnstyledButton } from '@mantine/core';
import { IconDots, type IconProps } from '@tabler/icons-react';
import { type ComponentType, Fragment } from 'react';
import styles from './ActionBar.module.css';
import type { StageAction } from './actions';
import type { StageActions } from './use-stage-actions';
import type { StageView } from './use-stage-view';
import { actionWords } from './words';

interface MoreMenuProps {
  readonly view: StageView;
  readonly actions: StageActions;
  /** Actions of the bar that have no room there. */
  readonly overflowed: readonly StageAction[];
  readonly isLabelled?: boolean;
}

interface Item {
  readonly label: string;
  readonly icon?: ComponentType<IconProps>;
  readonly shortcut?: string;
  readonly isDisabled: boolean;
  readonly isDangerous?: boolean;
  readonly run: () => unknown;
}

/** Everything else that can be done with the result in view. */
export function MoreMenu({ view, actions, overflowed, isLabelled = false }: MoreMenuProps) {
  const groups = [overflowed, ...itemsOf(view, actions)]
    // A menu whose first item is disabled can't take the focus, and doesn't hear a key.
    .map((items) => items.filter(({ isDisabled }) => !isDisabled))
    .filter((items) => items.length > 0);
  return (
    <Menu position="top-end" shadow="md">
      <Menu.Target>
        <UnstyledButton
          className={styles.button}
          aria-label={actionWords.more}
          disabled={groups.length === 0}
        >
          <IconDots size={18} stroke={1.5} aria-hidden="true" />
          {isLabelled && actionWords.more}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map((items, index) => (
          <Fragment key={items[0]?.label}>
            {index > 0 && <Menu.Divider />}
            {items.map((item) => (
              <MoreItem key={item.label} {...item} />
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function MoreItem({ label, icon: Icon, shortcut, isDangerous, run }: Item) {
  return (
    <Menu.Item
      {...(isDangerous && { color: 'bad' })}
      leftSection={Icon && <Icon size={18} stroke={1.5} aria-hidden="true" />}
      rightSection={shortcut !== undefined && <kbd>{shortcut}</kbd>}
      onClick={() => void run()}
    >
      {label}
    </Menu.Item>
  );
}

function itemsOf(view: StageView, actions: StageActions): readonly (readonly Item[])[] {
  const words = actionWords;
  const ofJob = { isDisabled: view.job === undefined };
  const ofMedia = { isDisabled: view.state !== 'done' || view.media === undefined };
  return [
    [
      { ...ofMedia, label: words.download, shortcut: 'D', run: actions.download },
      { ...ofMedia, label: words.useAsInput, run: actions.useAsInput },
      { ...ofJob, label: words.useAll, run: actions.useAllSettings },
      { ...ofJob, label: words.remix, run: actions.remix },
    ],
    [
      { isDisabled: view.media?.seed == null, label: words.copySeed, run: actions.copySeed },
      { ...ofJob, label: words.copyCurl, run: actions.copyCurl },
      { ...ofMedia, label: words.shareLink, run: actions.sharing.open },
      { ...ofMedia, label: words.openInLightbox, run: actions.openInLightbox },
      { ...ofMedia, label: words.openInGallery, run: actions.openInGallery },
      { ...ofJob, label: words.openJob, run: actions.openJob },
    ],
    [
      {
        ...ofMedia,
        label: words.delete,
        shortcut: 'Del',
        isDangerous: true,
        run: actions.remove,
      },
    ],
  ];
}
