import { setImmediate } from 'node:timers/promises';
import { ManualClock } from '../../../../test/support/manual-clock';
import { providerState } from '../../../../test/support/provider-state';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { NodeAccess } from '../../providers/public/node-access';
import type { ProviderDirectory } from '../../providers/public/provider-directory';
import { WorkflowNodesService } from './workflow-nodes.service';

/** All that is ready has run. */
const settled = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await setImmediate();
};

describe('WorkflowNodesService', () => {
  it('waits once for a node that does not answer, and again after it has', async () => {
    const [old, current]: ObjectInfo[] = [{}, {}];
    let answer = (_: ObjectInfo): void => undefined;
    const access = {
      cachedClasses: () => old,
      classes: () => new Promise<ObjectInfo>((resolve) => (answer = resolve)),
    } as unknown as NodeAccess;
    const directory = { list: () => [providerState('gpu')] } as unknown as ProviderDirectory;
    const clock = new ManualClock();
    const nodes = new WorkflowNodesService(directory, access, clock);
    const look = async (): Promise<ObjectInfo | null | undefined> => (await nodes.fresh())[0]?.info;

    const first = look();
    const slowAnswer = answer;
    await settled();
    await clock.advance(2_000);
    expect(await first).toBe(old);
    expect(await look()).toBe(old);
    slowAnswer(current!);
    await settled();
    const last = look();
    await settled();
    expect(clock.sleeping()).toEqual([2_000]);
    answer(current!);
    expect(await last).toBe(current);
  });

  it('waits once for a node that sends no catalogue, and takes the next one that it sends', async () => {
    let succeed = (_: ObjectInfo): void => undefined;
    let fail = (_: Error): void => undefined;
    const access = {
      cachedClasses: () => null,
      classes: () =>
        new Promise<ObjectInfo>((resolve, reject) => ([succeed, fail] = [resolve, reject])),
    } as unknown as NodeAccess;
    const directory = { list: () => [providerState('gpu')] } as unknown as ProviderDirectory;
    const nodes = new WorkflowNodesService(directory, access, new ManualClock());
    const look = async () => (await nodes.fresh())[0]?.info;

    const first = look();
    await settled();
    fail(new Error('no catalogue'));
    expect(await first).toBeNull();
    expect(await look()).toBeNull();
    const info = {};
    succeed(info);
    await settled();
    const last = look();
    await settled();
    succeed(info);
    expect(await last).toBe(info);
  });
});
