import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconPhotoPlus, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteRun,
  refreshRun,
  type Run,
  sampleNow,
  saveNow,
  stopRun,
} from '../../../api/training-runs';
import { ButtonLink } from '../../../routing/links';
import { ConfirmModal } from '../../../ui/ConfirmModal';
import { DeleteAction } from '../../../ui/DeleteAction';
import { notifyDone, notifyError } from '../../../ui/notify';
import { useSubmitting } from '../../../ui/use-submitting';
import { isUnfinished } from '../model';
import { ContinueRun } from './ContinueRun';
import styles from './Run.module.css';
import { runWords as words } from './words';

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** What can be done with the run now. */
export function RunBar({ run }: { readonly run: Run }) {
  return (
    <div className={styles.bar}>
      {isUnfinished(run) ? <UnfinishedActions run={run} /> : <EndedActions run={run} />}
    </div>
  );
}

function UnfinishedActions({ run }: { readonly run: Run }) {
  const queries = useQueryClient();
  const name = run.job_name;
  const ask = async (request: Promise<unknown>, done: string) => {
    try {
      await request;
      notifyDone(done);
    } catch (error) {
      notifyError(error);
    }
    await refreshRun(queries, name);
  };
  const saving = useSubmitting(() => ask(saveNow(name), words.saveAsked));
  const sampling = useSubmitting(() => ask(sampleNow(name), words.sampleAsked));
  return (
    <>
      {run.status === 'running' && (
        <>
          <Button
            leftSection={<IconDeviceFloppy {...ICON} />}
            loading={saving.isBusy}
            onClick={() => void saving.run()}
          >
            {words.save}
          </Button>
          <Button
            leftSection={<IconPhotoPlus {...ICON} />}
            loading={sampling.isBusy}
            onClick={() => void sampling.run()}
          >
            {words.sample}
          </Button>
        </>
      )}
      {run.status === 'stopping' ? <DeleteRun run={run} /> : <StopRun run={run} />}
    </>
  );
}

function StopRun({ run: { job_name: name } }: { readonly run: Run }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const stop = async () => {
    await stopRun(name);
    setIsAsking(false);
    await refreshRun(queries, name);
  };
  return (
    <>
      <Button leftSection={<IconPlayerStop {...ICON} />} onClick={() => setIsAsking(true)}>
        {words.stop}
      </Button>
      <ConfirmModal
        isOpen={isAsking}
        title={words.stopTitle(name)}
        text={words.stopText}
        action={words.stop}
        keep={words.goOn}
        onClose={() => setIsAsking(false)}
        onConfirm={stop}
      />
    </>
  );
}

function DeleteRun({ run: { job_name: name, status } }: { readonly run: Run }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isStopping = status === 'stopping';
  const remove = async () => {
    await deleteRun(name, isStopping);
    notifyDone(words.deleted(name));
    await navigate({ to: '/training' });
    queries.removeQueries({ queryKey: ['run', name] });
    for (const key of ['runs', 'datasets', 'dataset'])
      void queries.invalidateQueries({ queryKey: [key] });
  };
  return (
    <>
      <span className={styles.end} />
      <DeleteAction
        words={isStopping ? { ...words, deleteText: words.deleteStoppingText } : words}
        title={words.deleteTitle(name)}
        remove={remove}
      />
    </>
  );
}

function EndedActions({ run }: { readonly run: Run }) {
  const name = run.job_name;
  return (
    <>
      <ContinueRun run={run} />
      <ButtonLink
        to="/training/new"
        search={{ from: name }}
        leftSection={<IconRefresh {...ICON} />}
      >
        {run.status === 'completed' ? words.repeat : words.again}
      </ButtonLink>
      <DeleteRun run={run} />
    </>
  );
}
