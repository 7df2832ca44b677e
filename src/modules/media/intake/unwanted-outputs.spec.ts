import { png } from '../../../../test/support/media-samples';
import { anOutput, from, MediaTestApp } from '../../../../test/support/media-test-app';
import { MediaIntake } from '../public/media-intake';

describe('the intake of outputs that are not wanted any more', () => {
  let testApp: MediaTestApp;
  let picture: Buffer;

  beforeAll(async () => {
    picture = await png();
    testApp = await MediaTestApp.open({});
  });
  afterEach(() => testApp.empty());
  afterAll(() => testApp.close());

  const intake = () => testApp.app.get(MediaIntake);

  it('stores nothing of an output that is not wanted any more once its file has arrived', async () => {
    const output = anOutput();
    const events = await testApp.eventsOf(async () => {
      const unwanted = intake().storeOutput(output, from(picture), () => Promise.resolve(false));
      expect(await unwanted).toBeNull();
    });
    expect(events).toEqual([]);
    expect(testApp.files()).toEqual([]);
    expect((await testApp.get('/api/media')).body.items).toEqual([]);
    expect(await intake().storeOutput(output, from(picture))).toMatchObject({ type: 'image' });
  });

  it('keeps an output that is in the catalogue already, wanted or not', async () => {
    const first = await intake().storeOutput(anOutput(), from(picture));
    const stored = {
      ...anOutput(),
      promptId: (await testApp.get(`/api/media/${first!.path}`)).body.prompt_id!,
    };
    for (const isFirstTry of [false, true]) {
      const also = jest.fn(() => Promise.resolve(false));
      const again = intake().storeOutput({ ...stored, isFirstTry }, from(picture), also);
      expect(await again).toEqual(first);
      expect(also).toHaveBeenCalledWith(first);
    }
    expect(testApp.originals()).toHaveLength(1);
  });
});
