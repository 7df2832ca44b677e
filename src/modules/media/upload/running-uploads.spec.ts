import { UploadsBusy } from '../media.errors';
import { OwnerStorage } from '../public/owner-storage';
import { RunningUploadsService } from './running-uploads.service';

/** Notes how much room each upload asked for, with that of the others under way. */
class Room extends OwnerStorage {
  readonly asked: number[] = [];

  async assertFree(_: string | null, bytes: number | (() => number) = 1): Promise<void> {
    // The files that are there are counted first.
    await Promise.resolve();
    this.asked.push(typeof bytes === 'number' ? bytes : bytes());
  }

  reserve(): Promise<void> {
    return Promise.resolve();
  }

  record(): Promise<void> {
    return Promise.resolve();
  }
}

describe('uploads under way', () => {
  let room: Room;
  let running: RunningUploadsService;
  beforeEach(() => {
    room = new Room();
    running = new RunningUploadsService(room);
  });

  /** An upload that is received until `end` is called. */
  const begin = async (ownerId: string | null, bytes: number) => {
    let [onStored, end] = [(): void => undefined, (): void => undefined];
    let ended: Promise<void> | undefined;
    await new Promise<void>((begun, refused) => {
      ended = running.run(ownerId, bytes, (stored) => {
        onStored = stored;
        begun();
        return new Promise<void>((resolve) => (end = resolve));
      });
      ended.catch(refused);
    });
    return {
      onStored,
      end: async (): Promise<void> => {
        end();
        await ended;
      },
    };
  };

  it('are counted with the room that they need until they are stored, and never twice', async () => {
    const first = await begin('ann', 100);
    await running.run('ann', 10, () => Promise.resolve());
    first.onStored();
    first.onStored();
    await running.run('ann', 10, () => Promise.resolve());
    await first.end();
    await running.run('ann', 10, () => Promise.resolve());
    expect(room.asked).toEqual([100, 110, 10, 10]);
  });

  it('that are stored while the files are counted need no room any more', async () => {
    const first = await begin('ann', 100);
    const second = running.run('ann', 10, () => Promise.resolve());
    first.onStored();
    await second;
    expect(room.asked).toEqual([100, 10]);
    await first.end();
  });

  it.each([
    ['ann', 8],
    [null, 64],
  ])('of %s are at most %i', async (ownerId, max) => {
    const all = await Promise.all(Array.from({ length: max }, () => begin(ownerId, 1)));
    await expect(begin(ownerId, 1)).rejects.toThrow(UploadsBusy);
    await running.run('ben', 1, () => Promise.resolve());
    await Promise.all(all.map(({ end }) => end()));
    await running.run(ownerId, 1, () => Promise.resolve());
  });
});
