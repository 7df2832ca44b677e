import { Menu, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
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

/** Everything else that can be done with the result in view. */
export function MoreMenu({ view, actions, overflowed, isLabelled = false }: MoreMenuProps) {
  const hasJob = view.job !== undefined;
  const hasMedia = view.state === 'done' && view.media !== undefined;
  return (
    <Menu position="top-end" shadow="md">
      <Menu.Target>
        <UnstyledButton className={styles.button} aria-label={actionWords.more}>
          <IconDots size={18} stroke={1.5} aria-hidden="true" />
          {isLabelled && actionWords.more}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {overflowed.map(({ id, label, icon: Icon, shortcut, isDisabled, run }) => (
          <Menu.Item
            key={id}
            disabled={isDisabled}
            leftSection={<Icon size={18} stroke={1.5} aria-hidden="true" />}
            rightSection={shortcut !== undefined && <kbd>{shortcut}</kbd>}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
        {overflowed.length > 0 && <Menu.Divider />}
        <Menu.Item disabled={!hasMedia} rightSection={<kbd>D</kbd>} onClick={actions.download}>
          {actionWords.download}
        </Menu.Item>
        <Menu.Item disabled={!hasMedia} onClick={actions.useAsInput}>
          {actionWords.useAsInput}
        </Menu.Item>
        <Menu.Item disabled={!hasJob} onClick={actions.useAllSettings}>
          {actionWords.useAll}
        </Menu.Item>
        <Menu.Item disabled={!hasJob} onClick={actions.remix}>
          {actionWords.remix}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item disabled={view.media?.seed == null} onClick={actions.copySeed}>
          {actionWords.copySeed}
        </Menu.Item>
        <Menu.Item disabled={!hasJob} onClick={actions.copyCurl}>
          {actionWords.copyCurl}
        </Menu.Item>
        <Menu.Item disabled={!hasMedia} onClick={actions.openInLightbox}>
          {actionWords.openInLightbox}
        </Menu.Item>
        <Menu.Item disabled={!hasMedia} onClick={actions.openInGallery}>
          {actionWords.openInGallery}
        </Menu.Item>
        <Menu.Item disabled={!hasJob} onClick={actions.openJob}>
          {actionWords.openJob}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="bad"
          disabled={!hasMedia}
          rightSection={<kbd>Del</kbd>}
          onClick={actions.remove}
        >
          {actionWords.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
