import { RecordedNode } from '../support/recorded-node';
import { recordingNames, replayedNames } from '../support/recorded-session';
import { brokenFiles } from './replay/broken-files';
import { freshNode } from './replay/fresh-node';
import { queuedPrompts } from './replay/queued-prompts';
import { restarts } from './replay/restarts';
import { sampledPictures } from './replay/sampled-pictures';
import { sockets } from './replay/sockets';

/** Recordings that aren't replayed, each with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'history_audio_flac.json': 'the simulator makes no sound yet',
  'history_audio_mp3.json': 'the simulator makes no sound yet',
  'history_save_webm.json': 'the simulator makes no video yet',
  'history_video.json': 'the simulator makes no video yet',
};

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

  it('has every recording replayed or left out for a reason', () => {
    const missing = recordingNames().filter(
      (name) => !replayedNames().has(name) && !(name in LEFT_OUT),
    );
    expect(missing).toEqual([]);
  });
});
