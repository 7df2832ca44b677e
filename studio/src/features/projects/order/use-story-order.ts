import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProjectTree } from '../../../api/projects';
import { changeTree, moveShot, orderScenes, orderShots } from '../../../api/story-changes';
import { notifyDone } from '../../../ui/notify';
import { notifyProblem } from '../problems';
import { storyWords } from '../story-words';
import { findShot, type ShotPlace, withSceneAt, withShotAt } from './story-order';

const { order: words } = storyWords;

export interface StoryOrder {
  readonly moveShot: (id: string, to: ShotPlace) => Promise<void>;
  /** @param index its new place among the other scenes, from 0 */
  readonly moveScene: (id: string, index: number) => Promise<void>;
}

interface OrderChange {
  readonly change: (tree: ProjectTree) => ProjectTree;
  readonly request: () => Promise<unknown>;
}

/** Changes the order of scenes and shots. It is shown at once, sent one after another, and can be taken back. */
export function useStoryOrder(project: string): StoryOrder {
  const queries = useQueryClient();
  const key = ['project', project];
  const current = () => queries.getQueryData<ProjectTree>(key);
  const { mutateAsync } = useMutation({
    mutationKey: key,
    scope: { id: `story-order-${project}` },
    mutationFn: ({ request }: OrderChange) => request(),
    onMutate: async ({ change }) => {
      // An answer that is older than this change would undo it on the page.
      await queries.cancelQueries({ queryKey: key, exact: true });
      changeTree(queries, project, change);
    },
    onError: notifyProblem,
    onSettled: () => {
      if (queries.isMutating({ mutationKey: key }) === 1)
        void queries.invalidateQueries({ queryKey: key });
    },
  });
  const send = (change: OrderChange['change'], request: OrderChange['request']) =>
    mutateAsync({ change, request }).then(
      () => true,
      () => false,
    );

  const sendShot = (id: string, to: ShotPlace) => {
    const tree = current();
    const found = tree && findShot(tree, id);
    if (!found) return Promise.resolve(false);
    const { scene, shot } = found;
    return send(
      (before) => withShotAt(before, id, to),
      () => {
        if (scene.id !== to.sceneId) return moveShot(shot, to.sceneId, to.index + 1);
        const [after] = withShotAt({ scenes: [scene] }, id, to).scenes;
        return orderShots(scene, after?.shots.map((one) => one.id) ?? []);
      },
    );
  };
  const sendScene = (id: string, index: number) => {
    const tree = current();
    if (!tree) return Promise.resolve(false);
    const ids = withSceneAt(tree, id, index).scenes.map((scene) => scene.id);
    return send(
      (before) => withSceneAt(before, id, index),
      () => orderScenes(project, ids),
    );
  };
  const undoable = (text: string, back: () => Promise<boolean>) =>
    notifyDone(text, {
      id: 'story-order',
      undo: async () => {
        if (await back()) notifyDone(words.back, { id: 'story-order' });
      },
    });

  return {
    moveShot: async (id, to) => {
      const tree = current();
      const found = tree && findShot(tree, id);
      if (!found || (found.scene.id === to.sceneId && found.index === to.index)) return;
      const from = { sceneId: found.scene.id, index: found.index };
      const scene = tree.scenes.find((one) => one.id === to.sceneId);
      if (await sendShot(id, to))
        undoable(words.movedShot(scene?.scene_number ?? 0, to.index + 1), () => sendShot(id, from));
    },
    moveScene: async (id, index) => {
      const from = current()?.scenes.findIndex((scene) => scene.id === id) ?? -1;
      if (from === -1 || from === index) return;
      if (await sendScene(id, index))
        undoable(words.movedScene(index + 1), () => sendScene(id, from));
    },
  };
}
