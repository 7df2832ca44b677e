import * as samples from '../../../../test/support/media-samples';
import { anOutput, from, MediaTestApp } from '../../../../test/support/media-test-app';
import { SeededRandom } from '../../../../test/support/seeded-random';
import { AppError } from '../../../platform/errors/app-error';
import { MediaIntake } from '../public/media-intake';

const MAKERS = [
  () => samples.png(),
  async () => samples.withGraph(await samples.png()),
  () => samples.jpeg(),
  () => samples.rotated('jpeg'),
  () => samples.rotated('webp'),
  () => samples.animated('webp'),
  () => samples.animated('gif'),
  () => samples.avif(),
  async () => samples.mp4(),
  async () => samples.wav(),
];

let testApp: MediaTestApp;

beforeAll(async () => {
  testApp = await MediaTestApp.open();
});
afterAll(() => testApp.close());

it('stores or rejects damaged files, and never answers 500', async () => {
  const random = SeededRandom.for('damaged media');
  const files = await Promise.all(MAKERS.map((make) => make()));
  const statuses = new Map<number, number>();
  for (let round = 0; round < 80; round += 1) {
    const content = damaged(random, random.pick(files));
    const { status, body } = await testApp.upload(content);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    // 200: the same damage as before. 422: a damaged header can claim frames that are too many to decode.
    expect([200, 201, 413, 415, 422]).toContain(status);
    if (status === 422) expect(body.code).toBe('media_too_costly');
    if (status === 201) {
      const thumbnail = await fetch(`${testApp.url}${body.url}?thumbnail=256`);
      expect([200, 404]).toContain(thumbnail.status);
    }
    await testApp.app
      .get(MediaIntake)
      .storeOutput(anOutput(), from(content))
      .catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
  }
  expect(statuses.get(201)).toBeGreaterThan(0);
  expect(statuses.get(415)).toBeGreaterThan(0);
});

/** Some bytes changed, a part removed or doubled, or the end cut off. */
function damaged(random: SeededRandom, file: Buffer): Buffer {
  const at = random.below(file.length);
  const to = at + random.below(Math.min(64, file.length - at) + 1);
  switch (random.below(4)) {
    case 0: {
      const changed = Buffer.from(file);
      for (let times = 1 + random.below(8); times > 0; times -= 1)
        changed[random.below(file.length)] = random.below(256);
      return changed;
    }
    case 1:
      return Buffer.concat([file.subarray(0, at), file.subarray(to)]);
    case 2:
      return Buffer.concat([file.subarray(0, to), file.subarray(at)]);
    default:
      return file.subarray(0, at);
  }
}
