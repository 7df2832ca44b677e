import { Button } from '@mantine/core';
import { IconAdjustments, IconRepeat, IconX } from '@tabler/icons-react';
import type { JobSummary } from '../../../api/types';
import { ButtonLink } from '../../../routing/links';
import { JobMenu } from '../JobMenu';
import { useJobActions } from '../use-job-actions';
import { jobsWords as words } from '../words';
import styles from './JobActionBar.module.css';

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** The actions that are wanted most; the others in the menu. */
export function JobActionBar({ job }: { readonly job: JobSummary }) {
  const actions = useJobActions();
  const id = job.prompt_id;
  const isUnfinished = job.status === 'queued' || job.status === 'running';
  return (
    <div className={styles.bar}>
      {isUnfinished ? (
        <Button
          px="sm"
          leftSection={<IconX {...ICON} />}
          loading={actions.isBusy}
          onClick={() => void actions.cancel(id)}
        >
          {words.actions.cancel}
        </Button>
      ) : (
        <Button
          px="sm"
          leftSection={<IconRepeat {...ICON} />}
          loading={actions.isBusy}
          onClick={() => void actions.again(id)}
        >
          {words.actions.again}
        </Button>
      )}
      <ButtonLink
        px="sm"
        to="/generate"
        search={{ job: id }}
        leftSection={<IconAdjustments {...ICON} />}
      >
        {words.actions.withChanges}
      </ButtonLink>
      <JobMenu job={job} />
    </div>
  );
}
