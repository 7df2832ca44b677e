import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useWorkflow, useWorkflows } from '../../api/workflows';
import type { Provider, WorkflowItem } from '../../api/types';
import { TextLink } from '../../routing/links';
import { MissingParts } from '../workflows/public';
import { Disclosure } from '../../ui/Disclosure';
import styles from './NodeWorkflows.module.css';
import { nodesWords as words } from './words';

/** How many workflows the node can run, and what the others lack there. */
export function NodeWorkflows({ node }: { readonly node: Provider }) {
  const [isOpen, setIsOpen] = useState(false);
  const workflows = useWorkflows().data;
  if (workflows === undefined || workflows.length === 0) return null;
  // What a node of one role can't run by its role lacks nothing.
  const asked = workflows.filter(({ kind }) => node.roles.includes(kind));
  const unable = asked.filter(({ runnable_on }) => !runnable_on.includes(node.id));
  if (asked.length === 0) return null;
  if (node.last_seen_at === null) return <p className={styles.note}>{words.notKnown}</p>;
  return (
    <div>
      <p>{words.canRun(asked.length - unable.length, asked.length)}</p>
      {unable.length > 0 && (
        <Disclosure title={words.lacks(unable.length)} isOpen={isOpen} onToggle={setIsOpen}>
          <ul className={styles.workflows}>
            {unable.map((workflow) => (
              <LackingWorkflow key={workflow.id} workflow={workflow} provider={node.id} />
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

function LackingWorkflow({
  workflow,
  provider,
}: {
  readonly workflow: WorkflowItem;
  readonly provider: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <UnstyledButton
        className={styles.workflow}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={14} stroke={1.5} aria-hidden="true" className={styles.sign} />
        {workflow.name}
      </UnstyledButton>
      {isOpen && <Missing id={workflow.id} provider={provider} />}
    </li>
  );
}

function Missing({ id, provider }: { readonly id: string; readonly provider: string }) {
  const record = useWorkflow(id).data;
  const missing = record?.requirements.missing.find((node) => node.provider === provider);
  if (record === undefined) return null;
  return (
    <div className={styles.missing}>
      {missing === undefined ? (
        <p>{words.nothingMissing}</p>
      ) : (
        <MissingParts node={missing} models={record.requirements.models} />
      )}
      <TextLink to="/workflows" search={{ open: id }}>
        {words.openWorkflow}
      </TextLink>
    </div>
  );
}
