import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComfyGraph, ComfyNode } from '../../src/modules/providers/public/comfy-types';
import { isInstalled } from '../support/required-programs';
import { eventually } from '../support/eventually';
import { NodePictures } from '../support/node-pictures';
import { NodeService } from '../support/node-service';
import { describeNodes, reportNotRun } from '../support/node-under-test';

/** A seed beyond JavaScript's exact integers. */
const SEED = '18446744073709551615';
const AWKWARD = 'a fox — żółć, 雪, 🦊 "quoted" \\ back/slash; key=value # %20 <b>&amp;\t tab\n';
const WORDS = AWKWARD.repeat(150);

interface Saving {
  readonly class: string;
  readonly inputs: ComfyNode['inputs'];
  /** A class that not every version has. */
  readonly option?: string;
  /** Its inputs. */
  readonly from: Readonly<Record<string, readonly [string, number]>>;
  /** Of the uploaded file. */
  readonly mime: string;
  /** A simulator makes it with ffmpeg, or not at all. */
  readonly simulated?: 'ffmpeg' | 'never';
}

const frames = { images: ['frames', 0] } as const;
const sound = { audio: ['sound', 0] } as const;
const video = { video: ['video', 0] } as const;

/** Every way in which ComfyUI's own nodes save media. */
const SAVINGS: Readonly<Record<string, Saving>> = {
  PNG: { class: 'SaveImage', inputs: {}, from: frames, mime: 'image/png' },
  'PNG of 16 bits': {
    class: 'SaveImageAdvanced',
    inputs: {
      format: 'png',
      'format.bit_depth': '16-bit',
      'format.input_color_space': 'sRGB',
    },
    from: frames,
    mime: 'image/png',
  },
  'animated PNG': {
    class: 'SaveAnimatedPNG',
    inputs: { fps: 6, compress_level: 4 },
    from: frames,
    mime: 'image/png',
    simulated: 'never',
  },
  'animated WebP': {
    class: 'SaveAnimatedWEBP',
    inputs: { fps: 6, lossless: true, quality: 80, method: 'default' },
    from: frames,
    mime: 'image/webp',
  },
  MP4: {
    class: 'SaveVideo',
    inputs: { format: 'mp4', codec: 'h264', 'format.codec': 'h264' },
    from: video,
    mime: 'video/mp4',
    simulated: 'ffmpeg',
  },
  MKV: {
    class: 'SaveVideo',
    inputs: { format: 'mkv', 'format.codec': 'h264' },
    option: 'mkv',
    from: video,
    mime: 'video/x-matroska',
    simulated: 'ffmpeg',
  },
  WebM: {
    class: 'SaveWEBM',
    inputs: { codec: 'vp9', fps: 6, crf: 32 },
    from: frames,
    mime: 'video/webm',
    simulated: 'ffmpeg',
  },
  FLAC: { class: 'SaveAudio', inputs: {}, from: sound, mime: 'audio/flac', simulated: 'ffmpeg' },
  MP3: {
    class: 'SaveAudioMP3',
    inputs: { quality: 'V0' },
    from: sound,
    mime: 'audio/mpeg',
    simulated: 'ffmpeg',
  },
  Opus: {
    class: 'SaveAudioOpus',
    inputs: { quality: '128k' },
    from: sound,
    mime: 'audio/ogg',
    simulated: 'ffmpeg',
  },
};

const graphNode = (class_type: string, inputs: ComfyNode['inputs']): ComfyNode => ({
  class_type,
  inputs,
  _meta: { title: `"${class_type}" 雪` },
});

function graphOf(saving: Saving): ComfyGraph {
  const makers: ComfyGraph = {
    frames: graphNode('EmptyImage', { width: 64, height: 64, batch_size: 3, color: 0xc08040 }),
    sound: graphNode('EmptyAudio', { duration: 0.5, sample_rate: 48_000, channels: 2 }),
    video: graphNode('CreateVideo', { images: ['frames', 0], fps: 6 }),
  };
  const needed = new Set(Object.values(saving.from).map(([id]) => id));
  if (needed.has('video')) needed.add('frames');
  return {
    ...Object.fromEntries(Object.entries(makers).filter(([id]) => needed.has(id))),
    noise: graphNode('RandomNoise', { noise_seed: SEED }),
    words: graphNode('PrimitiveString', { value: WORDS }),
    save: graphNode(saving.class, {
      ...saving.inputs,
      ...saving.from,
      filename_prefix: 'kinora-test/metadata',
    }),
  };
}

/** The same in the editor's format; only carried along. */
const WORKFLOW = {
  version: 0.4,
  links: [],
  groups: [{ title: AWKWARD, bounding: [0.5, -1e-7, 140, 80] }],
  nodes: [{ id: 1, type: 'RandomNoise', mode: 0, widgets_values: [SEED, 'randomize'] }],
};

/** As JSON, with the large seed as a number. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll(`"${SEED}"`, SEED);

interface SavedFile {
  readonly filename: string;
  readonly subfolder: string;
  readonly type: string;
}

describeNodes('a file that the node saved', (node) => {
  const service = new NodeService(node);
  const pictures = new NodePictures(service, node);

  /** Saves a file directly on the node, as its own editor does. */
  const savedBy = async (graph: ComfyGraph): Promise<{ name: string; content: Buffer }> => {
    node.requireClasses(graph);
    const promptId = node.promptId();
    const extra_data = { extra_pnginfo: { workflow: WORKFLOW, other: 'left alone' } };
    const body = jsonOf({ prompt: graph, prompt_id: promptId, extra_data });
    const answer = await fetch(`${node.url}/prompt`, { method: 'POST', body });
    expect([answer.status, await answer.json()]).toMatchObject([200, { node_errors: {} }]);
    const { outputs, status } = await eventually(() => node.history(promptId));
    expect(status).toMatchObject({ status_str: 'success' });
    const [file] = Object.values(outputs['save'] ?? {}).flat() as SavedFile[];
    const view = await fetch(`${node.url}/view?${new URLSearchParams({ ...file }).toString()}`);
    return { name: String(file?.filename), content: Buffer.from(await view.arrayBuffer()) };
  };

  const made = Object.entries(SAVINGS).filter(
    ([, { simulated }]) => !(node.isSimulated && simulated === 'never'),
  );
  it.each(made)('%s: is imported as exactly the saved graph', async (kind, saving) => {
    const graph = graphOf(saving);
    if (node.isSimulated && saving.simulated === 'ffmpeg' && !isInstalled('ffmpeg')) {
      reportNotRun(kind, 'ffmpeg');
      return;
    }
    if (!(await node.has(saving.class, saving.option))) {
      node.log(`${kind}: this version has no such class`);
      return;
    }
    const { name, content } = await savedBy(graph);
    const media = await pictures.upload(content, name);
    const { body: record } = await service.http.get(`/api/media/${media}`);
    expect(record['mime']).toBe(saving.mime);

    const id = kind.toLowerCase().replaceAll(' ', '-');
    const { status, body } = await service.http.post('/api/workflows', { id, media });
    expect([status, body['detail']]).toEqual([201, undefined]);
    expect((await service.http.get(`/api/workflows/${id}/graph`)).body).toEqual(graph);
    const stored = readFileSync(
      join(service.http.folder, 'data', 'workflows', `${id}.json`),
      'utf8',
    );
    expect(JSON.parse(stored)).toMatchObject({ prompt: graph, workflow: WORKFLOW });
    node.log(`${kind}: ${String(content.length)} bytes, imported exactly`);
  });
});
