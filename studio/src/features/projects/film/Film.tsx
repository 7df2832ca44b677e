import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mediaUrl } from '../../../api/media-url';
import { cancelRender, type ProjectTree, type Render, useRenders } from '../../../api/projects';
import { Disclosure } from '../../../ui/Disclosure';
import { ErrorState } from '../../../ui/ErrorState';
import { notifyError } from '../../../ui/notify';
import { Time } from '../../../ui/Time';
import { downloadFile } from '../../media-actions/public';
import { filmName, isUnfinished, renderFraction, RENDER_TONES } from '../model';
import { ProgressLine } from '../../../ui/ProgressLine';
import { StateDot } from '../../../ui/StateDot';
import { useSubmitting } from '../../../ui/use-submitting';
import { projectsWords } from '../words';
import { FilmActions } from './FilmActions';
import { FilmPoster } from './FilmPoster';
import styles from './Film.module.css';

const { film: words } = projectsWords;

/** The newest film with its state, and the earlier ones. Nothing before the first. */
export function Film({ project }: { readonly project: ProjectTree }) {
  const { data: renders = [], error, refetch } = useRenders(project.id);
  const [isOpen, setIsOpen] = useState(false);
  const [newest, ...earlier] = renders;
  if (newest === undefined && error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (newest === undefined) return null;
  return (
    <section aria-labelledby="film">
      <h2 id="film" className={styles.title}>
        {words.title}
      </h2>
      <FilmRow render={newest} title={project.title} />
      {earlier.length > 0 && (
        <Disclosure title={words.earlier(earlier.length)} isOpen={isOpen} onToggle={setIsOpen}>
          <ul className={styles.earlier}>
            {earlier.map((render) => (
              <li key={render.id}>
                <FilmRow render={render} title={project.title} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}

function FilmRow({ render, title }: { readonly render: Render; readonly title: string }) {
  const { path, settings, seconds, error } = render;
  const percent = projectsWords.takes.percent(renderFraction(render));
  return (
    <div className={styles.film}>
      <FilmPoster render={render} />
      <div className={styles.body}>
        <StateDot tone={RENDER_TONES[render.status]}>
          {render.status === 'running'
            ? `${words.states.running} · ${percent}`
            : words.states[render.status]}
        </StateDot>
        {isUnfinished(render) && (
          <>
            <ProgressLine label={words.progress} fraction={renderFraction(render)} />
            <span className={styles.note}>
              {words.frames(render.frames_done, render.frames_total)}
            </span>
          </>
        )}
        <span className={styles.note}>
          {words.line(settings.resolution, seconds)} ·{' '}
          <Time iso={render.finished_at ?? render.created_at} />
        </span>
        {error !== null && render.status === 'failed' && (
          <p className={styles.problem}>{error.message}</p>
        )}
        <div className={styles.actions}>
          {path !== null && (
            <Button
              leftSection={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
              onClick={() => downloadFile({ url: mediaUrl(path), name: filmName(title) })}
            >
              {words.download}
            </Button>
          )}
          {isUnfinished(render) && <CancelFilm render={render} />}
          <FilmActions render={render} />
        </div>
      </div>
    </div>
  );
}

function CancelFilm({ render }: { readonly render: Render }) {
  const queries = useQueryClient();
  const { isBusy, run } = useSubmitting(async () => {
    await cancelRender(render).catch(notifyError);
    await queries.invalidateQueries({ queryKey: ['project', render.project_id] });
  });
  return (
    <Button loading={isBusy} onClick={() => void run()}>
      {words.cancel}
    </Button>
  );
}
