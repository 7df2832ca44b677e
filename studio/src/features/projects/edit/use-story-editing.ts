import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ProjectTree, Scene, Shot } from '../../../api/projects';
import {
  type ProjectPatch,
  saveProject,
  saveScene,
  saveShot,
  type ScenePatch,
  type ShotPatch,
} from '../../../api/story-changes';
import { notifyDone, notifyUnsaved } from '../../../ui/notify';
import { tellSaved } from '../../../ui/save-status';
import { useQueue } from '../../../ui/use-queue';
import { inWords, notifyProblem } from '../problems';
import { storyWords } from '../story-words';

export interface Editing<Edited, Patch> {
  readonly isReadOnly: boolean;
  /** Sends a field that was typed. Answers whether it was taken; the field itself shows what others changed. */
  readonly save: (patch: Patch) => Promise<boolean>;
  /** Sends a field that was chosen, after the changes before, and tells people if others changed it meanwhile. */
  readonly choose: (patch: Patch) => Promise<boolean>;
  /** Changes a field in part, as `choose` does. */
  readonly change: (patch: PatchOf<Edited, Patch>) => Promise<boolean>;
  /** Takes something away, says so, and offers to put it back. Answers whether it is gone. */
  readonly remove: (removal: Removal<Edited, Patch>) => Promise<boolean>;
}

/** New fields from the record as it is once the changes before are made. */
type PatchOf<Edited, Patch> = (now: Edited) => Patch;

interface Removal<Edited, Patch> {
  readonly text: string;
  readonly patch: PatchOf<Edited, Patch>;
  /** @param before the record that it was taken from */
  readonly undo: (now: Edited, before: Edited) => Patch;
}

interface Kind<Edited, Patch> {
  readonly send: (queries: QueryClient, seen: Edited, patch: Patch) => Promise<boolean>;
  /** The record as it is now; `undefined` once it is deleted. */
  readonly find: (tree: ProjectTree) => Edited | undefined;
}

/** Changes of one record, field by field. */
function useEditing<Edited, Patch extends object>(
  record: Edited,
  { send, find }: Kind<Edited, Patch>,
  project: string,
  isReadOnly = false,
): Editing<Edited, Patch> {
  const queries = useQueryClient();
  const inTurn = useQueue();
  const attempt = async (seen: Edited, patch: Patch, onConflict: () => void) => {
    if (Object.keys(patch).length === 0) return true;
    try {
      const isTaken = await send(queries, seen, patch);
      if (isTaken) tellSaved();
      else onConflict();
      return isTaken;
    } catch (error) {
      void queries.invalidateQueries({ queryKey: ['project', project] });
      notifyUnsaved(inWords(error));
      return false;
    }
  };
  const change = (patchOf: PatchOf<Edited, Patch>) =>
    inTurn(() => {
      const tree = queries.getQueryData<ProjectTree>(['project', project]);
      const now = (tree && find(tree)) ?? record;
      return attempt(now, patchOf(now), () =>
        notifyProblem(new Error(storyWords.changedElsewhere)),
      );
    });
  const remove = async ({ text, patch, undo }: Removal<Edited, Patch>) => {
    let before = record;
    const isTaken = await change((now) => {
      before = now;
      return patch(now);
    });
    if (isTaken) notifyDone(text, { undo: () => change((now) => undo(now, before)) });
    return isTaken;
  };
  return {
    isReadOnly,
    save: (patch) => attempt(record, patch, () => undefined),
    choose: (patch) => change(() => patch),
    change,
    remove,
  };
}

export const useProjectEditing = (project: ProjectTree): Editing<ProjectTree, ProjectPatch> =>
  useEditing(project, { send: saveProject, find: (tree) => tree }, project.id);

export const useSceneEditing = (scene: Scene): Editing<Scene, ScenePatch> =>
  useEditing(
    scene,
    { send: saveScene, find: ({ scenes }) => scenes.find(({ id }) => id === scene.id) },
    scene.project_id,
  );

/** A locked shot is read only. */
export const useShotEditing = (shot: Shot): Editing<Shot, ShotPatch> =>
  useEditing(
    shot,
    {
      send: saveShot,
      find: ({ scenes }) => scenes.flatMap(({ shots }) => shots).find(({ id }) => id === shot.id),
    },
    shot.project_id,
    shot.locked,
  );
