import { Button } from '@mantine/core';
import type { Finding, RunPlan } from '../../../api/training-runs';
import { TextLink } from '../../../routing/links';
import { Fact, Facts } from '../../../ui/Facts';
import { FormError } from '../../../ui/FormError';
import { StateDot } from '../../../ui/StateDot';
import { findingText } from '../findings';
import styles from './NewRun.module.css';
import { startWords } from './words';

const { plan: words } = startWords;

interface PlanPanelProps {
  /** Of the run. */
  readonly name: string;
  /** Id of the dataset. */
  readonly dataset: string | null;
  readonly plan: RunPlan | undefined;
  /** Whether everything that a run needs was given. */
  readonly isComplete: boolean;
  readonly isBusy: boolean;
  readonly error: Error | undefined;
}

/** What the run takes and what is wrong with it, and the button that starts it. */
export function PlanPanel({ name, dataset, plan, isComplete, isBusy, error }: PlanPanelProps) {
  return (
    <section className={styles.plan} aria-labelledby="plan">
      <h2 id="plan" className={styles.heading}>
        {words.title}
      </h2>
      <div className={styles.findings} role="status">
        {!isComplete && <p className={styles.note}>{words.missing}</p>}
        {isComplete && error === undefined && <Verdict plan={plan} />}
      </div>
      {plan !== undefined && <Estimate plan={plan} />}
      {dataset !== null && (
        <TextLink to="/training/datasets/$id" params={{ id: dataset }} className={styles.link}>
          {startWords.toDataset}
        </TextLink>
      )}
      {error !== undefined && <FormError error={error} />}
      <Button
        type="submit"
        variant="filled"
        fullWidth
        loading={isBusy}
        disabled={!isComplete || plan?.ok === false}
      >
        {words.submit(name)}
      </Button>
    </section>
  );
}

/** Whether the run can start, and what may spoil it. */
function Verdict({ plan }: { readonly plan: RunPlan | undefined }) {
  if (plan === undefined) return <StateDot tone="busy">{words.checking}</StateDot>;
  return (
    <>
      {plan.ok && <StateDot tone="ok">{words.ready}</StateDot>}
      <Findings title={words.faults} tone="bad" findings={plan.faults} />
      <Findings title={words.warnings} tone="warn" findings={plan.warnings} />
    </>
  );
}

interface FindingsProps {
  readonly title: string;
  readonly tone: 'bad' | 'warn';
  readonly findings: readonly Finding[];
}

function Findings({ title, tone, findings }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <div>
      <h3 className={styles.findingsTitle}>{title}</h3>
      <ul className={styles.list}>
        {findings.map((finding) => (
          <li key={finding.code}>
            <StateDot tone={tone}>{findingText(finding)}</StateDot>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Estimate({ plan: { pictures, estimate } }: { readonly plan: RunPlan }) {
  return (
    <Facts>
      <Fact name={words.pictures}>{words.pictureCount(pictures)}</Fact>
      <Fact name={words.time}>
        {estimate.seconds === null ? words.noTime : words.seconds(estimate.seconds)}
      </Fact>
      <Fact name={words.disk}>{words.diskOf(estimate.disk_bytes, estimate.free_bytes)}</Fact>
    </Facts>
  );
}
