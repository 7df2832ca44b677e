import { Button, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import type { Shot } from '../../../api/projects';
import type { Speaker } from '../../../api/voices';
import { ChangedElsewhere } from '../../../ui/ChangedElsewhere';
import { IconAction } from '../../../ui/IconAction';
import type { Draft } from '../../../ui/use-draft';
import { speechWords as words } from '../speech-words';
import { type Line, nextSpeaker, withLine, withLineUp, withoutLine } from './lines';
import { ListenButton } from '../../voices/public';
import styles from './Speech.module.css';
import type { Speakers } from './use-speakers';

interface LinesFieldProps {
  readonly shot: Shot;
  readonly draft: Draft<readonly Line[]>;
  readonly speakers: Speakers;
}

/** The spoken lines of a shot. They are saved together, as their order and number change. */
export function LinesField({ shot, draft, speakers }: LinesFieldProps) {
  const { typed: lines, type, isChanged } = draft;
  const isReadOnly = shot.locked;
  return (
    <div className={styles.linesField}>
      <p className={styles.note}>{lines.length === 0 ? words.nothing : words.help}</p>
      {lines.length > 0 && (
        <ol className={styles.lines}>
          {lines.map((line, index) => (
            <li key={index}>
              <LineRow
                line={line}
                number={index + 1}
                isReadOnly={isReadOnly}
                speakers={speakers}
                speaker={speakers.asSpeaker(line.speaker)}
                onChange={(change) => type(withLine(lines, index, change))}
                onUp={() => type(withLineUp(lines, index))}
                onRemove={() => type(withoutLine(lines, index))}
              />
            </li>
          ))}
        </ol>
      )}
      {!isReadOnly && (
        <Button
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() =>
            type([...lines, { speaker: nextSpeaker(lines), text: '', pause_seconds: 0 }])
          }
        >
          {words.add}
        </Button>
      )}
      {isChanged && draft.wrong !== undefined && <p className={styles.problem}>{draft.wrong}</p>}
      {draft.hasConflict && (
        <ChangedElsewhere
          field={words.lines}
          theirs={shot.lines
            .map(({ speaker, text }) => `${speakers.nameOf(speaker)}: ${text}`)
            .join('\n')}
          onKeep={draft.overwrite}
          onTake={draft.reset}
        />
      )}
      {isChanged && !draft.hasConflict && (
        <div className={styles.row}>
          <Button variant="filled" disabled={draft.wrong !== undefined} onClick={draft.save}>
            {words.save}
          </Button>
          <Button onClick={draft.reset}>{words.discard}</Button>
        </div>
      )}
    </div>
  );
}

interface LineRowProps {
  readonly line: Line;
  readonly number: number;
  readonly isReadOnly: boolean;
  readonly speakers: Speakers;
  readonly speaker: Speaker;
  readonly onChange: (change: Partial<Line>) => void;
  readonly onUp: () => void;
  readonly onRemove: () => void;
}

function LineRow({ line, number, isReadOnly, speakers, ...props }: LineRowProps) {
  return (
    <div className={styles.line}>
      <div className={styles.row}>
        <NativeSelect
          className={styles.grow}
          aria-label={words.speaker(number)}
          value={line.speaker}
          disabled={isReadOnly}
          data={speakers.optionsWith(line.speaker)}
          onChange={(event) => props.onChange({ speaker: event.currentTarget.value })}
        />
        <ListenButton
          label={words.listen(number)}
          text={line.text}
          speaker={props.speaker}
          isDisabled={line.text.trim() === '' || !speakers.hasVoice(line.speaker)}
        />
        {!isReadOnly && (
          <>
            <IconAction
              icon={IconArrowUp}
              size="md"
              label={words.up(number)}
              disabled={number === 1}
              onClick={props.onUp}
            />
            <IconAction
              icon={IconX}
              size="md"
              label={words.remove(number)}
              onClick={props.onRemove}
            />
          </>
        )}
      </div>
      <Textarea
        aria-label={words.line(number)}
        value={line.text}
        dir="auto"
        autosize
        minRows={2}
        maxRows={10}
        readOnly={isReadOnly}
        onChange={(event) => props.onChange({ text: event.currentTarget.value })}
      />
      <div className={styles.pause}>
        <NumberInput
          aria-label={words.pause(number)}
          value={line.pause_seconds}
          min={0}
          max={60}
          step={0.5}
          decimalScale={2}
          readOnly={isReadOnly}
          onChange={(value) => props.onChange({ pause_seconds: Number(value) || 0 })}
        />
        <span className={styles.note}>{words.pauseShort}</span>
      </div>
    </div>
  );
}
