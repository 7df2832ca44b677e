import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, engine } from '../../test/support/required-programs';
import { png } from '../../test/support/media-samples';
import { graphNode, type HistoryEntry, SimulatedNode } from '../../test/support/simulated-node';
import { Ffmpeg } from './motion/ffmpeg';

type Saver = [saverClass: string, inputs: Readonly<Record<string, unknown>>];

/** Frames of one colour as a clip. */
const clip = (save: Saver, more: Record<string, object> = {}) => ({
  frames: graphNode('EmptyImage', { width: 64, height: 48, batch_size: 9, color: 255 }),
  clip: graphNode('CreateVideo', { images: ['frames', 0], fps: 8 }),
  save: graphNode(...save),
  ...more,
});

const saveClip = (more: object = {}): Saver => [
  'SaveVideo',
  { video: ['clip', 0], filename_prefix: 'v', format: 'auto', codec: 'auto', ...more },
];

/** A clip of frames that are sampled from a latent. */
const sampledClip = (latent: object, more: Record<string, object> = {}) => ({
  ckpt: graphNode('CheckpointLoaderSimple', { ckpt_name: 'sd_xl_base_1.0.safetensors' }),
  pos: graphNode('CLIPTextEncode', { text: 'a fox runs', clip: ['ckpt', 1] }),
  latent,
  sampler: graphNode('KSampler', {
    seed: 1,
    steps: 2,
    cfg: 5,
    sampler_name: 'euler',
    scheduler: 'simple',
    denoise: 1,
    model: ['ckpt', 0],
    positive: ['pos', 0],
    negative: ['pos', 0],
    latent_image: ['latent', 0],
  }),
  decode: graphNode('VAEDecode', { samples: ['sampler', 0], vae: ['ckpt', 2] }),
  clip: graphNode('CreateVideo', { images: ['decode', 0], fps: 16 }),
  save: graphNode(...saveClip()),
  ...more,
});

it('fails and names ffmpeg when it is not installed', async () => {
  const ffmpeg = new Ffmpeg({ ffmpeg: 'no-such-ffmpeg', ffprobe: 'no-such-ffprobe' });
  const node = await SimulatedNode.start({ ffmpeg });
  const { status, outputs } = await node.run(clip(saveClip()));
  await node.stop();
  expect(outputs).toEqual({});
  expect(status.status_str).toBe('error');
  expect(status.messages.at(-1)?.[1]).toMatchObject({
    node_type: 'SaveVideo',
    exception_message: expect.stringContaining("which this machine doesn't have"),
  });
});

