import { useBatch } from '../../../api/jobs';
import { useProviderName } from '../../../api/providers';
import type { Job } from '../../../api/types';
import { useWorkflowName } from '../../../api/workflows';
import { TextLink } from '../../../routing/links';
import { Fact, Facts } from '../../../ui/Facts';
import { Time } from '../../../ui/Time';
import { RunTime } from '../RunTime';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { jobsWords as words } from '../words';

/** Workflow, node, models: what made it, and when. */
export function JobFacts({ job }: { readonly job: Job }) {
  const workflow = useWorkflowName(job.workflow);
  const provider = useProviderName(job.provider);
  const { details } = words;
  return (
    <DetailsSection title={details.facts}>
      <Facts>
        <Fact name={details.workflow}>
          <TextLink to="/workflows" search={{ open: job.workflow }}>
            {workflow}
          </TextLink>
        </Fact>
        <Fact name={details.provider}>{provider}</Fact>
        <FileFact name={details.models} files={job.models} />
        <FileFact name={details.loras} files={job.loras} />
        {job.batch !== null && <BatchFact id={job.batch} />}
        {job.priority !== 'normal' && (
          <Fact name={details.priority}>{details.priorities[job.priority]}</Fact>
        )}
        {job.attempts > 1 && (
          <Fact name={details.attempts} mono>
            {job.attempts}
          </Fact>
        )}
        {job.owner && <Fact name={details.owner}>{job.owner}</Fact>}
        <Fact name={details.created}>
          <Time iso={job.created_at} />
        </Fact>
        {job.started_at !== null && (
          <Fact name={details.run}>
            <RunTime job={job} />
          </Fact>
        )}
        <Fact name={details.id} mono>
          {job.prompt_id}
        </Fact>
      </Facts>
    </DetailsSection>
  );
}

function FileFact({
  name,
  files,
}: {
  readonly name: string;
  readonly files: readonly string[] | null;
}) {
  if (files === null || files.length === 0) return null;
  return (
    <Fact name={name}>
      {files.map((file) => (
        <div key={file}>{file}</div>
      ))}
    </Fact>
  );
}

function BatchFact({ id }: { readonly id: string }) {
  const batch = useBatch(id).data;
  if (batch === undefined) return null;
  return (
    <Fact name={words.details.batch}>
      <TextLink to="/jobs" search={{ batch: id }}>
        {batch.name || words.batchOf(batch.total)}
      </TextLink>
    </Fact>
  );
}
