import { useInViewport } from '@mantine/hooks';
import { useProviders } from '../../api/providers';
import { useWorkflow } from '../../api/workflows';
import { smallestLack } from './model';
import styles from './WorkflowCard.module.css';
import { workflowsWords as words } from './words';

/** Says in short what is missing on the node that lacks least. Only the record of a workflow tells: it is loaded once in view. */
export function WorkflowLack({ id }: { readonly id: string }) {
  const { ref, inViewport } = useInViewport<HTMLParagraphElement>();
  // What was loaded stays: a text that gets shorter out of view would move the cards below.
  const { data } = useWorkflow(id, { enabled: inViewport });
  const nodes = useProviders().data ?? [];
  const lack = data && smallestLack(data.requirements.missing);
  const node = nodes.find((one) => one.id === lack?.provider)?.name ?? lack?.provider ?? '';
  return (
    <p ref={ref} className={styles.lack}>
      <span className={styles.dot} data-state="lacks" aria-hidden="true" />
      <span>
        {words.cantRun} {lack && words.lacksParts(node, lack)}
      </span>
    </p>
  );
}
