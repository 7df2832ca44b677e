import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Fact, Facts } from '../../../ui/Facts';
import { jobsWords as words } from '../words';
import type { GraphNode } from './model';
import styles from './GraphViewer.module.css';

/** A graph node to scroll into view: a new object each time, also for the same node. */
export interface GraphTarget {
  readonly id: string;
}

interface GraphNodeItemProps {
  readonly node: GraphNode;
  /** Titles of all nodes by id. */
  readonly titles: ReadonlyMap<string, string>;
  /** Set if the user has just followed a link to it. */
  readonly target: GraphTarget | null;
  readonly hasFailed: boolean;
  readonly onGoTo: (id: string) => void;
}

/** One graph node: its inputs, and the graph nodes that take its outputs. */
export function GraphNodeItem({ node, titles, target, hasFailed, onGoTo }: GraphNodeItemProps) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (target === null) return;
    ref.current?.scrollIntoView({ block: 'center' });
    ref.current?.focus();
  }, [target]);
  const linkTo = (id: string) => (
    <NodeLink key={id} id={id} title={titles.get(id) ?? id} onGoTo={onGoTo} />
  );
  return (
    <li ref={ref} className={styles.node} tabIndex={-1} data-target={target !== null || undefined}>
      <h3 className={styles.title}>
        <bdi>{node.title}</bdi>
        <span className={styles.class}>
          {node.title === node.classType ? node.id : `${node.classType} · ${node.id}`}
        </span>
        {hasFailed && <span className={styles.failed}>{words.states.failed}</span>}
      </h3>
      {node.inputs.length > 0 && (
        <Facts>
          {node.inputs.map(({ name, value, from }) => (
            <Fact key={name} name={name} mono={from === null}>
              {from === null ? value : linkTo(from)}
            </Fact>
          ))}
        </Facts>
      )}
      {node.feeds.length > 0 && (
        <p className={styles.feeds}>
          {words.graph.feeds}
          {node.feeds.map(linkTo)}
        </p>
      )}
    </li>
  );
}

function NodeLink({
  id,
  title,
  onGoTo,
}: {
  readonly id: string;
  readonly title: string;
  readonly onGoTo: (id: string) => void;
}) {
  return (
    <UnstyledButton
      className={styles.link}
      onClick={() => onGoTo(id)}
      aria-label={words.graph.goTo(`${title} (${id})`)}
    >
      {title}
    </UnstyledButton>
  );
}
