import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMPTY } from 'rxjs';
import { ONE_PICTURE } from '../../../../test/support/editor-sample';
import { ManualClock } from '../../../../test/support/manual-clock';
import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import { SystemIds } from '../../../platform/clock/clock';
import type { ConfigService } from '../../../platform/config/config.service';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { NodeAccess } from '../../providers/public/node-access';
import { ProviderDirectory, type ProviderState } from '../../providers/public/provider-directory';
import { problemSentence } from './folder-problems';
import { ImportCacheStore } from './import-cache.store';
import { ImportResolverService } from './import-resolver.service';
import { ImportedWorkflowsService } from './imported-workflows.service';
import { type ParsedImport, parseImportText } from './parse-import';
import type { Resolution } from './resolve-import';
import { WorkflowFolderStore } from './workflow-folder.store';
import { IMPORT_EXAMPLES } from './dto/import.examples';

const TEXT_TO_IMAGE = IMPORT_EXAMPLES.api_format.value.graph;

const NODE = { id: 'n', is_default: true, base_url: 'http://gpu:8188' } as ProviderState;

class Nodes extends ProviderDirectory {
  readonly changes = EMPTY;
  list = (): readonly ProviderState[] => [NODE];
  get = (): ProviderState => NODE;
  defaultProvider = (): ProviderState => NODE;
}

/** Each node waits for the one behind it. */
const endless = (nodes: number): unknown =>
  Object.fromEntries(
    Array.from({ length: nodes }, (_, at) => [
      String(at),
      { class_type: 'ImageInvert', inputs: { image: [String(at + 1), 0] } },
    ]),
  );

