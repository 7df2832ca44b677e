import { Logger } from '@nestjs/common';
import { jobRow } from '../../../../test/support/job-table';
import type { Clock } from '../../../platform/clock/clock';
import type { ConfigService } from '../../../platform/config/config.service';
import type { DiskSpace } from '../../media/public/disk-space';
import type { NodeAccess } from '../../providers/public/node-access';
import type { NodeEvents } from '../../providers/public/node-events';
import type { ProviderDirectory } from '../../providers/public/provider-directory';
import type { LiveJobsService } from '../feed/live-jobs.service';
import type { WaitingJobsRepository } from '../queue/waiting-jobs.repository';
import type { JobsRepository } from '../records/jobs.repository';
import type { JobPhase } from '../tracking/job-state';
import type { JobStateService } from '../tracking/job-state.service';
import type { TrackingEvent } from '../tracking/tracking-event';
import { DispatcherService } from './dispatcher.service';
import type { InputStagingService } from './input-staging.service';
import { SubmissionService } from './submission.service';

const INPUT = { sha256: '', owner_id: null, size: 1, subfolder: '', filename: 'a.png' };
const PAYLOAD = { prompt_id: 'a', graph: {}, request: {}, inputs: [INPUT], result: null };
const JOB = jobRow(1, { prompt_id: 'a', phase: 'staging', status: 'queued' });

/** A job whose input files are to be uploaded; nothing can be written while `database.isAway`. */
function stagedJob() {
  const database = { isAway: false };
  let phase: JobPhase = 'staging';
  let arrive = (): void => undefined;
  const rows = () => (phase === 'staging' ? [{ ...JOB, phase }] : []);
  const jobs = { inPhases: () => Promise.resolve(rows()), load: () => Promise.resolve(rows()) };
  const state = {
    apply: (_: string, { kind }: TrackingEvent) => {
      if (database.isAway) return Promise.reject(new Error('the database is away'));
      phase = kind === 'not_staged' ? 'waiting' : 'handing_over';
      return Promise.resolve(null);
    },
  };
  const staging = {
    stage: () => new Promise((resolve) => (arrive = () => resolve({ kind: 'hand_over' }))),
  };
  const submission = new SubmissionService(
    jobs as unknown as JobsRepository,
    state as unknown as JobStateService,
    staging as unknown as InputStagingService,
    {} as NodeAccess,
    {} as NodeEvents,
    {} as LiveJobsService,
  );
  const dispatcher = new DispatcherService(
    jobs as unknown as JobsRepository,
    {} as WaitingJobsRepository,
    submission,
    {} as ProviderDirectory,
    {} as DiskSpace,
    {} as ConfigService,
    {} as Clock,
  );
  return { database, submission, dispatcher, phase: () => phase, arrive: () => arrive() };
}

describe('DispatcherService, of a job whose input files are uploaded', () => {
  it('leaves it alone while this process uploads them', async () => {
    const { submission, dispatcher, phase, arrive } = stagedJob();
    submission.submit(JOB, PAYLOAD);
    await dispatcher.wakeAll();
    expect(phase()).toBe('staging');
    arrive();
    await submission.stop();
    expect(phase()).toBe('handing_over');
  });

  it('puts it back into the queue if what came of it could not be written', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const { database, submission, dispatcher, phase, arrive } = stagedJob();
    submission.submit(JOB, PAYLOAD);
    database.isAway = true;
    arrive();
    await submission.stop();
    database.isAway = false;
    await dispatcher.wakeAll();
    expect(phase()).toBe('waiting');
    logged.mockRestore();
  });

  it('puts it back into the queue at start', async () => {
    const { dispatcher, phase } = stagedJob();
    await dispatcher.start();
    expect(phase()).toBe('waiting');
  });
});
