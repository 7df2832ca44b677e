import type { Schemas } from '@kinora/client';
import { Fact, Facts } from '../../ui/Facts';
import { TextLinkOut } from './TextLinkOut';
import styles from './MissingParts.module.css';
import { workflowsWords as words } from './words';

interface MissingPartsProps {
  /** What one node lacks for one workflow. */
  readonly node: Schemas['LackingNodeResponse'];
  /** The workflow's model files, with where they can be downloaded. */
  readonly models: readonly Schemas['RequiredModelResponse'][];
}

/** The model files, node classes and values that a node lacks. */
export function MissingParts({ node, models }: MissingPartsProps) {
  if (!node.known) return <p className={styles.note}>{words.missing.unknown}</p>;
  const nearestClass = new Map(node.nearest_classes?.map((one) => [one.class, one.nearest]));
  return (
    <Facts>
      {node.missing_models.map(({ folder, file, nearest }) => {
        const page = models.find((one) => one.folder === folder && one.file === file)?.page;
        return (
          <Fact key={`${folder}/${file}`} name={words.missing.model}>
            <span className={styles.file}>
              {folder}/{file}
            </span>
            {page !== undefined && <TextLinkOut href={page}>{words.missing.download}</TextLinkOut>}
            <Nearest names={nearest} />
          </Fact>
        );
      })}
      {node.missing_classes.map((name) => (
        <Fact key={name} name={words.missing.nodeClass}>
          <span className={styles.file}>{name}</span>
          <Nearest names={nearestClass.get(name) ?? []} />
        </Fact>
      ))}
      {node.unsupported_values.map(({ node: id, input, value, reason, nearest }) => (
        <Fact key={`${id}.${input}`} name={words.missing.value}>
          <span className={styles.file}>
            {id}.{input}
            {value !== undefined && ` = ${String(value)}`}
          </span>
          {reason !== undefined && <div className={styles.note}>{reason}</div>}
          <Nearest names={nearest ?? []} />
        </Fact>
      ))}
    </Facts>
  );
}

function Nearest({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return <div className={styles.note}>{words.missing.nearest(names)}</div>;
}
