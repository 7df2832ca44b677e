import { ClassCatalogue } from '../catalogue/class-catalogue';
import { asObject, readJson, writeJson } from '../wire/json';
import { NotAPrompt, validatePrompt, type PromptVerdict } from './prompt-validation';

const SOURCES = {
  catalogue: new ClassCatalogue(),
  lists: { models: new Map([['checkpoints', ['a.safetensors']]]), inputs: ['there.png'] },
  exists: async (name: string) => Promise.resolve(name === 'there.png'),
  version: '0.33.0',
};

async function check(graph: object, targets?: string[]): Promise<PromptVerdict> {
  return validatePrompt(asObject(readJson(JSON.stringify(graph))), targets, SOURCES);
}

/** `node: type, type` for each node with errors. */
function summary({ nodeErrors }: PromptVerdict): readonly string[] {
  const errors = JSON.parse(writeJson(nodeErrors)) as Record<
    string,
    { errors: { type: string }[] }
  >;
  return Object.entries(errors).map(
    ([id, entry]) => `${id}: ${entry.errors.map(({ type }) => type).join(', ')}`,
  );
}

function node(class_type: string, inputs: Record<string, unknown>): object {
  return { class_type, inputs };
}

const PICTURE = node('EmptyImage', { width: 8, height: 8, batch_size: 1, color: 0 });

function save(images: unknown): object {
  return node('SaveImage', { images, filename_prefix: 'x' });
}

describe('validatePrompt', () => {
  it('accepts a valid graph with its outputs', async () => {
    const verdict = await check({ '1': PICTURE, '2': save(['1', 0]), '3': save(['1', 0]) });
    expect(verdict).toMatchObject({ outputs: ['2', '3'] });
    expect(verdict.error).toBeUndefined();
  });

  it('accepts only the requested outputs', async () => {
    const graph = { '1': PICTURE, '2': save(['1', 0]), '3': save(['1', 0]) };
    expect((await check(graph, ['3'])).outputs).toEqual(['3']);
    expect(writeJson((await check(graph, [])).error)).toContain('prompt_no_outputs');
  });

  it('leaves out an invalid output and accepts the valid one', async () => {
    const verdict = await check({ '1': PICTURE, '2': save(['1', 0]), '3': save(['1', 7]) });
    expect(verdict.outputs).toEqual(['2']);
    expect(summary(verdict)).toEqual(['3: exception_during_validation']);
  });

  it('names an invalid node once, with all its dependent outputs', async () => {
    const wrong = node('EmptyImage', { width: 0, height: 'x', batch_size: 1 });
    const verdict = await check({ '1': wrong, '2': save(['1', 0]), '3': save(['1', 0]) });
    expect(summary(verdict)).toEqual([
      '1: value_smaller_than_min, invalid_input_type, required_input_missing',
    ]);
    expect(writeJson(verdict.nodeErrors)).toContain('"dependent_outputs": ["2", "3"]');
  });

  it.each([
    ['a link to nothing', save(['9', 0]), 'exception_during_validation'],
    ['a link of one', save(['1']), 'bad_linked_input'],
    ['a link of another type', save(['5', 0]), 'return_type_mismatch'],
    ['a link by a number', save([1, 0]), 'exception_during_validation'],
  ])('refuses %s', async (_title, output, type) => {
    const latent = node('EmptyLatentImage', { width: 64, height: 64, batch_size: 1 });
    const verdict = await check({ '1': PICTURE, '5': latent, '2': output });
    expect(summary(verdict)).toEqual([`2: ${type}`]);
  });

  it('reports an exception in a node above the output', async () => {
    const invert = node('ImageInvert', { image: ['9', 0] });
    const verdict = await check({ '1': invert, '2': save(['1', 0]) });
    expect(summary(verdict)).toEqual(['1: exception_during_inner_validation']);
  });

  it('reports a dependency cycle', async () => {
    const verdict = await check({
      '1': node('ImageInvert', { image: ['2', 0] }),
      '2': node('ImageInvert', { image: ['1', 0] }),
      '3': save(['1', 0]),
    });
    expect(summary(verdict)).toEqual(['1: dependency_cycle', '2: dependency_cycle']);
    expect(writeJson(verdict.nodeErrors)).toContain('1 (ImageInvert) -> 2 (ImageInvert) -> 1');
  });

  it('checks file choices against the existing files', async () => {
    const load = (ckpt_name: string): object => ({
      '1': node('CheckpointLoaderSimple', { ckpt_name }),
      '2': node('PreviewAny', { source: ['1', 0] }),
    });
    expect((await check(load('a.safetensors'))).outputs).toEqual(['2']);
    const verdict = await check(load('b.safetensors'));
    expect(writeJson(verdict.nodeErrors)).toContain("'b.safetensors' not in ['a.safetensors']");
  });

  it('refuses an input file that does not exist', async () => {
    const load = (image: string): object => ({
      '1': node('LoadImage', { image }),
      '2': save(['1', 0]),
    });
    expect((await check(load('there.png'))).outputs).toEqual(['2']);
    expect(summary(await check(load('gone.png')))).toEqual(['1: custom_validation_failed']);
  });

  it('converts texts to numbers in place', async () => {
    const graph = asObject(
      readJson(
        JSON.stringify({
          '1': node('EmptyImage', { width: '64', height: 8.9, batch_size: 1, color: 0 }),
          '2': save(['1', 0]),
        }),
      ),
    );
    await validatePrompt(graph, undefined, SOURCES);
    expect(writeJson(graph)).toContain('"width": 64, "height": 8,');
  });

  it('gives only the length of long lists', async () => {
    const verdict = await check({
      '1': node('KSamplerSelect', { sampler_name: 'nope' }),
      '2': node('PreviewAny', { source: ['1', 0] }),
    });
    expect(writeJson(verdict.nodeErrors)).toMatch(/not in \(list of length \d+\)/);
  });

  it.each([{ '1': 5 }, { '1': [] }, { '1': { class_type: [] } }])(
    'throws NotAPrompt for %j',
    async (graph) => {
      await expect(check(graph)).rejects.toThrow(NotAPrompt);
    },
  );

  it('answers in the older form for older versions', async () => {
    const graph = asObject(readJson('{"1": {"class_type": "NoSuch", "inputs": {}}}'));
    const { error } = await validatePrompt(graph, undefined, { ...SOURCES, version: '0.3.64' });
    expect(error?.get('type')).toBe('invalid_prompt');
  });
});
