import { chooserIn, newPlanningSetup, type PlanningSetup } from '../../../../test/support/planning';
import { UNRESTRICTED } from '../../../platform/access/caller';
import { AppError } from '../../../platform/errors/app-error';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { NodeRequirements } from './node-chooser.service';

const graph = { a: { class_type: 'DisableNoise', inputs: {} } };

describe('NodeChooserService', () => {
  let setup: PlanningSetup;
  let able: ObjectInfo;
  const bare: ObjectInfo = {};

  beforeEach(async () => {
    setup = await newPlanningSetup();
    able = setup.stocked;
  });

  const choose = (provider: string, rest: Partial<NodeRequirements> = {}) =>
    chooserIn(setup).choose(UNRESTRICTED, {
      kind: 'image',
      workflow: 'w',
      runClass: null,
      provider,
      sketch: graph,
      fits: () => true,
      ...rest,
    });
  const refusal = async (provider: string) => {
    const error: unknown = await choose(provider).catch((thrown: unknown) => thrown);
    return error instanceof AppError ? error.spec.code : 'none';
  };

  it('chooses the named node, and reports whether the choice was automatic', async () => {
    setup.nodes = { a: { known: able }, b: { known: able } };
    expect(await choose('b')).toMatchObject({ state: { id: 'b' }, auto: false, info: able });
    expect(await choose('auto')).toMatchObject({ state: { id: 'a' }, auto: true });
  });

  it.each([
    ['nobody knows it', 'nowhere', 'provider_not_found'],
    ['its role is another', 'videos', 'workflow_not_runnable'],
    ['it lacks a class', 'bare', 'workflow_not_runnable'],
  ])('refuses a named node when %s', async (_, id, code) => {
    setup.nodes = { videos: { known: able, roles: ['video'] }, bare: { known: bare } };
    expect(await refusal(id)).toBe(code);
  });

  it('suggests ids similar to an unknown one', async () => {
    setup.nodes = { simulator: { known: able }, gpu: { known: able } };
    await expect(choose('simulater')).rejects.toMatchObject({ extras: { nearest: ['simulator'] } });
    await expect(choose('Auto')).rejects.toMatchObject({ extras: { nearest: ['auto'] } });
  });

  it('accepts a node that was never reached, and an offline one that is able', async () => {
    setup.nodes = {
      fresh: { known: null, status: 'offline' },
      away: { known: able, status: 'offline' },
    };
    expect((await choose('fresh')).info).toBeNull();
    expect((await choose('away')).info).toBe(able);
  });

  it('asks a node again before it refuses, but not when it accepts', async () => {
    setup.nodes = { a: { known: bare, fetched: able } };
    expect((await choose('a')).info).toBe(able);
    expect((await choose('auto')).info).toBe(able);
    expect(setup.fetchedFrom).toEqual(['a', 'a']);
    setup.nodes = { a: { known: able } };
    await choose('a');
    expect(setup.fetchedFrom).toHaveLength(2);
  });

  it('asks a node again when a value isn’t in the cached lists', async () => {
    setup.nodes = { a: { known: { ...able }, fetched: able } };
    expect((await choose('a', { fits: (info) => info === able })).info).toBe(able);
  });

  it('uses the cached lists when the node doesn’t answer', async () => {
    setup.nodes = { a: { known: bare, status: 'offline' } };
    expect(await refusal('a')).toBe('workflow_not_runnable');
    expect(setup.fetchedFrom).toEqual([]);
  });

  it('counts the jobs in front as the maximum of our jobs and the node’s queue', async () => {
    const measured = { known: able, runSeconds: 1 };
    setup.nodes = {
      a: { ...measured, waiting: 3 },
      b: { ...measured, queue: { running: 1, pending: 1 }, waiting: 1 },
    };
    expect((await choose('auto')).state.id).toBe('b');
  });

  it('auto skips nodes of another role and nodes that lack something', async () => {
    setup.nodes = {
      a: { known: able, roles: ['video'] },
      b: { known: bare },
      c: { known: able, waiting: 9 },
    };
    expect((await choose('auto')).state.id).toBe('c');
  });

  it('names what the best node lacks when none is able', async () => {
    const lora = { ...graph, b: { class_type: 'NoSuchNode', inputs: {} } };
    setup.nodes = { bare: { known: bare }, close: { known: able } };
    await expect(choose('auto', { sketch: lora })).rejects.toMatchObject({
      extras: { provider: 'close', missing_classes: ['NoSuchNode'] },
    });
    setup.nodes = {};
    await expect(choose('auto')).rejects.toMatchObject({ extras: { provider: null } });
  });
});
