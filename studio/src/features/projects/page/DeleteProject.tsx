import { Button, Group, Modal, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteProject, type ProjectTree } from '../../../api/projects';
import { IconAction } from '../../../ui/IconAction';
import { notifyDone, notifyError } from '../../../ui/notify';
import { projectsWords as words } from '../words';

/** Deletes the project, after asking. */
export function DeleteProject({ project }: { readonly project: ProjectTree }) {
  const { page } = words;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    try {
      await deleteProject(project.id);
      notifyDone(page.deleted(project.title));
      await navigate({ to: '/projects' });
      queries.removeQueries({ queryKey: ['project', project.id] });
      void queries.invalidateQueries({ queryKey: ['projects'] });
    } catch (error) {
      notifyError(error);
      setIsBusy(false);
    }
  };
  return (
    <>
      <IconAction icon={IconTrash} label={page.delete} onClick={() => setIsAsking(true)} />
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={page.deleteTitle(project.title)}
        closeButtonProps={{ 'aria-label': page.keep }}
      >
        <Text mb="lg">{page.deleteText}</Text>
        <Group justify="flex-end" gap="sm">
          <Button onClick={() => setIsAsking(false)}>{page.keep}</Button>
          <Button color="bad" variant="outline" loading={isBusy} onClick={() => void remove()}>
            {page.delete}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
