import { useQueryClient } from '@tanstack/react-query';
import type { ProjectTree, Scene, Shot } from '../../../api/projects';
import {
  type ProjectPatch,
  saveProject,
  saveScene,
  saveShot,
  type ScenePatch,
  type ShotPatch,
} from '../../../api/story-changes';
import { notifyUnsaved } from '../../../ui/notify';
import { tellSaved } from '../../../ui/save-status';
import { inWords, notifyProblem } from '../problems';
import { storyWords } from '../story-words';

export interface Editing<Patch> {
  readonly isReadOnly: boolean;
  /** Sends a field that was typed. Answers whether it was taken; the field itself shows what others changed. */
  readonly save: (patch: Patch) => Promise<boolean>;
  /** Sends a field that was chosen, and tells people if others changed it meanwhile. */
  readonly choose: (patch: Patch) => void;
}

/** Changes of one record, field by field. */
function useEditing<Patch>(
  send: (patch: Patch) => Promise<boolean>,
  project: string,
  isReadOnly = false,
): Editing<Patch> {
  const queries = useQueryClient();
  const attempt = async (patch: Patch, onConflict: () => void) => {
    try {
      const isTaken = await send(patch);
      if (isTaken) tellSaved();
      else onConflict();
      return isTaken;
    } catch (error) {
      void queries.invalidateQueries({ queryKey: ['project', project] });
      notifyUnsaved(inWords(error));
      return false;
    }
  };
  return {
    isReadOnly,
    save: (patch) => attempt(patch, () => undefined),
    choose: (patch) =>
      void attempt(patch, () => notifyProblem(new Error(storyWords.changedElsewhere))),
  };
}

export const useProjectEditing = (project: ProjectTree): Editing<ProjectPatch> => {
  const queries = useQueryClient();
  return useEditing((patch) => saveProject(queries, project, patch), project.id);
};

export const useSceneEditing = (scene: Scene): Editing<ScenePatch> => {
  const queries = useQueryClient();
  return useEditing((patch) => saveScene(queries, scene, patch), scene.project_id);
};

/** A locked shot is read only. */
export const useShotEditing = (shot: Shot): Editing<ShotPatch> => {
  const queries = useQueryClient();
  return useEditing((patch) => saveShot(queries, shot, patch), shot.project_id, shot.locked);
};
