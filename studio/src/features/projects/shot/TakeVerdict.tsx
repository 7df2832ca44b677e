import { Button, TextInput } from '@mantine/core';
import {
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { judgeTake, type Shot, type Take, type TakeVerdict } from '../../../api/projects';
import { IconAction } from '../../../ui/IconAction';
import { useSubmitting } from '../../../ui/use-submitting';
import { notifyProblem } from '../problems';
import { projectsWords } from '../words';
import styles from './Takes.module.css';

const { takes: words } = projectsWords;

interface TakeVerdictProps {
  readonly shot: Shot;
  readonly take: Take;
  readonly number: number;
}

/** Approves or rejects a take, with a reason. The same again takes it back. */
export function TakeVerdictButtons({ shot, take, number }: TakeVerdictProps) {
  const queries = useQueryClient();
  const [isExplaining, setIsExplaining] = useState(false);
  const change = async (body: { readonly verdict?: TakeVerdict; readonly reason?: string }) => {
    await judgeTake(shot, take.id, body);
    await queries.invalidateQueries({ queryKey: ['project', shot.project_id] });
  };
  const judge = (verdict: NonNullable<TakeVerdict>) => {
    const isBack = take.verdict === verdict;
    setIsExplaining(!isBack);
    change(isBack ? { verdict: null, reason: '' } : { verdict }).catch(notifyProblem);
  };
  return (
    <>
      <div className={styles.verdict}>
        <IconAction
          icon={take.verdict === 'approved' ? IconThumbUpFilled : IconThumbUp}
          size="md"
          label={take.verdict === 'approved' ? words.unapprove(number) : words.approve(number)}
          aria-pressed={take.verdict === 'approved'}
          onClick={() => judge('approved')}
        />
        <IconAction
          icon={take.verdict === 'rejected' ? IconThumbDownFilled : IconThumbDown}
          size="md"
          label={take.verdict === 'rejected' ? words.unreject(number) : words.reject(number)}
          aria-pressed={take.verdict === 'rejected'}
          onClick={() => judge('rejected')}
        />
        {take.verdict !== null && !isExplaining && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => setIsExplaining(true)}
          >
            {take.reason === '' ? words.explain : words.changeReason}
          </Button>
        )}
      </div>
      {isExplaining && (
        <ReasonForm
          reason={take.reason}
          number={number}
          onSave={async (reason) => {
            if (reason !== take.reason) await change({ reason });
            setIsExplaining(false);
          }}
        />
      )}
    </>
  );
}

interface ReasonFormProps {
  readonly reason: string;
  readonly number: number;
  readonly onSave: (reason: string) => Promise<void>;
}

function ReasonForm({ reason, number, onSave }: ReasonFormProps) {
  const [text, setText] = useState(reason);
  const { isBusy, submit } = useSubmitting(onSave, { onError: notifyProblem });
  return (
    <form className={styles.reason} onSubmit={(event) => submit(event, text.trim())}>
      <TextInput
        aria-label={words.reason(number)}
        placeholder={words.reasonPlaceholder}
        value={text}
        dir="auto"
        maxLength={2000}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" loading={isBusy}>
        {words.saveReason}
      </Button>
    </form>
  );
}
