import { useInViewport } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { thumbnailUrl } from '../../../api/media-url';
import { type Project, useProject } from '../../../api/projects';
import { CardBody, cardLink } from '../../../ui/Cards';
import { Time } from '../../../ui/Time';
import { countsOf, posterOf, type ProjectCounts } from '../model';
import { projectsWords as words } from '../words';

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
      <Link to="/projects/$id" params={{ id: project.id }} className={cardLink}>
        <CardBody
          picture={poster === undefined ? null : thumbnailUrl(poster, 512)}
          noPicture={data && words.noPicture}
          title={project.title}
          about={[
            counts && countText(counts),
            <>
              {words.statuses[project.status]} · {words.updated} <Time iso={project.updated_at} />
            </>,
          ]}
        />
      </Link>
    </li>
  );
}
