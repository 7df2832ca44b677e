import { type TrainedLora, useTrainedLoras } from '../../../api/trained-loras';
import { TextLink } from '../../../routing/links';
import { EmptyState } from '../../../ui/EmptyState';
import { bytes } from '../../../ui/format';
import { PagedList } from '../../../ui/PagedList';
import { Time } from '../../../ui/Time';
import { RemoveLora } from '../RemoveLora';
import { trainingWords } from '../words';
import styles from './Lists.module.css';
import { RowsSkeleton } from './RowsSkeleton';

const { loras: words, lists } = trainingWords;

/** What the caller's runs have published: LoRAs that pictures can be made with. */
export function LoraList() {
  return (
    <PagedList
      query={useTrainedLoras()}
      skeleton={<RowsSkeleton />}
      empty={<EmptyState title={words.empty.title} text={words.empty.text} />}
    >
      {(items) => (
        <ul className={styles.rows} aria-label={lists.loras}>
          {items.map((lora) => (
            <LoraRow key={lora.name} lora={lora} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function LoraRow({ lora }: { readonly lora: TrainedLora }) {
  const { name, job_name, step, base_model, trigger_word, size_bytes, published_at } = lora;
  const facts = [base_model !== null && words.for(base_model), trigger_word, bytes(size_bytes)];
  return (
    <li className={styles.lora}>
      <div className={styles.words}>
        <span className={styles.loraName}>{name}</span>
        <span className={styles.about}>{facts.filter(Boolean).join(' · ')}</span>
        <span className={styles.about}>
          {job_name !== '' && (
            <>
              {words.from}{' '}
              <TextLink to="/training/runs/$name" params={{ name: job_name }}>
                {job_name}
              </TextLink>
              , {words.step(step)} ·{' '}
            </>
          )}
          {words.published} <Time iso={published_at} />
        </span>
      </div>
      <RemoveLora name={name} />
    </li>
  );
}
