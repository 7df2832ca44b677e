import { useInViewport } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { thumbnailUrl } from '../../../api/media-url';
import { type Project, useProject } from '../../../api/projects';
import { Picture } from '../../../ui/Picture';
import { Time } from '../../../ui/Time';
import { countsOf, posterOf, type ProjectCounts } from '../model';
import { projectsWords as words } from '../words';
import styles from './ProjectList.module.css';

const countText = ({ scenes, shots, seconds }: ProjectCounts): string =>
  scenes === 0
    ? words.nothing
    : [words.scenes(scenes), words.shots(shots), words.length(seconds)].join(' · ');

/** A project by its first picture. Lists don't say what is in a project, so a card loads that once it is in view. */
export function ProjectCard({ project }: { readonly project: Project }) {
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  const { data } = useProject(project.id, { enabled: inViewport });
  const poster = data && posterOf(data);
  const counts = data && countsOf(data);
  return (
    <li ref={ref}>
      <Link to="/projects/$id" params={{ id: project.id }} className={styles.card}>
        <span className={styles.poster}>
          {poster === undefined ? (
            <span className={styles.noPicture}>{data && words.noPicture}</span>
          ) : (
            <Picture
              src={thumbnailUrl(poster, 512)}
              alt=""
              fit="contain"
              className={styles.picture}
            />
          )}
        </span>
        <span className={styles.title} title={project.title}>
          <bdi>{project.title}</bdi>
        </span>
        <span className={styles.about}>{counts && countText(counts)}</span>
        <span className={styles.about}>
          {words.statuses[project.status]} · {words.updated} <Time iso={project.updated_at} />
        </span>
      </Link>
    </li>
  );
}
