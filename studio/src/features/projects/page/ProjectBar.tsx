import type { ProjectTree } from '../../../api/projects';
import { ButtonLink } from '../../../routing/links';
import { MakeFilm } from '../film/MakeFilm';
import { Preview } from '../film/Preview';
import { MakeMany } from '../many/MakeMany';
import { SelectionBar } from '../many/SelectionBar';
import { useShotSelection } from '../many/selection';
import { countsOf, shotsOf } from '../model';
import { storyWords } from '../story-words';
import { projectsWords as words } from '../words';
import { AddScene } from './AddScene';
import styles from './ProjectPage.module.css';
import { ProjectMenu } from './ProjectMenu';

/** What the project is in numbers, and what can be done with it as a whole. */
export function ProjectBar({ project }: { readonly project: ProjectTree }) {
  const { ids } = useShotSelection();
  const { scenes, shots, seconds } = countsOf(project);
  if (shotsOf(project).some(({ id }) => ids.has(id))) return <SelectionBar project={project} />;
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
      {shots > 0 && (
        <>
          <MakeMany project={project} />
          <Preview project={project} />
          <MakeFilm project={project} />
        </>
      )}
      <ButtonLink
        to="."
        search={({ shot: _shot, part: _part, scene: _scene, ...before }) => ({
          ...before,
          about: true as const,
        })}
        resetScroll={false}
      >
        {storyWords.project.open}
      </ButtonLink>
      <span className={styles.facts}>{facts.join(' · ')}</span>
      <ProjectMenu project={project} />
    </div>
  );
}
