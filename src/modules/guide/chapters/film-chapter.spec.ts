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
const still = workflow('still', ['t2i']);
const words = workflow('words', ['t2v']);
const moves = workflow('moves', ['i2v']);

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
      'stills and their motion',
      [still, words, moves],
      ['speech', 'image by still', 'video by moves'],
    ],
    ['clips from text', [words, moves], ['speech', 'video by words']],
    ['stills alone', [still], ['speech', 'image by still']],
    ['uploaded pictures', [moves], ['speech', 'video by moves']],
  ])('makes it of %s', (_, workflows, expected) => {
    const text = chapter(workflows);
    expect(generated(text)).toEqual(expected);
    expect(text.includes('"image": "{upload}"')).toBe(!/still|words/.exec(expected.join()));
  });

  it('has no calls when nothing can be made', () => {
    expect(chapter([])).not.toContain('```');
  });

  it('speaks only where a provider is configured', () => {
    const text = chapter([still], { speaks: false });
    expect(text).not.toMatch(/"speech"|narrator_voice|\n\nGET \/api\/voices/);
    expect(text).toContain('"subtitle": "{line}"');
  });

  it('has no cast for a key with a list of characters', () => {
    const caller = { ...UNRESTRICTED, allowedCharacters: ['ann'] };
    expect(chapter([still])).toContain('"characters": ["{character}"]');
    expect(chapter([still], { caller })).not.toContain('"{character}"');
  });
});
