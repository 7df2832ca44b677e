import { IconDownload } from '@tabler/icons-react';
import {
  type Checkpoint,
  checkpointUrl,
  type Run,
  useCheckpoints,
} from '../../../api/training-runs';
import { type TrainedLora, useLorasOfRun } from '../../../api/trained-loras';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { FormError } from '../../../ui/FormError';
import { IconAction } from '../../../ui/IconAction';
import { Time } from '../../../ui/Time';
import { downloadFile } from '../../media-actions/public';
import { RemoveLora } from '../RemoveLora';
import { CompareCheckpoints } from './CompareCheckpoints';
import { GiveToCharacter } from './GiveToCharacter';
import { PublishCheckpoint } from './PublishCheckpoint';
import styles from './Run.module.css';
import { runWords } from './words';

const { checkpoints: words } = runWords;

/** What the run has saved, latest first, and what it is published as. */
export function Checkpoints({ run }: { readonly run: Run }) {
  const { data: checkpoints, error } = useCheckpoints(run.job_name);
  const { data: loras } = useLorasOfRun(run.job_name);
  return (
    <DetailsSection heading="h2" title={words.title}>
      {checkpoints === undefined
        ? error && <FormError error={error} />
        : checkpoints.length === 0 && <p className={styles.hint}>{words.none}</p>}
      <ul className={styles.checkpoints}>
        {checkpoints?.map((checkpoint, index) => (
          <CheckpointRow
            key={checkpoint.name}
            run={run}
            checkpoint={checkpoint}
            isLatest={index === 0}
            loras={loras?.filter((lora) => lora.step === checkpoint.step)}
          />
        ))}
      </ul>
      {checkpoints !== undefined && checkpoints.length > 0 && (
        <div className={styles.compare}>
          <CompareCheckpoints run={run} />
        </div>
      )}
    </DetailsSection>
  );
}

interface CheckpointRowProps {
  readonly run: Run;
  readonly checkpoint: Checkpoint;
  readonly isLatest: boolean;
  /** What it is published as, once that is known. */
  readonly loras: readonly TrainedLora[] | undefined;
}

function CheckpointRow({ run, checkpoint, isLatest, loras }: CheckpointRowProps) {
  const { step, size_bytes, files, modified_at } = checkpoint;
  return (
    <li className={styles.checkpoint}>
      <div className={styles.checkpointHead}>
        <span className={styles.checkpointStep}>{words.step(step)}</span>
        <span className={styles.note}>
          {isLatest && `${words.latest} · `}
          {words.facts(size_bytes, files.length)} · <Time iso={modified_at} />
        </span>
        <span className={styles.files}>
          {files.map((file) => (
            <IconAction
              key={file}
              icon={IconDownload}
              label={words.download(file)}
              onClick={() => downloadFile({ url: checkpointUrl(run.job_name, file), name: file })}
            />
          ))}
        </span>
      </div>
      {loras?.map(({ name }) => (
        <div key={name} className={styles.published}>
          <span>
            {words.published} <span className="tabular">{name}</span>
          </span>
          <RemoveLora name={name} />
        </div>
      ))}
      <div className={styles.actions}>
        <GiveToCharacter run={run} checkpoint={checkpoint} />
        {loras && <PublishCheckpoint checkpoint={checkpoint} isPublished={loras.length > 0} />}
      </div>
    </li>
  );
}
