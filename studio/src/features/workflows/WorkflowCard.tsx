import { Link } from '@tanstack/react-router';
import { useProviders } from '../../api/providers';
import type { Provider, WorkflowItem } from '../../api/types';
import { ButtonLink } from '../../routing/links';
import { typicalSeconds } from './model';
import styles from './WorkflowCard.module.css';
import { workflowsWords as words } from './words';

interface WorkflowCardProps {
  readonly workflow: WorkflowItem;
  readonly isOpen: boolean;
}

/** One workflow: what it is good at, how long it takes here, and where it runs. The card is a link to the details. */
export function WorkflowCard({ workflow, isOpen }: WorkflowCardProps) {
  const providers = useProviders().data ?? [];
  const seconds = typicalSeconds(workflow.run_time);
  const facts = [
    workflow.source === 'imported' && words.imported,
    seconds === null ? words.notRun : words.typical(seconds),
    workflow.inputs.audio === 'required' && words.needsAudio,
  ].filter((fact) => fact !== false);
  return (
    <li className={styles.card} data-open={isOpen || undefined}>
      <h3 className={styles.name}>
        <Link
          to="/workflows"
          search={(before) => ({ ...before, open: workflow.id })}
          resetScroll={false}
          className={styles.link}
          aria-current={isOpen || undefined}
        >
          <bdi>{workflow.name}</bdi>
        </Link>
      </h3>
      <p className={styles.text} dir="auto">
        {workflow.description}
      </p>
      <ul className={styles.nodes}>
        {providers
          .filter(({ roles }) => roles.includes(workflow.kind))
          .map((provider) => (
            <NodeState
              key={provider.id}
              provider={provider}
              isAble={workflow.runnable_on.includes(provider.id)}
            />
          ))}
      </ul>
      <div className={styles.foot}>
        <span className={styles.facts}>{facts.join(' · ')}</span>
        <ButtonLink
          to="/generate"
          search={{ workflow: workflow.id }}
          className={styles.use}
          aria-label={words.useNamed(workflow.name)}
        >
          {words.use}
        </ButtonLink>
      </div>
    </li>
  );
}

function NodeState({
  provider,
  isAble,
}: {
  readonly provider: Provider;
  readonly isAble: boolean;
}) {
  const state = provider.status === 'offline' ? 'away' : isAble ? 'ready' : 'lacks';
  return (
    <li className={styles.node}>
      <span className={styles.dot} data-state={state} aria-hidden="true" />
      {words[state](provider.name)}
    </li>
  );
}
