import { UNRESTRICTED } from '../../../platform/access/caller';
import type { DescribedWorkflow } from '../../workflows/public/workflow-records';
import type { GuideFacts } from '../guide-facts';
import { filmChapter } from './film-chapter';

const workflow = (id: string, modes: readonly string[]) =>
  ({
    id,
    modes,
    kind: modes.some((mode) => mode.endsWith('v')) ? 'video' : 'image',
    source: 'builtin',
    params: modes.includes('i2v') ? { image: { type: 'image', required: true } } : {},
    runnable_on: ['gpu'],
    requirements: { vram_gb: null, missing: [] },
    next: [{ step: 'submit', body: { guidance: 4 } }],
  }) as unknown as DescribedWorkflow;
const textToImage = workflow('textToImage', ['t2i']);
const textToVideo = workflow('textToVideo', ['t2v']);
const imageToVideo = workflow('imageToVideo', ['i2v']);

const chapter = (workflows: readonly DescribedWorkflow[], more: Partial<GuideFacts> = {}) =>
  filmChapter({
    caller: UNRESTRICTED,
    workflows,
    nodes: [{ id: 'gpu', status: 'online' }],
    speaks: true,
    ...more,
  } as unknown as GuideFacts);
const generated = (text: string) =>
  [...text.matchAll(/"kind": "(\w+)"(?:, "workflow": "(\w+)")?/g)].map(([, kind, id]) =>
    id === undefined ? kind : `${kind} by ${id}`,
  );

describe('the chapter about films', () => {
  it.each<[string, readonly DescribedWorkflow[], readonly string[]]>([
    [
      'pictures and clips of them',
      [textToImage, textToVideo, imageToVideo],
      ['speech', 'image by textToImage', 'video by imageToVideo'],
    ],
    ['clips from text', [textToVideo, imageToVideo], ['speech', 'video by textToVideo']],
    ['pictures without clips', [textToImage], ['speech', 'image by textToImage']],
    ['uploaded pictures', [imageToVideo], ['speech', 'video by imageToVideo']],
  ])('makes a film from %s', (_, workflows, expected) => {
    const text = chapter(workflows);
    expect(generated(text)).toEqual(expected);
    expect(text.includes('"image": "{upload}"')).toBe(!/textTo/.exec(expected.join()));
  });

  it('has no calls when nothing can be made', () => {
    expect(chapter([])).not.toContain('```');
  });

  it('has speech only where a speech provider is configured', () => {
    const text = chapter([textToImage], { speaks: false });
    expect(text).not.toMatch(/"speech"|narrator_voice|\n\nGET \/api\/voices/);
    expect(text).toContain('"subtitle": "{line}"');
  });

  it('has no cast for a key with a list of characters', () => {
    const caller = { ...UNRESTRICTED, allowedCharacters: ['ann'] };
    expect(chapter([textToImage])).toContain('"characters": ["{character}"]');
    expect(chapter([textToImage], { caller })).not.toContain('"{character}"');
  });
});
