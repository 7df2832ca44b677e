import type { ProjectTree, Scene, Shot } from '../../../api/projects';

/** Where a shot is: its scene, and its place among the shots of the scene, from 0. */
export interface ShotPlace {
  readonly sceneId: string;
  readonly index: number;
}

type Scenes = Pick<ProjectTree, 'scenes'>;

/** A shot and where it is. */
export function findShot(
  { scenes }: Scenes,
  id: string,
): { readonly scene: Scene; readonly shot: Shot; readonly index: number } | undefined {
  for (const scene of scenes) {
    const index = scene.shots.findIndex((shot) => shot.id === id);
    const shot = scene.shots[index];
    if (shot) return { scene, shot, index };
  }
  return undefined;
}

const inserted = <Item>(items: readonly Item[], item: Item, index: number): Item[] => [
  ...items.slice(0, index),
  item,
  ...items.slice(index),
];

const numberedShots = (shots: readonly Shot[]): Shot[] =>
  shots.map((shot, index) => ({ ...shot, shot_number: index + 1 }));

/** The project with a shot at another place; `index` counts without the shot itself. */
export function withShotAt<Tree extends Scenes>(tree: Tree, id: string, to: ShotPlace): Tree {
  const found = findShot(tree, id);
  if (!found) return tree;
  const shot = { ...found.shot, scene_id: to.sceneId };
  const isSameScene = found.scene.id === to.sceneId;
  const scenes = tree.scenes.map((scene) => {
    const others = scene.shots.filter((one) => one.id !== id);
    if (scene.id === to.sceneId)
      return { ...scene, shots: numberedShots(inserted(others, shot, to.index)) };
    // The others keep their numbers.
    return scene.id === found.scene.id && !isSameScene ? { ...scene, shots: others } : scene;
  });
  return { ...tree, scenes };
}

/** The project with a scene at another place; `index` counts without the scene itself. */
export function withSceneAt<Tree extends Scenes>(tree: Tree, id: string, index: number): Tree {
  const scene = tree.scenes.find((one) => one.id === id);
  if (!scene) return tree;
  const others = tree.scenes.filter((one) => one.id !== id);
  const scenes = inserted(others, scene, index).map((one, at) => ({
    ...one,
    scene_number: at + 1,
  }));
  return { ...tree, scenes };
}

/** The place of a shot that is moved by one, also over the edge of its scene; `undefined` at the ends of the film. */
export function neighbouringPlace(
  tree: Scenes,
  id: string,
  direction: -1 | 1,
): ShotPlace | undefined {
  const found = findShot(tree, id);
  if (!found) return undefined;
  const { scene, index } = found;
  const next = index + direction;
  if (next >= 0 && next < scene.shots.length) return { sceneId: scene.id, index: next };
  const neighbour = tree.scenes[tree.scenes.indexOf(scene) + direction];
  if (!neighbour) return undefined;
  return { sceneId: neighbour.id, index: direction === 1 ? 0 : neighbour.shots.length };
}

/** The place in front of another shot of a scene, or behind its last one; counted without the shot that moves. */
export function placeBefore(
  { scenes }: Scenes,
  moved: string,
  { sceneId, before }: { readonly sceneId: string; readonly before: string | null },
): ShotPlace {
  const others = (scenes.find(({ id }) => id === sceneId)?.shots ?? []).filter(
    ({ id }) => id !== moved,
  );
  const index = others.findIndex(({ id }) => id === before);
  return { sceneId, index: index === -1 ? others.length : index };
}
