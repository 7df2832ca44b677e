import type { ProjectTree } from '../../../api/projects';
import { ProjectPanel } from '../edit/ProjectPanel';
import { ScenePanel } from '../edit/ScenePanel';
import type { ProjectSearch } from '../model';
import { ShotPanel } from '../shot/ShotPanel';

interface OpenPanelProps {
  readonly project: ProjectTree;
  readonly search: ProjectSearch;
  readonly onClose: () => void;
}

/** What is open beside the scenes: a shot, a scene, or the project as a whole. */
export function OpenPanel({
  project,
  search: { shot, part, scene, about },
  onClose,
}: OpenPanelProps) {
  if (shot !== undefined)
    return <ShotPanel key={shot} project={project} id={shot} part={part} onClose={onClose} />;
  if (scene !== undefined)
    return <ScenePanel key={scene} project={project} id={scene} onClose={onClose} />;
  return about ? <ProjectPanel project={project} onClose={onClose} /> : null;
}
