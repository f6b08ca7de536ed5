import { Menu } from '@mantine/core'

import { useOpening, type Opening } from '../parts/OnDemand.tsx'
import { useMe } from '../session/me.ts'
import { FirmMark } from './FirmSwitcher.tsx'
import { CheckIcon } from './icons.tsx'
import { useEnterFirm } from './useEnterFirm.ts'

export default function FirmEntries({ button }: Opening) {
  const { firm, firms } = useMe()
  const { enter, fetching } = useEnterFirm()
  const { opened, setOpened, target } = useOpening(button)
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" width={260} closeOnItemClick={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {firms.map((other) => (
          <Menu.Item
            key={other.firmId}
            disabled={fetching}
            leftSection={<FirmMark name={other.firmName} />}
            rightSection={other.firmId === firm?.firmId ? <CheckIcon size={14} /> : undefined}
            aria-current={other.firmId === firm?.firmId ? 'true' : undefined}
            onClick={() => (other.firmId === firm?.firmId ? setOpened(false) : void enter(other))}
          >
            {other.firmName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
