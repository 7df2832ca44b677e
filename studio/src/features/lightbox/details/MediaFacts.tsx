import { mediaTitle } from '../../../api/media-item';
import { useProviderName } from '../../../api/providers';
import { runSeconds } from '../../../api/run-seconds';
import type { Job, Media } from '../../../api/types';
import { useWorkflowName } from '../../../api/workflows';
import { TextLink } from '../../../routing/links';
import { CopyButton } from '../../../ui/CopyButton';
import { Fact, Facts } from '../../../ui/Facts';
import { bytes, clipLength, duration } from '../../../ui/format';
import { Time } from '../../../ui/Time';
import { detailsWords } from '../words';
import styles from './MediaDetails.module.css';
import { loraText, modelName, stepsText } from './model';

interface MediaFactsProps {
  readonly media: Media;
  /** The job that made it, once it is loaded. */
  readonly job?: Job | undefined;
  /** Keeps the room of what is known once it is loaded. */
  readonly isJobLoading?: boolean;
}

/** How it was made, its size, when, and whether it is kept. */
export function MediaFacts({ media, job, isJobLoading }: MediaFactsProps) {
  return (
    <Facts>
      <Provenance media={media} job={job} isJobLoading={isJobLoading} />
      <Fact name={detailsWords.size} mono>
        {sizeText(media)}
      </Fact>
      {media.duration !== null && (
        <Fact name={detailsWords.length} mono>
          {[clipLength(media.duration), media.fps === null ? '' : detailsWords.frames(media.fps)]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
      )}
      <Made media={media} job={job} />
      {media.favourite && <Fact name={detailsWords.kept}>{detailsWords.yes}</Fact>}
    </Facts>
  );
}

function Provenance({ media, job, isJobLoading = false }: MediaFactsProps) {
  const steps = stepsText(job?.settings);
  const models = media.models.map(modelName);
  return (
    <>
      {media.workflow !== null && <WorkflowFact id={media.workflow} />}
      {models.length > 0 && (
        <Fact name={models.length === 1 ? detailsWords.model : detailsWords.models}>
          {models.join(', ')}
        </Fact>
      )}
      {media.loras.length > 0 && (
        <Fact name={detailsWords.loras}>
          {media.loras.map((file) => loraText(file, job?.settings)).join(', ')}
        </Fact>
      )}
      {media.seed !== null && (
        <Fact name={detailsWords.seed} mono>
          <span className={styles.line}>
            {media.seed}
            <CopyButton text={String(media.seed)} label={detailsWords.copySeed} />
          </span>
        </Fact>
      )}
      {(steps !== undefined || isJobLoading) && (
        <Fact name={detailsWords.steps} mono>
          {steps}
        </Fact>
      )}
    </>
  );
}

function WorkflowFact({ id }: { readonly id: string }) {
  const name = useWorkflowName(id);
  return (
    <Fact name={detailsWords.workflow}>
      <TextLink to="/workflows" search={{ open: id }}>
        {name}
      </TextLink>
    </Fact>
  );
}

function Made({ media, job }: MediaFactsProps) {
  const seconds = runSeconds(job);
  const node = useProviderName(media.provider ?? '');
  const isUpload = media.source === 'uploaded';
  return (
    <>
      <Fact name={isUpload ? detailsWords.uploaded : detailsWords.made}>
        <Time iso={media.created_at} />
        {seconds !== undefined && <span className={styles.extra}> · {duration(seconds)}</span>}
      </Fact>
      {media.provider !== null && <Fact name={detailsWords.node}>{node}</Fact>}
      {isUpload && mediaTitle(media) !== media.name && (
        <Fact name={detailsWords.file}>{media.name}</Fact>
      )}
    </>
  );
}

function sizeText({ width, height, size_bytes }: Media): string {
  const pixels = width !== null && height !== null ? `${width} × ${height} · ` : '';
  return pixels + bytes(size_bytes);
}
