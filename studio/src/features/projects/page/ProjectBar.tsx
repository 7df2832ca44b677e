import type { ProjectTree } from '../../../api/projects';
import { MakeFilm } from '../film/MakeFilm';
import { countsOf } from '../model';
import { projectsWords as words } from '../words';
import { AddScene } from './AddScene';
import { DeleteProject } from './DeleteProject';
import styles from './ProjectPage.module.css';

/** What the project is in numbers, and what can be done with it as a whole. */
export function ProjectBar({ project }: { readonly project: ProjectTree }) {
  const { scenes, shots, seconds } = countsOf(project);
  const facts = [
    words.statuses[project.status],
    project.aspect_ratio,
    words.scenes(scenes),
    words.shots(shots),
    ...(shots > 0 ? [words.length(seconds)] : []),
  ];
  return (
    <div className={styles.bar}>
      <AddScene project={project} />
      {shots > 0 && <MakeFilm project={project} />}
      <span className={styles.facts}>{facts.join(' · ')}</span>
      <DeleteProject project={project} />
    </div>
  );
}
