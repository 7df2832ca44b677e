import { UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { planBatch } from '../../../../api/batches';
import type { Workflow } from '../../../../api/types';
import { OptionPicker } from '../../../../ui/OptionPicker';
import { problemOf } from '../../../../ui/problem';
import { formWords } from '../../words';
import { FieldError } from '../fields/FieldError';
import { FieldLabel } from '../../../../ui/FieldLabel';
import fieldStyles from '../fields/Field.module.css';
import { clearError, patchForm, useFormPart } from '../form-state';
import { GrowingText } from '../prompt/GrowingText';
import { plannedBatch, refusalText, varyOptions } from './model';
import styles from './Vary.module.css';

/** One setting takes several values, one run each. */
export function VaryField({ workflow }: { readonly workflow: Workflow }) {
  const id = useId();
  const axis = useFormPart((state) => state.axis);
  const options = useMemo(() => varyOptions(workflow.params), [workflow.params]);
  const change = (next: typeof axis) => {
    patchForm({ axis: next });
    clearError('axes');
  };
  if (axis === null)
    return (
      <UnstyledButton
        className={styles.start}
        onClick={() => change({ param: options[0]?.value ?? 'prompt', text: '' })}
      >
        {formWords.vary}
      </UnstyledButton>
    );
  const isText = workflow.params[axis.param]?.type === 'text';
  return (
    <div role="group" aria-label={formWords.vary} className={styles.vary} data-param="axes">
      <FieldLabel label={formWords.vary}>
        <UnstyledButton className={styles.stop} onClick={() => change(null)}>
          {formWords.varyStop}
        </UnstyledButton>
      </FieldLabel>
      <OptionPicker
        label={formWords.varySetting}
        options={options}
        value={axis.param}
        searchLabel={formWords.search}
        emptyText={formWords.nothingFound}
        onChange={(param) => change({ param, text: '' })}
      />
      <GrowingText
        id={id}
        aria-label={formWords.varyValues}
        placeholder={isText ? formWords.varyText : formWords.varyHint}
        value={axis.text}
        onChange={(text) => change({ ...axis, text })}
      />
      <Summary workflow={workflow} />
      <FieldError name="axes" />
    </div>
  );
}

const DELAY_MS = 250;

/** What the batch would do, or what of it is refused. */
function Summary({ workflow }: { readonly workflow: Workflow }) {
  const state = useFormPart((form) => form);
  const [settled] = useDebouncedValue(state, DELAY_MS);
  const body = plannedBatch(settled, workflow);
  const isReady = (body.axes[0]?.values.length ?? 0) > 0;
  const { data, error } = useQuery({
    queryKey: ['batches', 'plan', body],
    queryFn: ({ signal }) => planBatch(body, signal),
    enabled: isReady,
    retry: false,
    gcTime: 0,
  });
  if (error) return <p className={fieldStyles.error}>{problemOf(error).title}</p>;
  if (!isReady || !data) return null;
  const [refused] = data.refused;
  return refused ? (
    <p className={fieldStyles.error}>{refusalText(settled.axis?.text ?? '', refused)}</p>
  ) : (
    <p className={fieldStyles.hint}>{formWords.varySummary(data.total, data.expected_seconds)}</p>
  );
}
