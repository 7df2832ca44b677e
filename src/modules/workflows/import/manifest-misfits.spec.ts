import { sampledPictureGraph } from '../../../../test/support/simulated-node';
import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { parseImportText } from './parse-import';
import { type Resolution, resolveImport } from './resolve-import';

const INFO = recordedObjectInfo();

/** What a file of the folder becomes that holds a graph and says this of it. */
function resolved(manifest: object, infos: readonly ObjectInfo[]): Resolution {
  const text = JSON.stringify({ prompt: sampledPictureGraph(), manifest });
  const read = parseImportText('mine', text, null);
  if (read.kind !== 'graph') throw new Error(JSON.stringify(read));
  return resolveImport(read.candidate, infos);
}

const places = (resolution: Resolution): unknown =>
  resolution.state === 'broken'
    ? resolution.faults.map(({ part, path }) => [part, ...path].join('.'))
    : resolution.state;

describe('manifestMisfits', () => {
  const dropped = { params: { steps: { type: 'image' } } };

  it('reports a param that no node accepts once a node is known', () => {
    expect(places(resolved(dropped, []))).toBe('ready');
    expect(places(resolved(dropped, [INFO]))).toEqual(['manifest.params.steps']);
  });

  it('accepts a param that one of the nodes accepts', () => {
    const large = {
      params: { width: { maximum: 100_000, default: 50_000, grid: { step: 8, offset: 0 } } },
    };
    const latent = INFO['EmptyLatentImage']!;
    const required = {
      ...latent.input.required,
      width: ['INT', { min: 16, max: 100_000 }] as const,
    };
    const roomy = { ...INFO, EmptyLatentImage: { ...latent, input: { required } } };
    expect(places(resolved(large, [INFO]))).toEqual(['manifest.params.width']);
    expect(places(resolved(large, [INFO, roomy]))).toBe('ready');
  });

  it('accepts a missing model file, which may be added later', () => {
    const absent = { params: { checkpoint: { default: 'absent.safetensors' } } };
    expect(places(resolved(absent, [INFO]))).toBe('ready');
  });
});
