import { graphText } from '../../support/recorded-graphs';
import { wav } from '../../support/media-samples';
import type { RecordedNode } from '../../support/recorded-node';
import type { RecordedSession } from '../../support/recorded-session';

/** Graphs that save video and sound, in the order of the recording. */
export function movingPictures(node: () => RecordedNode): void {
  const session = (): RecordedSession => node().session;
  const frames = { width: 64, height: 64, batch_size: 8 };

  it('makes a video of pictures', async () => {
    const graph = graphText([
      ['1', 'EmptyImage', { ...frames, color: 16711680 }],
      ['2', 'CreateVideo', { images: ['1', 0], fps: 8 }],
      [
        ...(['3', 'SaveVideo'] as const),
        { video: ['2', 0], filename_prefix: 'video/vid', format: 'mp4', codec: 'h264' },
      ],
    ]);
    await session().post(graph, {}, '418dc031-65ba-4e2e-ab09-ba5346c9d19d');
    await session().history('history_video');
  });

  it('makes a WebM of pictures', async () => {
    const save = { images: ['1', 0], filename_prefix: 'w', codec: 'vp9', fps: 8, crf: 32 };
    const graph = graphText([
      ['1', 'EmptyImage', { ...frames, color: 255 }],
      ['2', 'SaveWEBM', save],
    ]);
    await session().post(graph, {}, 'a5c5cf07-669b-49e9-9dd9-2312b1dc9771');
    await session().history('history_save_webm');
  });

  it('saves sound as FLAC and as MP3', async () => {
    await node().place('input/tone.wav', wav());
    const load = ['1', 'LoadAudio', { audio: 'tone.wav' }] as const;
    const save = { audio: ['1', 0], filename_prefix: 'audio/x' };
    await session().post(
      graphText([load, ['2', 'SaveAudio', save]]),
      {},
      '546ce6b3-b104-4254-b816-1987384712eb',
    );
    await session().history('history_audio_flac');
    await session().post(
      graphText([load, ['2', 'SaveAudioMP3', { ...save, quality: '128k' }]]),
      {},
      '18a05746-e7cf-4e69-b1d5-d2ee620606a3',
    );
    await session().history('history_audio_mp3');
  });
}
