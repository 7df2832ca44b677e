import { waitUntil } from '../../../../test/support/wait-until';
import { UNRESTRICTED } from '../../../platform/access/caller';
import type { StoryRepository } from '../records/story.repository';
import { ProjectAccessService } from './project-access.service';

it('reads the whole projects of one caller one after another', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const rows = {
    project: (_: unknown, id: string) => Promise.resolve({ id }),
    tree: ({ id }: { id: string }) => {
      begun.push(id);
      return new Promise((resolve) => ends.push(() => resolve(id)));
    },
  } as unknown as StoryRepository;
  const access = new ProjectAccessService(rows);
  const trees = ['a', 'b'].map((id) => access.tree(UNRESTRICTED, id));
  await waitUntil(() => begun.length === 1);
  await new Promise(setImmediate);
  expect(begun).toEqual(['a']);
  ends[0]?.();
  await waitUntil(() => begun.length === 2);
  ends[1]?.();
  expect(await Promise.all(trees)).toEqual(['a', 'b']);
});
