import type { ProjectTree } from '../../api/projects';
import { TextLink } from '../../routing/links';
import type { ShotPart } from './model';
import { findShot } from './order/story-order';
import { projectsWords as words } from './words';

interface ShotLinkProps {
  readonly project: ProjectTree;
  readonly id: string;
  readonly part?: ShotPart;
  readonly onFollow?: () => void;
}

/** The name of a shot, which opens it. */
export function ShotLink({ project, id, part, onFollow }: ShotLinkProps) {
  const found = findShot(project, id);
  if (!found) return null;
  return (
    <TextLink
      to="."
      search={({ scene: _scene, about: _about, part: _part, ...before }) => ({
        ...before,
        shot: id,
        ...(part && { part }),
      })}
      resetScroll={false}
      onClick={onFollow}
    >
      {words.shot.title(found.scene.scene_number, found.shot.shot_number)}
    </TextLink>
  );
}
