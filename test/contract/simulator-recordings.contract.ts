import { describeWith, isInstalled } from '../support/required-programs';
import { RecordedNode } from '../support/recorded-node';
import { recordingNames, replayedNames } from '../support/recorded-session';
import { brokenFiles } from './replay/broken-files';
import { freshNode } from './replay/fresh-node';
import { movingPictures } from './replay/moving-pictures';
import { queuedPrompts } from './replay/queued-prompts';
import { restarts } from './replay/restarts';
import { sampledPictures } from './replay/sampled-pictures';
import { sockets } from './replay/sockets';

/** Recordings whose prompts make video or sound, which the simulator does with ffmpeg alone. */
const NEED_FFMPEG: ReadonlySet<string> = new Set(
  ['audio_flac', 'audio_mp3', 'save_webm', 'video'].map((name) => `history_${name}.json`),
);

/** Runs a part of the recordings against a node of its own. */
function against(title: string, part: (node: () => RecordedNode) => void, stepMs?: number): void {
  describe(title, () => {
    let node: RecordedNode;
    beforeAll(async () => (node = await RecordedNode.start(stepMs)));
    afterAll(async () => node.stop());
    part(() => node);
  });
}

describe('the simulator against the recordings of a real ComfyUI 0.33.0', () => {
  against('a fresh node', freshNode);
  against('prompts in the queue', queuedPrompts);
  against('sockets', sockets, 10);
  against('sampled pictures', sampledPictures);
  against('restarts', restarts);
  against('broken files', brokenFiles);

  describeWith('ffmpeg', 'video and sound', () => {
    against('to their end', movingPictures);
  });

  it('has every recording replayed', () => {
    const missing = recordingNames().filter(
      (name) => !replayedNames().has(name) && (isInstalled('ffmpeg') || !NEED_FFMPEG.has(name)),
    );
    expect(missing).toEqual([]);
  });
});
