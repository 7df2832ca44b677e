import { useInViewport } from '@mantine/hooks';
import { IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type RunSummary, sampleUrl, useSamples } from '../../../api/training-runs';
import { Picture } from '../../../ui/Picture';
import { Time } from '../../../ui/Time';
import { isClip } from '../model';
import { RunState } from '../RunState';
import { trainingWords as words } from '../words';
import styles from './Lists.module.css';

/** A run by its newest sample picture. */
export function RunRow({ run }: { readonly run: RunSummary }) {
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  const { data: samples = [] } = useSamples(run.job_name, { enabled: inViewport });
  const newest = samples.findLast(({ name, step }) => step > 0 && !isClip(name));
  const problem = run.error ?? run.stalled?.cause;
  return (
    <li ref={ref} className={styles.row}>
      {newest === undefined ? (
        <span className={styles.noPicture}>
          <IconSchool size={24} stroke={1.5} aria-hidden="true" />
        </span>
      ) : (
        <Picture src={sampleUrl(run.job_name, newest)} alt="" className={styles.picture} />
      )}
      <div className={styles.words}>
        <Link to="/training/runs/$name" params={{ name: run.job_name }} className={styles.name}>
          {run.job_name}
        </Link>
        <span className={styles.about}>
          {[run.model || run.base_config, words.runs.on(run.dataset), run.trigger_word].join(' · ')}
        </span>
        {problem !== undefined && <span className={styles.problem}>{problem}</span>}
      </div>
      <RunState run={run} />
      <span className={styles.time}>
        <Time iso={run.finished_at ?? run.created_at} />
      </span>
    </li>
  );
}
