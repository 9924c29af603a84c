import { Button, Kbd, Menu } from '@mantine/core';
import { useState } from 'react';
import { type Application, STAGES } from '../../../core/api/records.ts';
import { useKeys } from '../../../core/keys/keys.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { useMove } from './use-move.ts';

export function MoveMenu({ application }: { application: Application }) {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(false);
  const move = useMove(application);
  useKeys([{ key: 'e', name: 'move', run: () => setOpen(true) }]);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Menu.Target>
        <Button loading={move.isPending} rightSection={<Kbd aria-hidden="true">e</Kbd>}>
          {texts.queue.moveTo}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.queue.moveTo}>
        {STAGES.map((stage) => (
          <Menu.Item key={stage} disabled={stage === application.stage} onClick={() => move.mutate(stage)}>
            {texts.stages[stage]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
