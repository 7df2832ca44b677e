import { jobRow } from '../../../../test/support/job-table';
import { recordedBody } from '../../../../test/support/recordings';
import type { NodeErrors } from '../../providers/public/node-access';
import { toRecord } from './job-record';

const SITUATION = {
  progress: null,
  nodeUnreachable: false,
  unreachableSince: null,
  movesAt: null,
  diskFull: false,
  inputs: [],
  ownerName: 'painter',
  nodeAddresses: () => ['https://gpu.example.com'],
  queuePosition: null,
  etaSeconds: null,
};

describe('node errors in a job record', () => {
  const { node_errors } = recordedBody('prompt_err_bad_link_slot') as { node_errors: NodeErrors };
  const message = 'no /srv/comfyui/input/a.png at gpu.example.com';
  const job = jobRow(1, { status: 'failed', error: { code: 'node_error', message }, node_errors });
  const read = (isAdmin: boolean) => toRecord({ isAdmin }, job, [], SITUATION);

  it('are redacted for the owner', () => {
    const { error, node_errors: redacted } = read(false);
    expect(error).toEqual({ code: 'node_error', message: 'no a.png at (address)' });
    expect(redacted).toMatchObject({ 2: { class_type: 'SaveImage' } });
    expect(JSON.stringify(redacted)).not.toMatch(/traceback|\/srv/);
  });

  it('contain only the documented fields', () => {
    const documented = {
      code: 'node_error',
      message: 'bad',
      node_id: '3',
      node_class: 'KSampler',
    } as const;
    const stored = { ...documented, traceback: ['/srv'] };
    const failed = jobRow(1, { status: 'failed', error: stored });
    for (const isAdmin of [false, true])
      expect(toRecord({ isAdmin }, failed, [], SITUATION).error).toEqual(documented);
  });

  it('are unchanged for admins', () => {
    expect(read(true)).toMatchObject({ error: { message }, node_errors });
  });
});
