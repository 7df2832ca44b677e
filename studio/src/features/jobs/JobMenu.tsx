import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowBarToUp,
  IconCopy,
  IconDice5,
  IconDots,
  IconPhoto,
  IconRepeat,
  IconStack2,
  IconX,
} from '@tabler/icons-react';
import type { JobSummary } from '../../api/types';
import { MenuItemLink } from '../../routing/links';
import { IconAction } from '../../ui/IconAction';
import { copyAndTell } from '../../ui/copy';
import { pictureOf } from './model';
import styles from './JobMenu.module.css';
import { useJobActions } from './use-job-actions';
import { jobsWords as words } from './words';

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

interface JobMenuProps {
  readonly job: JobSummary;
  readonly tabIndex?: number;
  /** Whether "Cancel" stands beside the menu while the job is unfinished. */
  readonly hasCancel?: boolean;
}

/** Everything that can be done with one job. */
export function JobMenu({ job, tabIndex, hasCancel = false }: JobMenuProps) {
  const actions = useJobActions();
  const id = job.prompt_id;
  const isUnfinished = job.status === 'queued' || job.status === 'running';
  const path = pictureOf(job)?.path;
  return (
    <span className={styles.menu}>
      {isUnfinished && hasCancel && (
        <IconAction
          icon={IconX}
          label={words.actions.cancel}
          tabIndex={tabIndex}
          onClick={() => void actions.cancel(id)}
        />
      )}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon aria-label={words.actions.more} tabIndex={tabIndex} loading={actions.isBusy}>
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isUnfinished && (
            <Menu.Item leftSection={<IconX {...ICON} />} onClick={() => void actions.cancel(id)}>
              {words.actions.cancel}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconRepeat {...ICON} />} onClick={() => void actions.again(id)}>
            {words.actions.again}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDice5 {...ICON} />}
            onClick={() => void actions.again(id, { seed: null })}
          >
            {words.actions.againNewSeed}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowBarToUp {...ICON} />}
            onClick={() => void actions.again(id, { priority: 'high' })}
          >
            {words.actions.againFirst}
          </Menu.Item>
          <MenuItemLink
            to="/generate"
            search={{ job: id }}
            leftSection={<IconAdjustments {...ICON} />}
          >
            {words.actions.withChanges}
          </MenuItemLink>
          <Menu.Divider />
          {job.batch !== null && (
            <MenuItemLink
              to="/jobs"
              search={{ batch: job.batch }}
              leftSection={<IconStack2 {...ICON} />}
            >
              {words.actions.showBatch}
            </MenuItemLink>
          )}
          {path !== undefined && (
            <MenuItemLink
              to="/gallery"
              search={{ around: path, item: path }}
              leftSection={<IconPhoto {...ICON} />}
            >
              {words.actions.inGallery}
            </MenuItemLink>
          )}
          <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void copyAndTell(id)}>
            {words.actions.copyId}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
