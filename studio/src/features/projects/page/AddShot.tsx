import { Button, Input, Stack, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { createShot, type Scene } from '../../../api/projects';
import { FormModal } from '../../../ui/FormModal';
import { ExactNumber } from '../../../ui/ExactNumber';
import { FormError } from '../../../ui/FormError';
import { useSubmitting } from '../../../ui/use-submitting';
import { projectsWords as words } from '../words';
import styles from './ShotTile.module.css';

/** Length of a new shot, the default of the API too. */
const SECONDS = 5;
const SECONDS_RANGE = { minimum: 0.1, maximum: 600, step: 1 };

/** Adds a shot after the last one of the scene. */
export function AddShot({ scene }: { readonly scene: Scene }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <UnstyledButton
        className={styles.add}
        aria-label={words.newShot.openFor(words.page.scene(scene.scene_number))}
        onClick={() => setIsOpen(true)}
      >
        <IconPlus size={18} stroke={1.5} aria-hidden="true" />
        {words.newShot.open}
      </UnstyledButton>
      <FormModal
        opened={isOpen}
        onClose={close}
        title={words.newShot.title}
        closeButtonProps={{ 'aria-label': words.new.close }}
      >
        <NewShotForm scene={scene} onDone={close} />
      </FormModal>
    </>
  );
}

interface NewShotFormProps {
  readonly scene: Scene;
  readonly onDone: () => void;
}

function NewShotForm({ scene, onDone }: NewShotFormProps) {
  const queries = useQueryClient();
  const [prompt, setPrompt] = useState('');
  const [motion, setMotion] = useState('');
  const [camera, setCamera] = useState('');
  const secondsId = useId();
  const [seconds, setSeconds] = useState<number | null>(SECONDS);
  const { isBusy, error, submit } = useSubmitting(async () => {
    await createShot(scene, {
      image_prompt: prompt.trim(),
      motion_prompt: motion.trim(),
      camera: camera.trim(),
      duration_seconds: seconds ?? SECONDS,
    });
    await queries.invalidateQueries({ queryKey: ['project', scene.project_id], exact: true });
    onDone();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <Textarea
          label={words.newShot.prompt}
          value={prompt}
          dir="auto"
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          onChange={(event) => setPrompt(event.currentTarget.value)}
        />
        <Textarea
          label={words.newShot.motion}
          description={words.newShot.motionHelp}
          value={motion}
          dir="auto"
          autosize
          maxRows={6}
          onChange={(event) => setMotion(event.currentTarget.value)}
        />
        <TextInput
          label={words.newShot.camera}
          value={camera}
          dir="auto"
          onChange={(event) => setCamera(event.currentTarget.value)}
        />
        <Input.Wrapper id={secondsId} label={words.newShot.seconds}>
          <ExactNumber
            id={secondsId}
            label={words.newShot.seconds}
            value={seconds}
            range={SECONDS_RANGE}
            onChange={setSeconds}
          />
        </Input.Wrapper>
        {error !== undefined && <FormError error={error} />}
        <Button type="submit" variant="filled" loading={isBusy} disabled={prompt.trim() === ''}>
          {words.newShot.submit}
        </Button>
      </Stack>
    </form>
  );
}
