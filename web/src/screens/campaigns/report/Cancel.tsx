import { Button, Group, Stack, Text } from '@mantine/core'

import { Dialog } from '../../../parts/Dialog.tsx'
import { ErrorText } from '../../../parts/ErrorText.tsx'
import { useSubmit } from '../../../parts/useSubmit.ts'
import { useFormat } from '../../../words/format.ts'
import { general } from '../../../words/general.ts'
import { useWords } from '../../../words/language.ts'
import { cancelCampaign } from '../queries.ts'
import { campaigns } from '../words.ts'

interface Props {
  id: string
  // waiting is how many messages are not sent yet.
  waiting: number
  held: number
  spent: number
  currency: string
  close: () => void
}

// Cancel asks before a campaign is ended, since that is for good, and says what becomes of the money.
export function Cancel({ id, waiting, held, spent, currency, close }: Props) {
  const words = { ...useWords(general), ...useWords(campaigns) }
  const format = useFormat()
  const { submit, fetching, fault } = useSubmit(cancelCampaign)
  const confirm = async () => {
    if (await submit({ id })) {
      close()
    }
  }
  return (
    <Dialog opened onClose={close} title={words.cancelTitle}>
      <Stack>
        <Text size="sm">{words.cancelText(waiting, format.number(waiting))} {words.cancelMoney(format.money(held, currency), format.money(spent, currency))}</Text>
        <Text size="sm">{words.cancelFinal}</Text>
        <ErrorText fault={fault} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>{words.keep}</Button>
          <Button color="red.8" loading={fetching} onClick={() => void confirm()} data-testid="confirm">{words.cancel}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
