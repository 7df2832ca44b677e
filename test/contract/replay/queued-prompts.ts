import { plainGraph, sampledGraph } from '../../support/recorded-graphs';
import type { RecordedNode } from '../../support/recorded-node';
import type { RecordedSession } from '../../support/recorded-session';

const INTERRUPTED = '8c6d443a-d19a-456d-a840-f31d5aad8617';

/** Sampled pictures, the queue, and cancelling, in the order of the recording. */
export function queuedPrompts(node: () => RecordedNode): void {
  const session = (): RecordedSession => node().session;

  it('samples a picture with previews and events, and then from the cache', async () => {
    const [owner, other, nameless] = [
      await session().listen('client-A'),
      await session().listen('client-B'),
      await session().listen(null),
    ];
    await session().replay('prompt_sd_small');
    await session().expectFrames(owner, 'ws_sd_success_clientA');
    await session().expectFrames(other, 'ws_sd_success_otherclientB');
    await session().expectFrames(nameless, 'ws_sd_success_noClientId');
    await session().history('history_sd_success');
    for (const listener of [owner, other, nameless]) await session().disconnect(listener);

    const again = await session().listen('client-A');
    const graph = sampledGraph({ seed: 1, steps: 3, prefix: 'sd_small' });
    await session().post(graph, { client_id: 'client-A' }, '0d22f036-4868-4b23-9414-f480c1585594');
    await session().expectFrames(again, 'ws_sd_cached');
    await session().history('history_sd_cached');
    await session().disconnect(again);
    await session().replay('prompt_sd_seed2');
    await session().idle();
  });

  it('fails for a file that is not a picture', async () => {
    await node().place('input/bad.png', 'not a picture');
    const [owner, other] = [await session().listen('client-A'), await session().listen('client-B')];
    await session().replay('prompt_execution_error');
    await session().expectFrames(owner, 'ws_error');
    await session().expectFrames(other, 'ws_error_otherclientB');
    await session().history('history_error');
    await session().replay('job_get_failed');
    await session().disconnect(owner);
    await session().disconnect(other);
  });

  it('orders the queue, deletes from it and interrupts', async () => {
    const [owner, other] = [await session().listen('client-A'), await session().listen('client-B')];
    const long = sampledGraph({ seed: 3, steps: 2000 });
    await session().post(long, { client_id: 'client-A' }, INTERRUPTED);
    await owner.until('executing');
    for (const name of ['prompt_pending', 'prompt_front', 'prompt_number']) {
      await session().replay(name);
    }
    await session().replay('prompt_get_busy');
    await session().replay('queue_running_and_pending');
    await session().replay('job_get_pending');
    await session().replay('interrupt_other_id');
    await owner.until('progress');
    await session().replay('queue_delete_pending');
    await session().replay('queue_delete_running');
    await session().replay('queue_after_delete');
    await session().replay('history_of_deleted_pending');
    await session().replay('interrupt_running');
    await session().history('history_interrupted');
    await session().replay('job_get_cancelled');
    await session().idle();
    await session().expectFrames(owner, 'ws_interrupted', 'timing');
    await session().expectFrames(other, 'ws_interrupted_otherclientB', 'timing');
    await session().disconnect(owner);
    await session().disconnect(other);
  });

  it('cancels jobs by id', async () => {
    const running = await session().post(
      sampledGraph({ seed: 4, steps: 2000 }),
      {},
      'ad9dbd2b-3b80-4dfe-a7d9-c6f90b5d5789',
    );
    await session().post(plainGraph(1, 'c'), {}, '55cbbb5a-564f-4f8f-beb3-42793ec13976');
    await session().replay('jobs_cancel_pending');
    await session().replay('job_get_cancelled_pending');
    await session().replay('jobs_cancel_running');
    await session().finished(running);
    await session().replay('jobs_cancel_finished');
    await session().replay('jobs_cancel_unknown');
    await session().replay('jobs_cancel_batch_bad');
  });

  it('clears the queue and interrupts the running prompt', async () => {
    await session().post(sampledGraph({ seed: 5, steps: 2000 }));
    await session().post(plainGraph(2, 'c'));
    await session().replay('queue_clear_while_running');
    await session().replay('interrupt_global');
    await session().idle();
  });

  it('accepts client ids, also repeated ones', async () => {
    await session().replay('prompt_client_prompt_id');
    await session().replay('prompt_client_prompt_id_duplicate');
    await session().replay('prompt_client_prompt_id_not_uuid');
    await session().replay('prompt_client_prompt_id_null');
    await session().idle();
    await session().post(
      sampledGraph({ seed: 10, steps: 2000 }),
      {},
      'db7a5fc8-066b-40a4-b5a8-4ad3b830c27d',
    );
    await session().replay('prompt_duplicate_pending_1');
    await session().replay('prompt_duplicate_pending_2_same_number');
    await session().replay('prompt_duplicate_pending_3');
    await session().replay('queue_with_duplicates');
    await session().send({ method: 'POST', path: '/interrupt' });
    await session().idle();
  });

  it('runs only the requested outputs', async () => {
    await session().replay('prompt_partial_targets');
    await session().replay('prompt_partial_targets_empty');
    await session().idle();
  });

  it('sends pictures over the socket', async () => {
    const owner = await session().listen('client-A');
    await session().replay('prompt_save_image_websocket');
    await session().expectFrames(owner, 'ws_save_image_websocket');
    await session().history('history_save_image_websocket');
    await session().disconnect(owner);
  });
}
