import { Button, Popover, UnstyledButton } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useRef } from 'react';
import { thumbnailUrl } from '../../../../api/media-url';
import type { Character } from '../../../../api/types';
import { ExactNumber } from '../../../../ui/ExactNumber';
import { focusBeside } from '../../../../ui/focus-beside';
import { RangeSlider } from '../../../../ui/RangeSlider';
import type { CastMember } from '../../model';
import { formWords } from '../../words';
import styles from './Cast.module.css';

interface CastChipProps {
  readonly member: CastMember;
  /** Undefined while characters load, or if it is gone. */
  readonly character: Character | undefined;
  /** Its id is shown, too. */
  readonly isNameShared: boolean;
  readonly onChange: (patch: Partial<CastMember>) => void;
  readonly onRemove: () => void;
}

const STEP = 0.05;
/** What the service takes. The slider covers the usual part of it. */
const RANGE = { minimum: -100, maximum: 100, step: STEP };
const SLIDER = { minimum: 0, maximum: 1.5, step: STEP };

/** A character of the picture. A press opens its strength, its reference and a button that removes it. */
export function CastChip({ member, character, isNameShared, onChange, onRemove }: CastChipProps) {
  const chip = useRef<HTMLButtonElement>(null);
  const { name, strength, pictures, picture } = shownMember(member, character);
  const id = isNameShared ? member.id : null;
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          ref={chip}
          className={styles.chip}
          aria-label={formWords.castEdit(name, id)}
        >
          <Face path={picture} />
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {id !== null && <span className={styles.id}>{id}</span>}
          {strength !== null && <span className={styles.strength}>{strength.toFixed(2)}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.details}>
        {strength !== null && (
          <Strength
            name={name}
            value={strength}
            onChange={(value) => onChange({ lora_strength: value })}
          />
        )}
        {pictures.length > 1 && (
          <References
            pictures={pictures}
            chosen={picture}
            onChoose={(path) => onChange({ reference_image: path })}
          />
        )}
        <Button
          onClick={() => {
            focusBeside(chip.current);
            onRemove();
          }}
        >
          {formWords.castRemove(name)}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** What is set for this picture, else what the character has. */
function shownMember(member: CastMember, character: Character | undefined) {
  const pictures = character?.source_images ?? [];
  return {
    name: character?.name ?? member.id,
    strength: member.lora_strength ?? character?.loras[0]?.strength ?? null,
    pictures,
    picture: member.reference_image ?? pictures[0],
  };
}

function Face({ path }: { readonly path: string | undefined }) {
  return path === undefined ? (
    <IconUser size={18} stroke={1.5} aria-hidden="true" />
  ) : (
    <img src={thumbnailUrl(path)} alt="" className={styles.face} />
  );
}

interface StrengthProps {
  readonly name: string;
  readonly value: number;
  readonly onChange: (value: number | null) => void;
}

function Strength({ name, value, onChange }: StrengthProps) {
  return (
    <div>
      <div className={styles.line}>
        <span>{formWords.strength}</span>
        <ExactNumber
          look="bare"
          label={formWords.castStrength(name)}
          value={value}
          range={RANGE}
          onChange={onChange}
        />
      </div>
      <RangeSlider
        label={`${formWords.castStrength(name)}, slider`}
        value={value}
        {...SLIDER}
        onChange={onChange}
      />
    </div>
  );
}

interface ReferencesProps {
  readonly pictures: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (path: string) => void;
}

function References({ pictures, chosen, onChoose }: ReferencesProps) {
  return (
    <div>
      <div className={styles.line}>{formWords.reference}</div>
      <div className={styles.faces}>
        {pictures.map((path, index) => (
          <button
            key={path}
            type="button"
            className={styles.option}
            aria-pressed={path === chosen}
            aria-label={`${formWords.reference} ${index + 1}`}
            onClick={() => onChoose(path)}
          >
            <img src={thumbnailUrl(path)} alt="" />
          </button>
        ))}
      </div>
    </div>
  );
}
