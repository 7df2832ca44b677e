import type { Run } from '../../../api/training-runs';
import { TextLink } from '../../../routing/links';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { Fact, Facts } from '../../../ui/Facts';
import { Time } from '../../../ui/Time';
import { runWords as words } from './words';

/** What is trained, and since when. */
export function RunFacts({ run }: { readonly run: Run }) {
  return (
    <DetailsSection heading="h2" title={words.about}>
      <Facts>
        <Fact name={words.model}>{run.model || run.base_config}</Fact>
        <Fact name={words.template} mono>
          {run.base_config}
        </Fact>
        <Fact name={words.dataset}>
          <TextLink to="/training/datasets/$id" params={{ id: run.dataset }}>
            {run.dataset}
          </TextLink>
        </Fact>
        <Fact name={words.trigger} mono>
          {run.trigger_word}
        </Fact>
        {run.speed !== null && run.speed > 0 && (
          <Fact name={words.speed} mono>
            {words.perSecond(run.speed)}
          </Fact>
        )}
        <Fact name={run.started_at === null ? words.waits : words.started}>
          <Time iso={run.started_at ?? run.created_at} />
        </Fact>
        {run.finished_at !== null && (
          <Fact name={words.ended}>
            <Time iso={run.finished_at} />
          </Fact>
        )}
      </Facts>
    </DetailsSection>
  );
}
