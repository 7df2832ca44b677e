import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteRender, type Render } from '../../../api/projects';
import { DeleteDialog } from '../../../ui/DeleteAction';
import { IconAction } from '../../../ui/IconAction';
import { notifyDone } from '../../../ui/notify';
import { filmWords as words } from '../film-words';

/** What else can be done with a film: its log, and removing it from the list. */
export function FilmActions({ render }: { readonly render: Render }) {
  const queries = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = async () => {
    await deleteRender(render);
    notifyDone(words.removed);
    await queries.invalidateQueries({ queryKey: ['project', render.project_id] });
  };
  const log = `/api/projects/${render.project_id}/renders/${render.id}/log`;
  return (
    <>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <IconAction icon={IconDots} label={words.actions} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={log} target="_blank" rel="noreferrer">
            {words.log}
          </Menu.Item>
          <Menu.Item onClick={() => setIsDeleting(true)}>{words.delete}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && (
        <DeleteDialog
          words={words}
          title={words.deleteTitle}
          remove={remove}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}
