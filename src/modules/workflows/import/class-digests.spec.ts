import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { NodeClassInfo, ObjectInfo } from '../../providers/public/comfy-types';
import { distinctCatalogues, digestOfClasses } from './class-digests';

function withInput(name: string, input: string, spec: readonly [unknown, object?]): ObjectInfo {
  const info = recordedObjectInfo();
  const described = info[name]!;
  const required = { ...described.input.required, [input]: spec };
  return {
    ...info,
    [name]: { ...described, input: { ...described.input, required } } as NodeClassInfo,
  };
}

describe('catalogues', () => {
  const first = withInput('LoadImage', 'image', [['a.png'], { image_upload: true }]);
  const otherUpload = withInput('LoadImage', 'image', [['b.png'], { image_upload: true }]);
  const otherModel = withInput('LoraLoader', 'lora_name', [['b.safetensors'], {}]);
  const otherBounds = withInput('KSampler', 'steps', ['INT', { min: 5, max: 10 }]);

  it('count as different if more than their lists of files differs', () => {
    const all = [first, otherUpload, otherModel, otherBounds, first];
    expect(distinctCatalogues(all)).toEqual([first, otherBounds]);
    expect(distinctCatalogues([otherUpload, first])[0]).toBe(otherUpload);
  });

  it('have equal digests of the classes that they describe alike', () => {
    const digest = (info: ObjectInfo, ...classes: string[]): string =>
      digestOfClasses(classes, [info]);
    expect(digest(first, 'LoadImage', 'LoraLoader')).toBe(
      digest(otherModel, 'LoadImage', 'LoraLoader'),
    );
    expect(digest(first, 'KSampler')).not.toBe(digest(otherBounds, 'KSampler'));
    expect(digest(first, 'Unknown')).not.toBe(digest(first, 'KSampler'));
  });
});
