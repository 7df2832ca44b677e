import { UNRESTRICTED } from '../../platform/access/caller';
import type { ProviderState } from '../providers/public/provider-directory';
import type { DescribedWorkflow } from '../workflows/public/workflow-records';
import { exampleSections } from './example-sections';
import type { GuideFacts } from './guide-facts';

type Params = Record<string, { type: string; required: boolean; binds?: unknown[] }>;

const workflow = (
  id: string,
  modes: readonly string[],
  more: { vram?: number; params?: Params; body?: object; source?: string; on?: string[] } = {},
): DescribedWorkflow => {
  const { vram = null, params = {}, body = {}, source = 'builtin', on = ['gpu'] } = more;
  const kind = modes.some((mode) => mode.endsWith('v')) ? 'video' : 'image';
  const words = { type: 'text', required: true, binds: [{ node: '1', input: 'text' }] };
  return {
    id,
    modes,
    kind,
    source,
    params: { prompt: words, ...params },
    runnable_on: on,
    requirements: { vram_gb: vram, missing: [] },
    next: [{ step: 'submit', body: { prompt: `words of ${id}`, ...body } }],
  } as unknown as DescribedWorkflow;
};
const FILE = { type: 'image', required: true };
const sections = (...workflows: DescribedWorkflow[]) =>
  exampleSections({
    caller: UNRESTRICTED,
    workflows,
    nodes: [{ id: 'gpu', status: 'online' } as ProviderState],
  } as unknown as GuideFacts);

describe('the examples of the guide', () => {
  it('use workflows of median size that run now', () => {
    const { picture } = sections(
      workflow('heavy', ['t2i'], { vram: 48 }),
      workflow('small', ['t2i'], { vram: 4 }),
      workflow('right', ['t2i'], { vram: 16 }),
      workflow('away', ['t2i'], { vram: 16, on: ['attic'] }),
    );
    expect(picture).toContain(
      '"workflow": "right", "provider": "auto", "prompt": "words of right"',
    );
  });

  it('use a workflow of an offline node only if no other can run, and send a seed if it takes one', () => {
    const seed = { type: 'integer', required: false };
    const away = workflow('away', ['t2i'], { on: ['attic'], params: { seed } });
    expect(sections(away, workflow('here', ['t2i'])).picture).not.toContain('"away"');
    const { plan, picture } = sections(away);
    for (const text of [plan, picture]) {
      expect(text).toContain('"away"');
      expect(text).toContain('"seed": 7}');
    }
  });

  it('prefer builtin workflows, and contain no text of imported ones', () => {
    const imported = workflow('mine', ['t2i'], { source: 'imported', body: { width: 640 } });
    expect(sections(imported, workflow('shipped', ['t2i'])).picture).toContain('"shipped"');
    const { picture } = sections(imported);
    expect(picture).toContain('"mine"');
    expect(picture).toContain('"width": 640');
    expect(picture).not.toContain('words of');
  });

  it('put a picture into the field that takes it', () => {
    const still = workflow('still', ['t2i']);
    const edit = (name: string) => workflow('edit', ['edit'], { params: { [name]: FILE } });
    expect(sections(still, edit('image')).edit).toContain('"image": "{picture}"');
    expect(sections(edit('image')).edit).toContain('"image": "{upload}"');
    expect(sections(edit('source')).edit).toContain('"workflow_params": {"source":"{upload}"}');
  });

  it('plan a picture, or else a clip, with its type', () => {
    const [still, words] = [workflow('still', ['t2i']), workflow('words', ['t2v'])];
    expect(sections(still, words).plan).toContain('{"type": "image", "workflow": "still"');
    expect(sections(words).plan).toContain('{"type": "video", "workflow": "words"');
    expect(sections().plan).not.toContain('```');
  });

  it('make a picture larger, and say whether the prompt is used', () => {
    const larger = (binds: unknown[]) => {
      const prompt = { type: 'text', required: true, binds };
      return workflow('larger', ['upscale'], { params: { prompt, image: FILE } });
    };
    const { upscale, edit } = sections(larger([]), workflow('still', ['t2i']));
    expect(upscale).toContain('only recorded here');
    expect(upscale).toContain('"image": "{picture}"');
    expect(edit).toContain('None of your workflows');
    const alone = sections(larger([{}])).upscale;
    expect(alone).not.toContain('only recorded here');
    expect(alone).toContain('"image": "{upload}"');
    expect(sections().upscale).toContain('None of your workflows');
  });

  it('omit workflows that need more than a prompt and one picture', () => {
    const params = { image: FILE, audio: { type: 'audio', required: true } };
    const { clips } = sections(workflow('speaks', ['i2v'], { params }));
    expect(clips).not.toContain('"speaks"');
  });

  it('submit four pictures at once, or four clips', () => {
    const still = workflow('still', ['t2i']);
    const words = workflow('words', ['t2v']);
    const base = (...all: DescribedWorkflow[]) =>
      /POST \/api\/batches.*?"base": \{"type":"(\w+)","workflow":"(\w+)"/s
        .exec(sections(...all).several)
        ?.slice(1);
    expect(base(still, words)).toEqual(['image', 'still']);
    expect(base(words)).toEqual(['video', 'words']);
    expect(base()).toBeUndefined();
  });

  it('create no character for a key that has a list of them', () => {
    const facts = { workflows: [], nodes: [] } as unknown as GuideFacts;
    const caller = { ...UNRESTRICTED, allowedCharacters: ['ann'] };
    expect(exampleSections({ ...facts, caller }).character).not.toContain('POST');
    expect(exampleSections({ ...facts, caller: UNRESTRICTED }).character).toContain('POST');
  });

  it('name another checkpoint if nothing else is missing and its name is safe', () => {
    const other = (...choices: string[]) => {
      const params = { checkpoint: { type: 'model', required: false, default: 'own', choices } };
      const missing_models = [{ folder: 'checkpoints', file: 'own', nearest: [] }];
      const lacks = {
        provider: 'gpu',
        missing_models,
        missing_classes: [],
        unsupported_values: [],
      };
      return { ...workflow('x', ['t2i'], { params, on: [] }), requirements: { missing: [lacks] } };
    };
    const rendered = (...choices: string[]) =>
      sections(other(...choices) as unknown as DescribedWorkflow).picture;
    expect(rendered('a\n```', 'sub/dream.safetensors')).toContain(
      '"checkpoint": "sub/dream.safetensors"',
    );
    for (const none of [rendered(), rendered('a\n```')])
      expect(none).toContain('None of your workflows');
  });
});
