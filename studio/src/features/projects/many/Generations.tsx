import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { cancelGeneration, type Generation, useGenerations } from '../../../api/generations';
import { makingWords as words } from '../making-words';
import { notifyProblem } from '../problems';
import { ProgressLine } from '../../../ui/ProgressLine';
import { useSubmitting } from '../../../ui/use-submitting';
import styles from './Many.module.css';

/** The calls that still make takes, with how far each is; nothing without one. It comes and goes without moving the scenes. */
export function Generations({ project }: { readonly project: string }) {
  const running = useGenerations(project).data?.filter(({ status }) => status === 'running') ?? [];
  if (running.length === 0) return null;
  return (
    <section aria-labelledby="generations" className={styles.inView}>
      <h2 id="generations" className={styles.heading}>
        {words.progressTitle}
      </h2>
      <ul className={styles.generations}>
        {running.map((generation) => (
          <li key={generation.id}>
            <GenerationRow project={project} generation={generation} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface GenerationRowProps {
  readonly project: string;
  readonly generation: Generation;
}

function GenerationRow({ project, generation }: GenerationRowProps) {
  const queries = useQueryClient();
  const { id, kind, total, counts, fraction, eta_seconds } = generation;
  const name = kind === 'mixed' ? words.mixed : words.kinds[kind];
  const ended = total - counts.waiting - counts.queued - counts.running;
  const facts = [
    words.done(ended, total),
    ...(counts.failed > 0 ? [words.failed(counts.failed)] : []),
    ...(counts.skipped > 0 ? [words.skippedTakes(counts.skipped)] : []),
    ...(eta_seconds === null ? [] : [words.left(eta_seconds)]),
  ];
  const { isBusy, run } = useSubmitting(async () => {
    await cancelGeneration(project, id).catch(notifyProblem);
    await queries.invalidateQueries({ queryKey: ['project', project] });
  });
  return (
    <div className={styles.generation}>
      <span>{name}</span>
      <span className={styles.note}>{facts.join(' · ')}</span>
      <Button size="compact-sm" loading={isBusy} onClick={() => void run()}>
        {words.cancel}
      </Button>
      <span className={styles.line}>
        <ProgressLine label={words.progress(name)} fraction={fraction} />
      </span>
    </div>
  );
}