describeWith('ffmpeg', 'video and sound of the simulator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-moving-'));
  let node: SimulatedNode;

  beforeAll(async () => (node = await SimulatedNode.start()));
  afterAll(async () => {
    await node.stop();
    rmSync(folder, { recursive: true });
  });

  /** Runs a graph with one output file, which ffprobe has decoded. */
  async function made(graph: object, list = 'images') {
    const entry = await node.run(graph);
    expect([entry.status.status_str, failure(entry)]).toEqual(['success', undefined]);
    const [output] = Object.values(entry.outputs).flatMap((lists) => lists[list] ?? []);
    const { filename } = output as { filename: string };
    const path = join(folder, filename);
    writeFileSync(path, await node.file(output));
    return { filename, path, ...probe(path) };
  }

  it.each([
    ['auto', 'auto', 'h264', 'v_00001_.mp4'],
    ['mp4', 'h264', 'h264', 'v_00002_.mp4'],
    ['webm', 'auto', 'vp9', 'v_00003_.webm'],
  ])('writes %s with %s', async (format, codec, expected, name) => {
    const save = saveClip(
      format === 'webm' ? { format, 'format.codec': codec } : { format, codec },
    );
    const { filename, video, audio, seconds } = await made(clip(save));
    expect(filename).toBe(name);
    expect(video).toMatchObject({
      codec_name: expected,
      width: 64,
      height: 48,
      nb_read_frames: '9',
      r_frame_rate: '8/1',
    });
    expect([audio, seconds]).toEqual([undefined, expect.closeTo(9 / 8, 1)]);
  });

  it('writes WebM of pictures', async () => {
    const save = { filename_prefix: 'w', codec: 'vp9', fps: 12, crf: 32, images: ['frames', 0] };
    const { video } = await made(clip(['SaveWEBM', save]));
    expect(video).toMatchObject({ codec_name: 'vp9', nb_read_frames: '9', r_frame_rate: '12/1' });
  });

  it('splits a clip without sound into frames and joins them again', async () => {
    const { path } = await made(clip(saveClip({ filename_prefix: 'silent' })));
    await node.upload('silent.mp4', readFileSync(path));
    const { video, audio } = await made({
      file: graphNode('LoadVideo', { file: 'silent.mp4' }),
      parts: graphNode('GetVideoComponents', { video: ['file', 0] }),
      clip: graphNode('CreateVideo', {
        images: ['parts', 0],
        audio: ['parts', 1],
        fps: ['parts', 2],
      }),
      save: graphNode(...saveClip({ filename_prefix: 'joined' })),
    });
    expect(video).toMatchObject({ nb_read_frames: '9', r_frame_rate: '8/1' });
    expect(audio).toBeUndefined();
  });

  it('writes the graph into its files, as a real node does', async () => {
    const { path } = await made(clip(saveClip({ filename_prefix: 'meta' })));
    const tags = probe(path).tags as { prompt: string };
    expect(JSON.parse(tags.prompt)).toHaveProperty('clip.class_type', 'CreateVideo');
  });

  it.each([
    ['EmptyHunyuanLatentVideo', { length: 9 }, 9],
    // The node cuts what the family can't hold.
    ['EmptyHunyuanLatentVideo', { length: 12, width: 70 }, 9],
    ['EmptyLTXVLatentVideo', { length: 17 }, 17],
    ['WanImageToVideo', { length: 5, positive: ['pos', 0], negative: ['pos', 0] }, 5],
  ])('samples a clip of %s with %j', async (latentClass, inputs: object, frames) => {
    const latent = graphNode(latentClass, {
      width: 64,
      height: 64,
      batch_size: 1,
      vae: ['ckpt', 2],
      ...inputs,
    });
    const slot = latentClass === 'WanImageToVideo' ? 2 : 0;
    const graph = sampledClip(latent);
    Object.assign(Object(graph.sampler).inputs, { latent_image: ['latent', slot] });
    const { video } = await made(graph);
    expect(video).toMatchObject({
      width: 64,
      height: 64,
      nb_read_frames: String(frames),
      r_frame_rate: '16/1',
    });
  });

  it('samples clips with moving frames, the same for the same seed', async () => {
    const latent = graphNode('EmptyHunyuanLatentVideo', {
      width: 128,
      height: 96,
      length: 9,
      batch_size: 1,
    });
    const graph = sampledClip(latent);
    const [once, again] = [await made(graph), await made({ ...graph, other: graph.pos })];
    const hashes = frameHashes(once.path);
    expect(new Set(hashes).size).toBe(9);
    expect(frameHashes(again.path)).toEqual(hashes);
  });

  it('starts from a picture', async () => {
    await node.upload('start.png', await png(64, 64));
    const image = graphNode('LoadImage', { image: 'start.png' });
    const latent = { width: 64, height: 64, length: 5, batch_size: 1, vae: ['ckpt', 2] };
    const without = await made(sampledClip(graphNode('Wan22ImageToVideoLatent', latent)));
    const from = { ...latent, start_image: ['image', 0] };
    const started = await made(sampledClip(graphNode('Wan22ImageToVideoLatent', from), { image }));
    expect(started.video).toMatchObject({ nb_read_frames: '5' });
    expect(frameHashes(started.path)).not.toEqual(frameHashes(without.path));
  });

  it('splits a video into frames and sound, and joins them again', async () => {
    const sound = graphNode('EmptyAudio', { duration: 30, sample_rate: 44100, channels: 2 });
    const graph = clip(saveClip({ filename_prefix: 'source' }), { sound });
    Object.assign(Object(graph.clip).inputs, { audio: ['sound', 0] });
    const source = await made(graph);
    expect(source.audio).toMatchObject({ codec_name: 'aac' });
    expect(source.seconds).toBeCloseTo(9 / 8, 0);
    await node.upload('source.mp4', await node.file({ filename: source.filename }));
    const again = await made({
      load: graphNode('LoadVideo', { file: 'source.mp4' }),
      parts: graphNode('GetVideoComponents', { video: ['load', 0] }),
      larger: graphNode('ImageScaleBy', {
        image: ['parts', 0],
        upscale_method: 'bilinear',
        scale_by: 2,
      }),
      clip: graphNode('CreateVideo', {
        images: ['larger', 0],
        audio: ['parts', 1],
        fps: ['parts', 2],
      }),
      save: graphNode(...saveClip({ filename_prefix: 'again' })),
    });
    expect(again.audio).toBeDefined();
    expect(again.video).toMatchObject({
      width: 128,
      height: 96,
      nb_read_frames: '9',
      r_frame_rate: '8/1',
    });
  });

  it('keeps a silent video silent when its sound is linked', async () => {
    const source = await made(clip(saveClip({ filename_prefix: 'silent' })));
    await node.upload('silent.mp4', await node.file({ filename: source.filename }));
    const again = await made({
      load: graphNode('LoadVideo', { file: 'silent.mp4' }),
      parts: graphNode('GetVideoComponents', { video: ['load', 0] }),
      part: graphNode('ImageFromBatch', { image: ['parts', 0], batch_index: 0, length: 3 }),
      clip: graphNode('CreateVideo', { images: ['part', 0], audio: ['parts', 1], fps: 8 }),
      save: graphNode(...saveClip({ filename_prefix: 'still-silent' })),
    });
    expect(again.audio).toBeUndefined();
    expect(again.video).toMatchObject({ nb_read_frames: '3' });
  });

  it.each([
    ['SaveAudio', {}, 'flac'],
    ['SaveAudioMP3', { quality: 'V0' }, 'mp3'],
    ['SaveAudioOpus', { quality: '128k' }, 'opus'],
  ])('writes sound with %s', async (saver, more, codec) => {
    const { audio, seconds } = await made(
      {
        long: graphNode('EmptyAudio', { duration: 3, sample_rate: 44100, channels: 1 }),
        part: graphNode('TrimAudioDuration', { audio: ['long', 0], start_index: -2, duration: 9 }),
        save: graphNode(saver, { audio: ['part', 0], filename_prefix: 'a', ...more }),
      },
      'audio',
    );
    expect(audio).toMatchObject({ codec_name: codec });
    expect(seconds).toBeCloseTo(2, 1);
  });

  it('fails as a real node does for a file that is not a video', async () => {
    await node.upload('bad.mp4', Buffer.from('no video at all'));
    const graph = clip(saveClip(), { clip: graphNode('LoadVideo', { file: 'bad.mp4' }) });
    expect(failure(await node.run(graph))).toMatchObject({
      node_type: 'LoadVideo',
      exception_type: 'av.error.InvalidDataError',
    });
  });
});

const failure = ({ status }: HistoryEntry) =>
  status.messages.find(([kind]) => kind === 'execution_error')?.[1];

function probe(path: string) {
  const args = ['-v', 'error', '-count_frames', '-show_streams', '-show_format', '-of', 'json'];
  const text = execFileSync(engine('ffmpeg').replace(/mpeg$/, 'probe'), [...args, path]);
  const { streams, format } = JSON.parse(text.toString()) as {
    streams: Record<string, unknown>[];
    format: { duration: string; tags?: Record<string, unknown> };
  };
  const stream = (type: string) => streams.find(({ codec_type }) => codec_type === type);
  return {
    video: stream('video'),
    audio: stream('audio'),
    tags: format.tags,
    seconds: Number(format.duration),
  };
}

/** A hash of each decoded frame. */
function frameHashes(path: string): string[] {
  const args = ['-v', 'error', '-i', path, '-an', '-f', 'framehash', '-'];
  return execFileSync(engine('ffmpeg'), args)
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim() ?? '');
}
