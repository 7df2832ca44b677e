import type { RunSummary } from '../../api/training-runs';
import { ProgressLine } from '../../ui/ProgressLine';
import { StateDot } from '../../ui/StateDot';
import { isUnfinished, RUN_TONES, runFraction } from './model';
import styles from './RunState.module.css';
import { trainingWords } from './words';

const { runs: words } = trainingWords;

/** What a run does, in words. */
function stateText({ status, phase }: RunSummary): string {
  return status === 'running' && phase !== null ? words.phases[phase] : words.states[status];
}

/** How far a run is: its state, its steps, and the time that is left. */
export function RunState({ run }: { readonly run: RunSummary }) {
  const fraction = runFraction(run);
  const isStalled = run.stalled !== null;
  const percent = run.step > 0 && isUnfinished(run) ? ` · ${words.percent(fraction)}` : '';
  return (
    <div className={styles.state}>
      <StateDot tone={isStalled ? 'warn' : RUN_TONES[run.status]}>
        {(isStalled ? words.stalled : stateText(run)) + percent}
      </StateDot>
      {isUnfinished(run) && (
        <ProgressLine label={words.progress(run.job_name)} fraction={fraction} />
      )}
      <span className={styles.steps}>
        {[
          words.steps(run.step, run.steps),
          run.loss !== null && words.loss(run.loss),
          run.eta_seconds !== null && words.left(run.eta_seconds),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  );
}
