import { sampledGraph } from '../../support/recorded-graphs';
import type { RecordedNode } from '../../support/recorded-node';
import type { RecordedSession } from '../../support/recorded-session';

/** Ids of the prompts that ran when the node was killed, by signal. */
const RUNNING = {
  SIGKILL: 'a3192c5f-8ede-4ca1-bee1-e4a7d7b7d6db',
  SIGTERM: '2d9fe400-f285-4f82-b8be-853590d75a36',
  SIGINT: 'b4db3e4a-0441-440e-b5b5-dc708811a112',
} as const;

/** After a restart only the files of a node are left. */
export function restarts(node: () => RecordedNode): void {
  const session = (): RecordedSession => node().session;

  it.each(Object.entries(RUNNING))('loses queue and history after %s', async (signal, recorded) => {
    const after = (name: string): string => `after_restart_${signal}_${name}`;
    const owner = await session().listen('client-Z');
    const graph = sampledGraph({ seed: 30, steps: 3000 });
    await session().post(graph, { client_id: 'client-Z', prompt_id: recorded });
    if (signal !== 'SIGKILL') await session().post(graph, { client_id: 'client-Z' });
    await owner.until('progress', ({ value }) => Number(value) > 1);

    const down = node().node.restart(50);
    await session().expectRefused('request_while_down');
    await down;
    expect(owner.closed).toBe(1006);
    if (signal !== 'SIGKILL') await session().expectFrames(owner, `ws_restart_${signal}`, 'timing');
    if (signal === 'SIGINT') {
      await session().replay(after('queue'));
      await session().replay(after('history'));
    }
    await session().replay(after('history_running_id'));
    await session().replay(after('job_running_id'));
    await session().replay(after('first_prompt'));
    await session().replay(after('repost_same_prompt_id'));
    await session().idle();
  });
}