describe('ImportedWorkflowsService', () => {
  let data: string;
  let info: ObjectInfo | null;
  let clock: ManualClock;
  let workflows: ImportedWorkflowsService;

  const resolver = (): ImportResolverService =>
    new ImportResolverService(new Nodes(), { cachedClasses: () => info } as unknown as NodeAccess);
  const started = (): ImportedWorkflowsService => {
    const config = { current: () => ({ data_dir: data }) } as unknown as ConfigService;
    const store = new WorkflowFolderStore(config, new SystemIds());
    const cache = new ImportCacheStore(config, new SystemIds());
    return new ImportedWorkflowsService(store, cache, resolver(), clock);
  };
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'kinora-folder-'));
    mkdirSync(join(data, 'workflows'));
    info = recordedObjectInfo();
    clock = new ManualClock();
    workflows = started();
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  const drop = (name: string, content: unknown): void => {
    const isText = typeof content === 'string' || Buffer.isBuffer(content);
    const text = isText ? content : JSON.stringify(content, null, 1);
    writeFileSync(join(data, 'workflows', name), text);
    workflows.refresh();
  };
  const resolvedBefore = (id: string, text: string): [ParsedImport, Resolution] => {
    const parsed = parseImportText(id, text, null);
    return [parsed, resolver().resolve(parsed)];
  };
  const listed = (): string[] => workflows.list().map(({ id }) => id);
  const problems = (): unknown[] =>
    workflows
      .problems()
      .map(({ file, line, field, reason }) => `${file}:${line} ${field} ${reason}`);

  it('lists nothing for an empty or missing folder', () => {
    expect([listed(), problems()]).toEqual([[], []]);
    rmSync(join(data, 'workflows'), { recursive: true });
    workflows.refresh();
    expect([listed(), problems()]).toEqual([[], []]);
  });

  it('follows a file that appears, changes and is deleted', () => {
    drop('mine.json', TEXT_TO_IMAGE);
    expect(workflows.get('mine')).toMatchObject({ id: 'mine', source: 'imported', kind: 'image' });
    drop('mine.manifest.json', { name: 'Mine' });
    expect(workflows.get('mine')?.name).toBe('Mine');
    rmSync(join(data, 'workflows', 'mine.json'));
    workflows.refresh();
    expect(listed()).toEqual([]);
    expect(problems()).toEqual(['mine.manifest.json:null  there is no mine.json beside it']);
  });

  it('keeps the last good workflow while a file is half-written', () => {
    drop('mine.json', TEXT_TO_IMAGE);
    drop('mine.json', '{\n"1": {');
    expect(listed()).toEqual(['mine']);
    expect(problems()).toEqual(['mine.json:2  not JSON: the file ends where "}" is expected']);
    drop('mine.json', TEXT_TO_IMAGE);
    expect(problems()).toEqual([]);
  });

  it('reports broken files by name, line and reason, without effect on others', () => {
    drop('good.json', TEXT_TO_IMAGE);
    drop('links.json', {
      ...TEXT_TO_IMAGE,
      '6': { class_type: 'VAEDecode', inputs: { samples: ['404', 0] } },
    });
    drop('said.json', { manifest: { colour: 'red' }, prompt: TEXT_TO_IMAGE });
    drop('beside.manifest.json', '{\n"params": {\n"width": { "default": 17 } } }');
    drop('beside.json', TEXT_TO_IMAGE);
    drop('Big Name.json', TEXT_TO_IMAGE);
    drop('bare.json', [1]);
    drop('dumb.json', { 1: { class_type: 'DisableNoise', inputs: {} } });
    drop('evil.json', '{"1": {"class_type": "A", "inputs": {\n"__proto__": {"x": 1}}}}');
    drop('endless.json', endless(2_001));
    drop('note.txt', 'hello');
    drop(
      'latin.json',
      Buffer.from(JSON.stringify(TEXT_TO_IMAGE).replace('karras', 'r\xe9sum\xe9'), 'latin1'),
    );
    symlinkSync('/etc/hostname', join(data, 'workflows', 'link.json'));
    mkdirSync(join(data, 'workflows', 'folder.json'));
    workflows.refresh();
    expect(listed()).toEqual(['good']);
    expect(problems()).toEqual([
      expect.stringMatching(/^Big Name\.json:null {2}the name must be <id>\.json/),
      'bare.json:1  a workflow is a JSON object, not a list',
      expect.stringMatching(/^beside\.manifest\.json:3 params\.width the default/),
      expect.stringMatching(/^dumb\.json:1 {2}no node of it saves or shows a result/),
      'endless.json:1  it has more than 2000 nodes',
      'evil.json:2 1.inputs.__proto__ this key may not be used',
      'folder.json:null  is not a regular file',
      'latin.json:null  is not UTF-8: save it in that encoding',
      'link.json:null  is a symbolic link: put the file itself here',
      expect.stringMatching(
        /^links\.json:\d+ 6\.inputs\.samples node 6 \(VAEDecode\) input samples/,
      ),
      expect.stringMatching(/^said\.json:3 colour leave this field out: it is not known here\./),
    ]);
  });

  it.each([
    ['a\\u{a}b.json', 'a\nb.json'],
    ['\\u{a}.json', '\n.json'],
    ['a\\u{202e}b.json', 'a\u{202e}b.json'],
    ['a\\u{85}b.manifest.json', 'a\u0085b.manifest.json'],
  ])('escapes invisible characters of a file name: %s', (shown, name) => {
    drop(name, TEXT_TO_IMAGE);
    expect(problems()).toEqual([expect.stringMatching(/must be <id>\.json or/)]);
    expect(workflows.problems()[0]?.file).toBe(shown);
  });

  describe('many files at once', () => {
    const HALF = 150 * 1024;
    const large = {
      ...TEXT_TO_IMAGE,
      '7': { ...TEXT_TO_IMAGE['7'], _meta: { title: 'x'.repeat(HALF) } },
    };
    const place = (...ids: string[]): void => {
      for (const id of ids)
        writeFileSync(join(data, 'workflows', `${id}.json`), JSON.stringify(large));
    };
    const unread = (id: string): string =>
      `${id}.json:null  has not been read yet: ask again in a few seconds`;

    it('are all read by the first refresh', () => {
      place('a', 'b', 'c', 'd', 'e');
      expect([listed(), problems()]).toEqual([['a', 'b', 'c', 'd', 'e'], []]);
      expect(workflows.hasUnread).toBe(false);
    });

    it('are read by several refreshes later on, which report unread files', () => {
      expect(listed()).toEqual([]);
      place('a', 'b', 'c', 'd', 'e');
      workflows.refresh();
      expect([listed(), problems()]).toEqual([['a', 'b'], ['c', 'd', 'e'].map(unread)]);
      expect(workflows.problemsOf('c').map(problemSentence)).toEqual([
        'c.json has not been read yet: ask again in a few seconds',
      ]);
      expect(workflows.hasUnread).toBe(true);
      workflows.refresh();
      expect([listed(), problems()]).toEqual([['a', 'b', 'c', 'd'], [unread('e')]]);
      workflows.refresh();
      expect([listed(), problems()]).toEqual([['a', 'b', 'c', 'd', 'e'], []]);
      workflows.refresh();
      expect(workflows.hasUnread).toBe(false);
    });

    it('do not delay a workflow that the service has just written', () => {
      expect(listed()).toEqual([]);
      place('a', 'b', 'c', 'z');
      workflows.added('z', JSON.stringify(large), ...resolvedBefore('z', JSON.stringify(large)));
      expect(listed()).toEqual(['z']);
      workflows.refresh();
      expect(listed()).toEqual(['a', 'b', 'z']);
    });

    it('keep last good workflows and known problems meanwhile', () => {
      place('a', 'b', 'c', 'good');
      drop('torn.json', '{');
      place('a', 'b', 'c', 'good', 'torn');
      workflows.refresh();
      expect(listed()).toContain('good');
      expect(problems()).toContainEqual(expect.stringMatching(/^torn\.json:1 {2}not JSON/));
      expect(problems()).toContain(unread('torn'));
    });
  });

  it('becomes broken when the first node reveals a fault', () => {
    info = null;
    drop('dumb.json', { 1: { class_type: 'DisableNoise', inputs: {} } });
    expect([listed(), problems()]).toEqual([['dumb'], []]);
    info = recordedObjectInfo();
    workflows.refresh();
    expect(listed()).toEqual([]);
    expect(workflows.problemsOf('dumb')).toMatchObject([{ status: 'broken', line: 1 }]);
  });

  it('keeps the cached result while no node is known', () => {
    drop('dumb.json', { 1: { class_type: 'DisableNoise', inputs: {} } });
    const [image, save] = ONE_PICTURE.nodes;
    drop('drawn.json', { ...ONE_PICTURE, nodes: [{ ...image, type: 'Strange' }, save] });
    const found = problems().sort();
    expect(found).toEqual([
      'drawn.json:null  waits for a node that offers Strange',
      expect.stringMatching(/^dumb\.json:1 {2}no node of it saves or shows a result/),
    ]);
    info = null;
    workflows = started();
    expect([listed(), problems()]).toEqual([[], found]);
    // Of another text nobody knows.
    drop('dumb.json', { 1: { class_type: 'DisableNoise', inputs: { x: 1 } } });
    expect(listed()).toEqual(['dumb']);
    info = recordedObjectInfo();
    drop('dumb.json', TEXT_TO_IMAGE);
    info = { ...recordedObjectInfo(), Strange: recordedObjectInfo()['EmptyImage']! };
    workflows = started();
    expect([listed(), problems()]).toEqual([['drawn', 'dumb'], []]);
  });

  it('takes over corrected descriptions of all classes, also after a restart', () => {
    const withSteps = (steps: number): ObjectInfo => {
      const known = structuredClone(recordedObjectInfo()) as unknown as {
        KSampler: { input: { required: { steps: [unknown, { max: number }] } } };
      };
      known.KSampler.input.required.steps[1].max = steps;
      return known as unknown as ObjectInfo;
    };
    const most = (): unknown => workflows.get('mine')?.params['steps']?.maximum;
    info = withSteps(100);
    drop('mine.json', TEXT_TO_IMAGE);
    expect(most()).toBe(100);
    info = withSteps(200);
    workflows.refresh();
    expect(most()).toBe(200);
    info = null;
    workflows = started();
    expect(most()).toBe(200);
    info = withSteps(300);
    workflows.refresh();
    expect(most()).toBe(300);
    const before = workflows.get('mine');
    info = { ...withSteps(300), Other: recordedObjectInfo()['SaveImage']! };
    workflows.refresh();
    expect(workflows.get('mine')).toBe(before);
  });

  it('keeps what more nodes described, and the same workflow when nothing differs', () => {
    drop('mine.json', TEXT_TO_IMAGE);
    const { KSampler: sampler, ...others } = recordedObjectInfo();
    const whole = JSON.stringify(workflows.get('mine'));
    info = others;
    workflows = started();
    const before = workflows.get('mine');
    expect(JSON.stringify(before)).toBe(whole);
    info = { ...others, KSampler: sampler! };
    workflows.refresh();
    expect(workflows.get('mine')).toBe(before);
  });

  it('checks a chain of the maximum number of nodes', () => {
    drop('long.json', endless(2_000));
    expect(problems()).toEqual([
      expect.stringMatching(/^long\.json:\d+ 1999\.inputs\.image node 1999 \(ImageInvert\)/),
    ]);
  });

  it('keeps large seeds exact', () => {
    const seed = '18446744073709551615';
    drop('mine.json', JSON.stringify(TEXT_TO_IMAGE).replace('"seed":1', `"seed":${seed}`));
    expect(workflows.get('mine')?.graph['5']?.inputs['seed']).toBe(seed);
  });

  it('accepts a complete file like the shipped ones', () => {
    drop('tiny.json', {
      format: 1,
      id: 'tiny',
      name: 'Tiny',
      description: 'One colour.',
      kind: 'image',
      modes: ['t2i'],
      vram_gb: null,
      notes: [],
      models: [],
      lora_slots: [],
      example: { prompt: 'red' },
      params: { prompt: { type: 'text', description: 'Said.', binds: [] } },
      graph: { a: { class_type: 'EmptyImage', inputs: {}, _meta: { title: 'A' } } },
    });
    expect([problems(), workflows.get('tiny')?.name]).toEqual([[], 'Tiny']);
    // Every request has one.
    expect(workflows.get('tiny')?.params['prompt']).toMatchObject({ required: true });
    drop('other.json', { format: 1, id: 'tiny', params: {}, graph: {} });
    expect(problems()).toContain('other.json:3 id must be other, as the workflow is called');
  });

  it('converts an editor’s file once a node is known, and keeps the result', () => {
    info = null;
    drop('drawn.json', ONE_PICTURE);
    expect(listed()).toEqual([]);
    expect(workflows.problems()).toEqual([
      expect.objectContaining({ file: 'drawn.json', status: 'needs_nodes' }),
    ]);
    info = recordedObjectInfo();
    workflows.refresh();
    expect(workflows.get('drawn')?.graph['1']?.inputs).toMatchObject({ width: 64, color: 255 });
    expect(workflows.problems()).toEqual([]);
    info = null;
    workflows = started();
    expect(workflows.get('drawn')?.graph['1']?.class_type).toBe('EmptyImage');
  });

  it('names the classes that an editor’s file waits for', () => {
    const [image, save] = ONE_PICTURE.nodes;
    drop('drawn.json', { ...ONE_PICTURE, nodes: [{ ...image, type: 'Strange' }, save] });
    expect(problems()).toEqual(['drawn.json:null  waits for a node that offers Strange']);
    info = { ...recordedObjectInfo(), Strange: recordedObjectInfo()['EmptyImage']! };
    workflows.refresh();
    expect(listed()).toEqual(['drawn']);
  });

  it('is resolved again when nodes change its classes, but not for new files', () => {
    const known = recordedObjectInfo();
    drop('mine.json', {
      ...TEXT_TO_IMAGE,
      '4': { class_type: 'LoadImage', inputs: { image: 'a.png' } },
      '8': { class_type: 'Strange', inputs: { image: ['6', 0] } },
    });
    const before = workflows.get('mine');
    const load = structuredClone(known['LoadImage']!) as unknown as {
      input: { required: { image: [string[]] } };
    };
    load.input.required.image[0] = ['a.png', 'staged.png'];
    info = { ...known, LoadImage: load as unknown as ObjectInfo[string] };
    workflows.refresh();
    expect(workflows.get('mine')).toBe(before);
    info = { ...info, Stranger: known['SaveImage']! };
    workflows.refresh();
    expect(workflows.get('mine')).toBe(before);
    info = { ...info, Strange: known['SaveImage']! };
    workflows.refresh();
    expect(workflows.get('mine')).not.toBe(before);
  });

  it('takes over the resolution of a file that the service has written, until the file changes', () => {
    const text = JSON.stringify(TEXT_TO_IMAGE);
    const [parsed, resolution] = resolvedBefore('mine', text);
    workflows.added('mine', text, parsed, resolution);
    drop('mine.json', text);
    expect(workflows.resolution('mine')).toBe(resolution);
    drop('mine.json', `${text} `);
    expect(workflows.resolution('mine')).not.toBe(resolution);
  });

  it('removes addresses and paths from descriptions of nodes', () => {
    const known = recordedObjectInfo();
    const sampler = structuredClone(known['KSampler']!) as unknown as {
      input: { required: Record<string, [unknown, Record<string, unknown>]> };
    };
    sampler.input.required['steps']![1]['tooltip'] = 'See http://gpu:8188/x and /home/me/steps.txt';
    info = { ...known, KSampler: sampler as unknown as ObjectInfo[string] };
    drop('mine.json', TEXT_TO_IMAGE);
    const { description = '' } = workflows.get('mine')?.params['steps'] ?? {};
    expect(description).toContain('steps.txt');
    expect(description).not.toMatch(/gpu|home/);
  });
});
