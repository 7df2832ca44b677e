import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useProviderName, useProviders } from '../../../api/providers';
import { runSeconds } from '../../../api/run-seconds';
import { useSecondsUntil } from '../../../ui/use-seconds-until';
import { duration } from '../../../ui/format';
import { IconAction } from '../../../ui/IconAction';
import { choose } from './choice';
import { useSubmitted } from '../form/store';
import { liveFacts, pagedOutputs, waitingText } from './model';
import styles from './Stage.module.css';
import type { StageView } from './use-stage-view';
import { stageWords } from './words';

/** The prompt, the node, and how long it took or takes: what is known last stands last. */
export function StageTitle({ view }: { readonly view: StageView }) {
  const { state, prompt } = view;
  // Nothing is shown before the node's name is known: the facts beside it would move when it arrives.
  const isNamed = !useProviders().isLoading;
  const node = useProviderName(view.node ?? '');
  return (
    <>
      <b dir="auto" title={prompt} className={styles.title}>
        {prompt}
      </b>
      {/* Another element per state: the texts change in place, none of them moves. */}
      <span key={state} className={`${styles.facts} ${state === 'unfinished' ? styles.live : ''}`}>
        {isNamed && (state === 'unfinished' || state === 'done') && (
          <span dir="auto" title={node} className={styles.node}>
            {node}
          </span>
        )}
        {isNamed && state === 'done' && <RunTime job={view.job} />}
        {isNamed && state === 'unfinished' && <UnfinishedFacts live={view.live} />}
      </span>
      <Pager view={view} />
    </>
  );
}

function RunTime({ job }: Pick<StageView, 'job'>) {
  const seconds = runSeconds(job);
  return seconds === undefined ? null : <span>{duration(seconds)}</span>;
}

function UnfinishedFacts({ live }: Pick<StageView, 'live'>) {
  const facts = liveFacts(live);
  const { isRunning, step, endsAt } = facts;
  const seconds = useSecondsUntil(endsAt);
  if (!isRunning) return <span>{waitingText(facts, seconds)}</span>;
  return (
    <>
      {step && <span>{stageWords.step(...step)}</span>}
      {!step && seconds !== null && seconds > 0 && <span>{stageWords.left(seconds)}</span>}
    </>
  );
}

/** Leads through the outputs of a job that made several. */
function Pager({ view: { job, index, state } }: { readonly view: StageView }) {
  const submitted = useSubmitted();
  const outputs = pagedOutputs(job?.outputs ?? []);
  if (state !== 'done' || outputs.length < 2) return null;
  const go = (step: number) => () => {
    const path = outputs[index + step]?.path;
    if (path !== undefined) choose({ subject: { kind: 'media', path }, submitted: submitted[0] });
  };
  return (
    <span className={styles.pager}>
      <IconAction
        icon={IconChevronLeft}
        label={stageWords.previousOutput}
        disabled={index === 0}
        onClick={go(-1)}
      />
      <span className={styles.count}>{stageWords.output(index + 1, outputs.length)}</span>
      <IconAction
        icon={IconChevronRight}
        label={stageWords.nextOutput}
        disabled={index + 1 >= outputs.length}
        onClick={go(1)}
      />
    </span>
  );
}
